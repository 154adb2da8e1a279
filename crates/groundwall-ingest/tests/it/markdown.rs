//! HTML within Markdown.

use crate::shared::{PLAIN, SECRET, assert_hidden, read};
use groundwall_core::{BlockKind, HiddenBy};

#[test]
fn blocks_of_html_are_read_as_a_page_is_read() {
    let source = "# Keys\n\n## Padlocks\n\n<div class=\"left\" markdown=\"1\">\n<table>\n <tr>\n  <td><img src=\"a.png\" alt=\"x\"/></td>\n  <td>A padlock is a lock that hangs. One <i>opens</i> it by:<br>turning a key.\n\n- a key of iron\n- a key of brass\n\n </tr>\n </table>\n </div>\n\nAfter it<br/>comes text.\n\n<table><tr><th>Lock</th><th>Keys</th></tr><tr><td>Iron</td><td>3</td></tr></table>\n";
    let document = read("keys.md", source.as_bytes());
    let got: Vec<_> = document
        .blocks
        .iter()
        .map(|block| (block.kind, block.text.as_str(), block.locator.line))
        .collect();
    assert_eq!(
        got,
        [
            (BlockKind::Heading, "Keys", Some(1)),
            (BlockKind::Heading, "Padlocks", Some(3)),
            (
                BlockKind::Paragraph,
                "A padlock is a lock that hangs. One opens it by: turning a key.",
                Some(5)
            ),
            (BlockKind::ListItem, "a key of iron", Some(11)),
            (BlockKind::ListItem, "a key of brass", Some(12)),
            (BlockKind::Paragraph, "After it\ncomes text.", Some(18)),
            (BlockKind::Row, "Lock: Iron. Keys: 3.", Some(20)),
        ]
    );
    assert_eq!(document.blocks[2].locator.heading, ["Keys", "Padlocks"]);
    let table = &document.tables[0];
    assert_eq!((table.rows.len(), table.place.line), (1, Some(20)));
}

#[test]
fn a_heading_in_html_heads_what_follows() {
    let source = "<h1 align=\"center\">Aurora</h1>\n\nA brig.\n\n## Crew\n\nTwelve.\n";
    let document = read("aurora.md", source.as_bytes());
    assert_eq!(document.blocks[0].kind, BlockKind::Heading);
    assert_eq!(document.blocks[1].locator.heading, ["Aurora"]);
    assert_eq!(document.blocks[3].locator.heading, ["Aurora", "Crew"]);
}

#[test]
fn what_html_in_it_hides_is_kept_apart() {
    let source = format!("{PLAIN}\n\n<p style=\"display:none\">{SECRET}</p>\n");
    assert_hidden("a hidden block", "a.md", source.as_bytes(), HiddenBy::Mark);
}
