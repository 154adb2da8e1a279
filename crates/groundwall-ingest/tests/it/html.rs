//! Text that a page hides, and text that only looks as if it did.

use crate::shared::{PLAIN, SECRET, assert_hidden, assert_seen, read};
use groundwall_core::HiddenBy::{self, Color, Mark, Place, Size};

fn page(head: &str, body: &str) -> Vec<u8> {
    format!("<!doctype html><html><head><title>x</title>{head}</head><body><p>{PLAIN}</p>{body}</body></html>").into_bytes()
}

#[test]
fn what_an_element_hides_is_kept_apart() {
    let cases: [(&str, HiddenBy); 33] = [
        ("display:none", Mark),
        ("DISPLAY : None !important", Mark),
        ("visibility:hidden", Mark),
        ("visibility: collapse", Mark),
        ("opacity:0", Color),
        ("opacity: 0.01", Color),
        ("opacity:0%", Color),
        ("filter: opacity(0)", Color),
        ("font-size:0", Size),
        ("font-size:0px", Size),
        ("font-size: 1px", Size),
        ("font-size:0.05em", Size),
        ("font: 0/0 serif", Size),
        ("position:absolute; left:-9999px", Place),
        ("position:fixed;top:-200em", Place),
        ("position:absolute; right: -9999px", Place),
        ("position:absolute; left: -150vw", Place),
        ("position:relative; left:-5000px", Place),
        ("margin-left:-9999px", Place),
        ("margin: 0 0 0 -9999px", Place),
        ("text-indent:-9999px", Place),
        (
            "text-indent:100%; overflow:hidden; white-space:nowrap",
            Place,
        ),
        ("transform: translateX(-9999px)", Place),
        ("transform: scale(0)", Size),
        ("position:absolute; clip:rect(0,0,0,0); width:1px", Size),
        ("clip-path: inset(50%)", Size),
        ("height:0; overflow:hidden", Size),
        (
            "position:absolute;width:1px;height:1px;overflow:hidden",
            Size,
        ),
        ("color:#fff", Color),
        ("color: rgb(254, 254, 254)", Color),
        ("color:transparent", Color),
        ("background:#123456; color:#123456", Color),
        ("background: black", Color),
    ];
    for (style, by) in cases {
        assert_hidden(
            style,
            "page.html",
            &page("", &format!("<p style=\"{style}\">{SECRET}</p>")),
            by,
        );
        assert_hidden(
            style,
            "page.html",
            &page(
                "",
                &format!(
                    "<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td style=\"{style}\">{SECRET}</td></tr></table>"
                ),
            ),
            by,
        );
    }
}

