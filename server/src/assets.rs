//! Style, fonts, script and icon, compiled in.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use std::sync::LazyLock;

const STYLE: [&str; 12] = [
    include_str!("../../style/tokens.css"),
    include_str!("../../style/base.css"),
    include_str!("../../style/forms.css"),
    include_str!("../../style/report.css"),
    include_str!("../../style/desk.css"),
    include_str!("../../style/document.css"),
    include_str!("../../style/tables.css"),
    include_str!("../../style/pages.css"),
    include_str!("../../style/collections.css"),
    include_str!("../../style/review.css"),
    include_str!("../../style/batch.css"),
    include_str!("../../style/print.css"),
];
const SCRIPT: &str = include_str!("../assets/app.js");
const ICON: &str = include_str!("../assets/icon.svg");

const FONTS: [(&str, &[u8]); 5] = [
    (
        "source-serif-4-latin-400-normal.woff2",
        include_bytes!("../../style/fonts/source-serif-4-latin-400-normal.woff2"),
    ),
    (
        "source-serif-4-latin-400-italic.woff2",
        include_bytes!("../../style/fonts/source-serif-4-latin-400-italic.woff2"),
    ),
    (
        "source-serif-4-latin-600-normal.woff2",
        include_bytes!("../../style/fonts/source-serif-4-latin-600-normal.woff2"),
    ),
    (
        "source-sans-3-latin-400-normal.woff2",
        include_bytes!("../../style/fonts/source-sans-3-latin-400-normal.woff2"),
    ),
    (
        "source-sans-3-latin-600-normal.woff2",
        include_bytes!("../../style/fonts/source-sans-3-latin-600-normal.woff2"),
    ),
];

static STYLESHEET: LazyLock<String> = LazyLock::new(|| STYLE.concat());

/// Changes with style and script.
pub(crate) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let hash = STYLESHEET
        .bytes()
        .chain(SCRIPT.bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    format!("{hash:016x}")
});

fn fixed(kind: &'static str, body: impl Into<web::Bytes>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .content_type(kind)
        .body(body.into())
}

async fn style() -> HttpResponse {
    fixed("text/css; charset=utf-8", STYLESHEET.as_bytes())
}

async fn script() -> HttpResponse {
    fixed("text/javascript; charset=utf-8", SCRIPT.as_bytes())
}

async fn icon() -> HttpResponse {
    fixed("image/svg+xml", ICON.as_bytes())
}

async fn font(name: web::Path<String>) -> HttpResponse {
    match FONTS.iter().find(|(known, _)| *known == name.as_str()) {
        Some((_, bytes)) => fixed("font/woff2", *bytes),
        None => HttpResponse::NotFound().finish(),
    }
}

pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/assets/style.css", web::get().to(style))
        .route("/assets/app.js", web::get().to(script))
        .route("/assets/icon.svg", web::get().to(icon))
        .route("/assets/fonts/{name}", web::get().to(font));
}

#[cfg(test)]
mod tests {
    #[test]
    fn fonts_stay_small() {
        let total: usize = super::FONTS.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(total <= 120 * 1024, "{total} bytes");
    }
}
