//! What surrounds every page.

use crate::components::icons;
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
        Page::Ask {
            status,
            question,
            notice,
            problem,
            conversations,
            suggestions,
            choice,
        } => pages::ask::page(&pages::ask::Desk {
            status,
            question,
            notice: notice.as_ref(),
            problem: problem.as_ref(),
            conversations,
            suggestions,
            choice,
        }),
        Page::Conversation {
            conversation,
            conversations,
            question,
            problem,
            choice,
        } => pages::conversation::page(
            conversation,
            conversations,
            question,
            problem.as_ref(),
            choice,
        ),
        Page::Upload {
            status,
            tables,
            notice,
            problem,
            samples,
            choice,
            queue,
        } => pages::upload::page(
            status,
            tables,
            notice.as_ref(),
            problem.as_ref(),
            *samples,
            choice,
            queue,
        ),
        Page::Uploads { queue, notice } => pages::uploads::page(queue, notice.as_ref()),
        Page::Verify {
            status,
            text,
            whole_answer,
            problem,
            choice,
            batches,
            notice,
        } => pages::verify::page(&pages::verify::Desk {
            status,
            text,
            whole_answer: *whole_answer,
            problem: problem.as_ref(),
            choice,
            batches,
            notice: notice.as_ref(),
        }),
        Page::Batch { batch, from, look } => pages::batch::page(batch, *from, *look),
        Page::Report {
            report,
            review,
            open,
        } => pages::report::page(report, review.as_deref(), *open),
        Page::Calibration {
            found,
            fixed,
            notice,
        } => pages::calibration::page(found, fixed, notice.as_ref()),
        Page::Review {
            found,
            filter,
            notice,
            undo,
            problem,
            on,
        } => pages::review::page(&pages::review::Queue {
            found,
            filter,
            notice: notice.as_ref(),
            undo: undo.as_ref().map(|id| id.0.as_str()),
            problem: problem.as_ref(),
            on: *on,
        }),
        Page::Reports {
            found,
            filter,
            documents,
            notice,
            problem,
        } => pages::reports::page(found, filter, documents, notice.as_ref(), problem.as_ref()),
        Page::ReportEdit {
            line,
            title,
            tags,
            problem,
        } => pages::report_edit::page(line, title, tags, problem.as_ref()),
        Page::Insights { insights, days } => pages::insights::page(insights, *days),
        Page::Settings {
            view,
            notice,
            problem,
        } => pages::settings::page(view, notice.as_ref(), problem.as_ref()),
        Page::Packs {
            view,
            notice,
            problem,
        } => pages::packs::page(view, notice.as_ref(), problem.as_ref()),
        Page::Keys {
            view,
            notice,
            problem,
        } => pages::keys::page(view, notice.as_ref(), problem.as_ref()),
        Page::Document {
            text,
            marked,
            from,
            tables,
            find,
        } => pages::document::page(text, *marked, *from, tables, find),
        Page::DocumentPage {
            document,
            view,
            marked,
            zoom,
        } => pages::document_page::page(document, view, *marked, *zoom),
        Page::Tables { lines, choice } => pages::tables::page(lines, choice),
        Page::Table {
            stored,
            marked,
            from,
            look,
        } => pages::table::page(stored, marked, *from, look),
        Page::Collections {
            held,
            name,
            notice,
            problem,
        } => pages::collections::page(held, name, notice.as_ref(), problem.as_ref()),
        Page::Collection {
            held,
            status,
            tables,
            name,
            policy,
            notice,
            problem,
        } => pages::collection::page(&pages::collection::Shown {
            held,
            status,
            tables,
            name,
            policy,
            notice: notice.as_ref(),
            problem: problem.as_ref(),
        }),
        Page::About { status } => pages::about::page(status),
        Page::ApiDocs { operations } => pages::api_docs::page(operations),
        Page::Login { problem } => pages::login::page(problem.as_ref()),
        Page::Problem { problem, .. } => pages::problem::page(problem),
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
        <main id="main">{body}</main>
        <dialog id="keys" aria-label="Keys">
            <h2>"Keys"</h2>
            <dl>
                <dt><kbd>"/"</kbd></dt><dd>"to the question"</dd>
                <dt><kbd>"Ctrl"</kbd>" "<kbd>"Enter"</kbd></dt><dd>"send what is typed"</dd>
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
    let title: String = title.chars().take(80).collect();
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title} · Groundwall</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <link rel=\"icon\" href=\"/assets/icon.svg\" type=\"image/svg+xml\">\
         <link rel=\"preload\" href=\"/assets/fonts/source-serif-4-latin-400-normal.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>\
         <link rel=\"stylesheet\" href=\"/assets/style.css?v={version}\">\
         <script src=\"/assets/app.js?v={version}\" defer></script></head>\n<body>{body}</body></html>\n"
    )
}