#[test]
fn what_attributes_and_style_sheets_hide_is_kept_apart() {
    let cases: [(&str, &str, HiddenBy); 28] = [
        ("", "<p hidden>{}</p>", Mark),
        (
            "",
            "<div hidden=\"hidden\"><section><b>{}</b></section></div>",
            Mark,
        ),
        ("", "<dialog>{}</dialog>", Mark),
        ("", "<p><font color=\"white\">{}</font></p>", Color),
        (
            "",
            "<table bgcolor=\"#336699\"><tr><td><font color=#336699>{}</font></td></tr></table>",
            Color,
        ),
        (".x { display: none }", "<p class=\"y x\">{}</p>", Mark),
        (
            "p.note > span.x, .z{display:none}",
            "<p class=note><span class=x>{}</span></p>",
            Mark,
        ),
        ("#secret { visibility:hidden }", "<p id=secret>{}</p>", Mark),
        ("[data-x] { opacity: 0 }", "<p data-x>{}</p>", Color),
        ("aside{display:none}", "<aside>{}</aside>", Mark),
        (
            "/* .x{} */ .x{/* a */display:none;}",
            "<p class=x>{}</p>",
            Mark,
        ),
        (
            ".x{color:red} .x{font-size:0!important}",
            "<p class=x style=\"font-size:20px\">{}</p>",
            Size,
        ),
        (
            "@media screen { .x { display:none } }",
            "<p class=x>{}</p>",
            Mark,
        ),
        (
            "@layer base { .x { display:none } }",
            "<p class=x>{}</p>",
            Mark,
        ),
        (
            "body{background:#000;color:#eee} .x{color:#000}",
            "<p class=x>{}</p>",
            Color,
        ),
        (
            "main{background:#222} .x{color:#222222}",
            "<main><div><span class=x>{}</span></div></main>",
            Color,
        ),
        (
            ".sr-only{position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);border:0}",
            "<span class=sr-only>{}</span>",
            Size,
        ),
        (".x{display:none}", "<ul><li class=x>{}</li></ul>", Mark),
        // What only an opened one hides, and what another class shows, is hidden as before.
        (
            ".x{display:none} .x.other{display:block}",
            "<p class=x>{}</p>",
            Mark,
        ),
        (
            ".x{display:none} .y.open{display:block}",
            "<p class=x>{}</p>",
            Mark,
        ),
        // Nobody clicks on what has no words, or is hidden itself; and a link alone opens nothing.
        (
            "",
            "<a onclick=\"show('q1')\"> </a><p id=q1 hidden>{}</p>",
            Mark,
        ),
        (
            "",
            "<a onclick=\"show('q1')\" style=\"color:#fff\">More</a><p id=q1 hidden>{}</p>",
            Mark,
        ),
        (
            "",
            "<div hidden><a onclick=\"show('q1')\">More</a></div><p id=q1 hidden>{}</p>",
            Mark,
        ),
        ("", "<a href=\"#q1\">More</a><p id=q1 hidden>{}</p>", Mark),
        (
            "",
            "<a onclick=\"show('q2')\">More</a><p id=q1 style=\"display:none\">{}</p>",
            Mark,
        ),
        (".x{display:none}", "<h2 class=x>{}</h2>", Mark),
        (
            ".x{display:none} @media print {.x{display:none}}",
            "<p class=x>{}</p>",
            Mark,
        ),
        (
            ".x{left:-999em;position:absolute}",
            "<a class=x href=#main>{}</a>",
            Place,
        ),
    ];
    for (css, body, by) in cases {
        let head = format!("<style>{css}</style>");
        assert_hidden(
            &format!("{css} {body}"),
            "page.html",
            &page(&head, &body.replace("{}", SECRET)),
            by,
        );
    }
}

