//! What stands at the edges of pages again and again.

use groundwall_core::{Block, BlockKind};
use std::collections::HashMap;

/// Characters of a running head, at most.
const HEAD: usize = 120;
/// Blocks at an edge that may belong to one.
const EDGE: usize = 2;
/// Pages on which it stands, at least.
const PAGES: usize = 3;

/// How often something stands at the edge of a page, and how often with a number that grows with the pages.
#[derive(Default)]
struct Seen {
    all: HashMap<String, usize>,
    numbered: HashMap<(String, i64), usize>,
}

/// Its words.
fn key(block: &Block) -> String {
    block
        .text
        .chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect()
}

/// How far the numbers at its ends lie from that of the page.
fn offsets(page: u32, block: &Block) -> Vec<i64> {
    let words = || block.text.split(|c: char| !c.is_alphanumeric());
    let number = |word: &str| {
        (word.len() <= 6)
            .then(|| word.parse::<i64>().ok())
            .flatten()
    };
    let ends = [
        words().find(|word| !word.is_empty()),
        words().rfind(|word| !word.is_empty()),
    ];
    let mut all: Vec<i64> = ends.into_iter().flatten().filter_map(number).collect();
    all.dedup();
    all.iter().map(|number| number - i64::from(page)).collect()
}

fn may_run(block: &Block) -> bool {
    block.text.chars().count() <= HEAD
}

impl Seen {
    fn of(pages: &[(u32, Vec<Block>)]) -> Self {
        let mut seen = Self::default();
        for (page, blocks) in pages {
            let edge = |at: &usize| *at < EDGE || at + EDGE >= blocks.len();
            let mut own: Vec<&Block> = (0..blocks.len())
                .filter(edge)
                .map(|at| &blocks[at])
                .filter(|block| may_run(block) && !key(block).is_empty())
                .collect();
            own.dedup_by_key(|block| key(block));
            for block in own {
                *seen.all.entry(key(block)).or_default() += 1;
                for offset in offsets(*page, block) {
                    *seen.numbered.entry((key(block), offset)).or_default() += 1;
                }
            }
        }
        seen
    }

    fn runs(&self, page: u32, block: &Block, all: usize) -> bool {
        let key = key(block);
        let count = self.all.get(&key).copied().unwrap_or_default();
        let numbered = |offset| self.numbered.get(&(key.clone(), offset)).copied();
        may_run(block)
            && (count >= PAGES.max(all.div_ceil(2))
                || offsets(page, block)
                    .into_iter()
                    .any(|offset| numbered(offset).unwrap_or_default() >= PAGES))
    }
}

/// Removes what stands at the edges of at least three pages and half of all, or with the number of its page on three, and page numbers. A title that is said
/// again at the head of later pages stays where it is a heading.
pub(super) fn remove_running_heads(pages: &mut [(u32, Vec<Block>)]) {
    let seen = Seen::of(pages);
    let all = pages.len();
    let mut titles: Vec<String> = Vec::new();
    for (page, blocks) in pages.iter_mut() {
        let mut runs = |block: &Block, nth: usize| {
            if is_page_number(&block.text) {
                return true;
            }
            let runs = seen.runs(*page, block, all) && (nth == 0 || block.kind != BlockKind::Row);
            if runs && block.kind == BlockKind::Heading && !titles.contains(&key(block)) {
                titles.push(key(block));
                return false;
            }
            runs
        };
        for nth in 0..EDGE {
            if blocks.len() > 1 && blocks.first().is_some_and(|block| runs(block, nth)) {
                blocks.remove(0);
            } else {
                break;
            }
        }
        for nth in 0..EDGE {
            if blocks.len() > 1 && blocks.last().is_some_and(|block| runs(block, nth)) {
                blocks.pop();
            } else {
                break;
            }
        }
    }
}

/// `7`, `Page 7`, `Page 7 of 12`, `- 7 -`.
pub(super) fn is_page_number(text: &str) -> bool {
    let words: Vec<String> = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let number = |word: &String| word.len() <= 4 && word.chars().all(|c| c.is_ascii_digit());
    match words.as_slice() {
        [only] => number(only),
        [page, one] => page == "page" && number(one),
        [page, one, of, all] => page == "page" && number(one) && of == "of" && number(all),
        _ => false,
    }
}
