//! What stands in a `<textarea>`.

/// Content of a `<textarea>` that shows `text`. Leptos writes the children of this element as they are, and a browser drops one line break at their start.
pub(crate) fn area(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    if escaped.starts_with('\n') {
        format!("\n{escaped}")
    } else {
        escaped
    }
}