#[test]
fn what_only_looks_hidden_is_read() {
    let cases: [(&str, &str); 44] = [
        ("", "<p aria-hidden=true>{}</p>"),
        ("", "<details><summary>More</summary><p>{}</p></details>"),
        ("", "<p hidden=until-found>{}</p>"),
        (
            "",
            "<div style=\"background:#003366\"><p style=\"color:#ffffff\">{}</p></div>",
        ),
        (
            "",
            "<table><tr style=\"background:navy;color:white\"><th>{}</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>",
        ),
        (
            "",
            "<table><tr><td bgcolor=\"#000000\"><font color=\"#FFFFFF\">{}</font></td></tr></table>",
        ),
        (
            "",
            "<div style=\"background-image:url(dark.jpg)\"><p style=\"color:white\">{}</p></div>",
        ),
        (
            "",
            "<div style=\"background: linear-gradient(#000, #333); color:#fff\">{}</div>",
        ),
        (
            "th{background:#369;color:#fff}",
            "<table><tr><th>{}</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
        ),
        ("body{background:#111;color:#fff}", "<p>{}</p>"),
        (
            "",
            "<div style=\"font-size:0\"><span style=\"font-size:16px\">{}</span></div>",
        ),
        (
            "",
            "<div style=\"visibility:hidden\"><p style=\"visibility:visible\">{}</p></div>",
        ),
        (
            "",
            "<p><a onclick=\"showHide('q1')\">When was it built?</a></p><p id=q1 style=\"display:none;\">{}</p>",
        ),
        (
            ".x{display:none}",
            "<button aria-controls=\"q1 q2\">More</button><div class=x id=q2><p>{}</p></div>",
        ),
        (
            "",
            "<a href=\"#q1\" data-bs-toggle=collapse>More</a><div hidden id=q1>{}</div>",
        ),
        (
            "",
            "<b data-target=\"#a\">More</b><div hidden id=a><b data-target=\"#b\">Still more</b><p hidden id=b>{}</p></div>",
        ),
        (
            ".a{max-height:0;overflow:hidden} .item.open .a{max-height:600px}",
            "<div class=item><button onclick=\"toggle(this)\">When was it built?</button><div class=a><p>{}</p></div></div>",
        ),
        (
            ".a{display:none} .a.is-open{display:block}",
            "<h3>When was it built?</h3><div class=a>{}</div>",
        ),
        (
            ".panel{display:none} .active > .panel{display:block}",
            "<section><h3>When?</h3><div class=panel>{}</div></section>",
        ),
        (".x{display:none} .x{display:block}", "<p class=x>{}</p>"),
        (".x{display:none} p.x{display:block}", "<p class=x>{}</p>"),
        ("[hidden]{display:block}", "<p hidden>{}</p>"),
        ("@media print { .x{display:none} }", "<p class=x>{}</p>"),
        (
            "@media (max-width: 600px) { .x{display:none} }",
            "<p class=x>{}</p>",
        ),
        (
            ".x{display:none} @media (min-width: 900px) { .x{display:block} }",
            "<p class=x>{}</p>",
        ),
        (
            ".m .x{display:none} .m:hover .x{display:block}",
            "<div class=m><p class=x>{}</p></div>",
        ),
        (
            "input ~ .x{display:none} input:checked ~ .x{display:block}",
            "<input type=checkbox><p class=x>{}</p>",
        ),
        (".x::before{display:none}", "<p class=x>{}</p>"),
        (
            ".x{opacity:0;animation:show 1s forwards} @keyframes show{to{opacity:1}}",
            "<p class=x>{}</p>",
        ),
        (
            ".x{color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text}",
            "<p class=x>{}</p>",
        ),
        (".x{color:var(--ink)}", "<p class=x>{}</p>"),
        ("", "<p style=\"font-size:2vw\">{}</p>"),
        ("", "<p style=\"font-size:calc(1rem + 1vw)\">{}</p>"),
        ("", "<p style=\"font-size:smaller\">{}</p>"),
        ("", "<p style=\"opacity:.6\">{}</p>"),
        (
            "",
            "<p style=\"position:relative;left:-20px;top:-3px\">{}</p>",
        ),
        ("", "<p style=\"margin-left:-100%\">{}</p>"),
        ("", "<p style=\"color:#767676\">{}</p>"),
        ("", "<p style=\"overflow:hidden;max-height:300px\">{}</p>"),
        ("", "<p style=\"transform:translateX(-50%)\">{}</p>"),
        (
            "",
            "<div style=\"position:relative\"><img src=a.jpg style=\"position:absolute;top:0;left:0\"><h2 style=\"color:#fff\">{}</h2></div>",
        ),
        (
            "",
            "<div style=\"color:white;background:white\"><a href=\"x.html\">{}</a></div>",
        ),
        ("", "<p class=sr-only>{}</p>"),
        (
            "",
            "<div style=\"color:white;background:white\"><span style=\"color:#000\">{}</span></div>",
        ),
    ];
    for (css, body) in cases {
        let head = if css.is_empty() {
            String::new()
        } else {
            format!("<style>{css}</style>")
        };
        assert_seen(
            &format!("{css} {body}"),
            "page.html",
            &page(&head, &body.replace("{}", SECRET)),
            &[PLAIN, SECRET],
        );
    }
}

#[test]
fn the_ground_of_a_page_with_style_sheets_elsewhere_is_not_known() {
    let body = format!("<p style=\"color:white\">{SECRET}</p>");
    assert_seen(
        "linked",
        "page.html",
        &page("<link rel=stylesheet href=a.css>", &body),
        &[PLAIN, SECRET],
    );
    assert_hidden(
        "not linked",
        "page.html",
        &page("<link rel=icon href=a.png>", &body),
        Color,
    );
}

#[test]
fn hidden_words_leave_the_sentence_that_they_stood_in() {
    let bytes = page(
        "",
        "<p>The fee is <span style=\"display:none\">not </span>due.</p>",
    );
    let document = read("page.html", &bytes);
    assert_eq!(document.blocks[1].text, "The fee is due.");
    assert_eq!(
        (
            document.hidden[0].text.as_str(),
            document.hidden[0].locator.paragraph
        ),
        ("not", Some(2))
    );
}
