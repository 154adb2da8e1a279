//! What surrounds every page.

use crate::components::icons;
use crate::components::stages::all_words;
use crate::page::Page;
use crate::pages;
use leptos::prelude::*;

const NAVIGATION: [(&str, &str); 5] = [
    ("/ask", "Ask"),
    ("/verify", "Verify"),
    ("/upload", "Upload"),
    ("/tables", "Tables"),
    ("/reports", "Reports"),
];
const MORE: [(&str, &str); 8] = [
    ("/collections", "Collections"),
    ("/review", "Review"),
    ("/insights", "Insights"),
    ("/packs", "Rule packs"),
    ("/settings", "Settings"),
    ("/keys", "Keys"),
    ("/about", "About"),
    ("/api/docs", "HTTP API"),
];

fn link(href: &'static str, label: &'static str, current: &str) -> impl IntoView + use<> {
    view! { <a href=href aria-current=(href == current).then_some("page")>{label}</a> }
}

/// What a page shows between header and footer.
fn body_of(page: &Page) -> AnyView {
    match page {
        Page::Ask(view) => pages::ask::page(view),
        Page::Conversation(view) => pages::conversation::page(view),
        Page::Upload(view) => pages::upload::page(view),
        Page::Uploads(view) => pages::uploads::page(view),
        Page::Verify(view) => pages::verify::page(view),
        Page::Batch(view) => pages::batch::page(view),
        Page::Report(view) => pages::report::page(view),
        Page::Review(view) => pages::review::page(view),
        Page::Calibration(view) => pages::calibration::page(view),
        Page::Reports(view) => pages::reports::page(view),
        Page::ReportEdit(view) => pages::report_edit::page(view),
        Page::Insights(view) => pages::insights::page(view),
        Page::Settings(view) => pages::settings::page(view),
        Page::Packs(view) => pages::packs::page(view),
        Page::Keys(view) => pages::keys::page(view),
        Page::Document(view) => pages::document::page(view),
        Page::DocumentPage(view) => pages::document_page::page(view),
        Page::Tables(view) => pages::tables::page(view),
        Page::Table(view) => pages::table::page(view),
        Page::Collections(view) => pages::collections::page(view),
        Page::Collection(view) => pages::collection::page(view),
        Page::About(view) => pages::about::page(view),
        Page::ApiDocs(view) => pages::api_docs::page(view),
        Page::Login(view) => pages::login::page(view),
        Page::Problem(view) => pages::problem::page(view),
    }
}

/// Skip link, header, main, footer.
pub(crate) fn shell(page: &Page, signed_in: bool) -> AnyView {
    let section = page.section();
    let body = body_of(page);
    view! {
        <a class="skip" href="#main">"Skip to content"</a>
        <header class="top">
            <a class="brand" href="/"><icons::Wall /><span>"Groundwall"</span></a>
            <nav aria-label="Main">
                {NAVIGATION.map(|(href, label)| link(href, label, section)).into_iter().collect_view()}
                <details class="more">
                    <summary>"More"</summary>
                    <div>{MORE.map(|(href, label)| link(href, label, section)).into_iter().collect_view()}</div>
                </details>
                {signed_in.then(|| view! { <form method="post" action="/logout"><button type="submit" class="plain">"Sign out"</button></form> })}
            </nav>
        </header>
        <main id="main" data-words=all_words()>{body}</main>
        <dialog id="keys" aria-label="Keys">
            <h2>"Keys"</h2>
            <dl>
                <dt><kbd>"/"</kbd></dt><dd>"to the question or the search"</dd>
                <dt><kbd>"Ctrl"</kbd>" "<kbd>"Enter"</kbd></dt><dd>"send what is typed; a question is also sent by "<kbd>"Enter"</kbd>" alone"</dd>
                <dt><kbd>"Shift"</kbd>" "<kbd>"Enter"</kbd></dt><dd>"begin a new line in a question"</dd>
                <dt><kbd>"j"</kbd>" "<kbd>"k"</kbd></dt><dd>"next or previous statement"</dd>
                <dt><kbd>"Enter"</kbd></dt><dd>"open or close the statement"</dd>
                <dt><kbd>"n"</kbd>" "<kbd>"p"</kbd></dt><dd>"next or previous mark in the source"</dd>
                <dt><kbd>"Esc"</kbd></dt><dd>"close the source"</dd>
                <dt><kbd>"?"</kbd></dt><dd>"these keys"</dd>
            </dl>
            <form method="dialog"><button>"Close"</button></form>
        </dialog>
    }
    .into_any()
}

/// The document around a rendered body.
#[cfg(feature = "ssr")]
pub(crate) fn document(title: &str, version: &str, body: &str) -> String {
    let title = groundwall_core::shortened(title, 80)
        .replace('&', "&amp;")
        .replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title} · Groundwall</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <link rel=\"icon\" href=\"/assets/icon.svg\" type=\"image/svg+xml\">\
         <link rel=\"preload\" href=\"/assets/fonts/source-serif-4-latin-400-normal.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>\
         <link rel=\"preload\" href=\"/assets/fonts/source-serif-4-latin-600-normal.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>\
         <link rel=\"preload\" href=\"/assets/fonts/source-sans-3-latin-400-normal.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>\
         <link rel=\"stylesheet\" href=\"/assets/style.css?v={version}\">\
         <script src=\"/assets/app.js?v={version}\" defer></script></head>\n<body>{body}</body></html>\n"
    )
}
