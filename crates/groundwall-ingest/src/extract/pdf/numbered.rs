//! Line numbers: manuscripts number their lines in the margin, and a reader of lines finds the numbers among the words. They are taken out.

use groundwall_core::{Block, BlockKind};
use std::collections::{HashMap, HashSet};

/// Words between two numbers of neighbouring lines, at most.
const LINE: usize = 40;
/// Lines between two numbers that were both read, at most: figures and formulas take some with them.
const MISSED: u32 = 3;
/// Numbers in a row, at least. A list or a table in running text has fewer that stand in mid-sentence.
const ROW: usize = 25;

/// A number that stands alone among the words of the document.
struct Number {
    /// Words before it in the document.
    place: usize,
    block: usize,
    /// Its word in the block.
    word: usize,
    /// Words go on over it: it stands before a small letter.
    inside: bool,
    /// The number before it in its row, and how many there are up to it.
    before: Option<usize>,
    row: usize,
}

/// Takes line numbers out of the paragraphs of all pages.
pub(super) fn remove_line_numbers(pages: &mut [(u32, Vec<Block>)]) {
    let mut blocks: Vec<&mut Block> = pages
        .iter_mut()
        .flat_map(|(_, blocks)| blocks)
        .filter(|block| block.kind != BlockKind::Row)
        .collect();
    let numbers = numbers(&blocks);
    let mut gone: HashMap<usize, HashSet<usize>> = HashMap::new();
    for number in rows(&numbers) {
        gone.entry(number.block).or_default().insert(number.word);
    }
    for (block, words) in gone {
        let text = &mut blocks[block].text;
        let left: Vec<&str> = text
            .split(' ')
            .enumerate()
            .filter(|(word, _)| !words.contains(word))
            .map(|(_, word)| word)
            .collect();
        *text = left.join(" ");
    }
}

/// The numbers of a document, each with the nearest one before it that can belong to the line before.
fn numbers(blocks: &[&mut Block]) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    let mut last: HashMap<u32, usize> = HashMap::new();
    let mut place = 0;
    for (block, of) in blocks.iter().enumerate() {
        let mut words = of.text.split(' ').enumerate().peekable();
        while let Some((word, text)) = words.next() {
            place += 1;
            let Some(value) = number(text) else { continue };
            let before = (1..=MISSED).find_map(|lines| {
                let before = *last.get(&value.checked_sub(lines)?)?;
                (place - found[before].place <= LINE * lines as usize).then_some(before)
            });
            let inside = words
                .peek()
                .is_some_and(|(_, next)| next.starts_with(char::is_lowercase));
            last.insert(value, found.len());
            found.push(Number {
                place,
                block,
                word,
                inside,
                before,
                row: before.map_or(0, |before| found[before].row) + 1,
            });
        }
    }
    found
}

fn number(word: &str) -> Option<u32> {
    let plain =
        word.len() <= 5 && !word.starts_with('0') && word.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten()
}

/// The numbers of all rows that are long enough and of which at least a third stand in mid-sentence.
fn rows(numbers: &[Number]) -> Vec<&Number> {
    let mut taken = vec![false; numbers.len()];
    let mut ends: Vec<usize> = (0..numbers.len())
        .filter(|at| numbers[*at].row >= ROW)
        .collect();
    ends.sort_by_key(|at| std::cmp::Reverse(numbers[*at].row));
    let mut gone = Vec::new();
    for end in ends {
        if taken[end] {
            continue;
        }
        let row: Vec<usize> =
            std::iter::successors(Some(end), |at| numbers[*at].before.filter(|at| !taken[*at]))
                .collect();
        if row.len() < ROW {
            continue;
        }
        for at in &row {
            taken[*at] = true;
        }
        let inside = row.iter().filter(|at| numbers[**at].inside).count();
        if inside * 3 >= row.len() {
            gone.extend(row.iter().map(|at| &numbers[*at]));
        }
    }
    gone
}
