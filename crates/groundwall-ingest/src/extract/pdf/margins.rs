//! Text in the margin of a page, whose lines stand beside those of the text and between them.

use super::tables::across;
use unpdf::parser::TextSpan;

/// Lines that a margin and the text beside it have at least.
const LINES: usize = 4;
/// Room between both.
const ROOM: f32 = 4.0;
/// How much smaller the letters of a margin are.
const SMALLER: f32 = 0.4;
/// Width of a margin, as a share of that of the text beside it, at most.
const WIDTH: f32 = 0.7;

/// The pieces of text of a page in the parts that are read one after the other: the text, and its margin.
pub(super) fn flows(spans: Vec<TextSpan>) -> Vec<Vec<TextSpan>> {
    let mut starts: Vec<f32> = spans.iter().map(|span| span.x).collect();
    starts.sort_by(f32::total_cmp);
    let mut tried: Vec<f32> = Vec::new();
    for group in starts.chunk_by(|a, b| b - a < 1.0) {
        if group.len() >= LINES {
            tried.push(group[0] - 0.5);
        }
    }
    let margin = tried.into_iter().find_map(|edge| margin(&spans, edge));
    match margin {
        Some(margin) => {
            let (beside, text): (Vec<_>, Vec<_>) = spans
                .into_iter()
                .zip(margin)
                .partition(|(_, in_margin)| *in_margin);
            let flow = |part: Vec<(TextSpan, bool)>| part.into_iter().map(|(span, _)| span);
            vec![flow(text).collect(), flow(beside).collect()]
        }
        None => vec![spans],
    }
}

/// Which pieces stand in the margin on one side of an edge, if there is one.
fn margin(spans: &[TextSpan], edge: f32) -> Option<Vec<bool>> {
    let of = |test: &dyn Fn(&TextSpan) -> bool| -> Vec<usize> {
        (0..spans.len())
            .filter(|at| !spans[*at].text.trim().is_empty() && test(&spans[*at]))
            .collect()
    };
    let after = of(&|span| span.x >= edge);
    let before = of(&|span| across(span).1 <= edge - ROOM + 0.5);
    for (inside, outside) in [(&after, &before), (&before, &after)] {
        let inside_only = narrow(spans, inside, outside);
        if let Some(inside) = inside_only {
            let mut all = vec![false; spans.len()];
            for at in inside {
                all[at] = true;
            }
            return Some(all);
        }
    }
    None
}

/// The pieces of a margin, where `inside` is one beside the text of `outside`.
fn narrow(spans: &[TextSpan], inside: &[usize], outside: &[usize]) -> Option<Vec<usize>> {
    let size = |all: &[usize]| {
        let mut sizes: Vec<f32> = all.iter().map(|at| spans[*at].font_size).collect();
        sizes.sort_by(f32::total_cmp);
        sizes.get(sizes.len() / 2).copied()
    };
    let (own, text) = (size(inside)?, size(outside)?);
    if own > text - SMALLER {
        return None;
    }
    // A title may reach over it.
    let fits = |at: &&usize| spans[**at].font_size < text + SMALLER;
    let inside: Vec<usize> = inside.iter().filter(fits).copied().collect();
    let lines = |all: &[usize]| {
        let mut lines: Vec<f32> = all.iter().map(|at| spans[*at].y).collect();
        lines.sort_by(f32::total_cmp);
        lines.dedup_by(|a, b| (*a - *b).abs() < 1.0);
        lines
    };
    let (own_lines, text_lines) = (lines(&inside), lines(outside));
    let level = own_lines
        .iter()
        .filter(|y| text_lines.iter().any(|other| (*y - other).abs() < 1.0))
        .count();
    let width = |all: &[usize]| {
        let right = all.iter().map(|at| spans[*at].x + spans[*at].width);
        let left = all.iter().map(|at| spans[*at].x);
        right.fold(f32::MIN, f32::max) - left.fold(f32::MAX, f32::min)
    };
    // Text that goes over the edge at the same height is cut by it.
    let cut = spans.iter().enumerate().any(|(at, span)| {
        !inside.contains(&at)
            && !outside.contains(&at)
            && !span.text.trim().is_empty()
            && (span.font_size - text).abs() < SMALLER
            && own_lines.first().is_some_and(|low| span.y > *low)
            && own_lines.last().is_some_and(|high| span.y < *high)
    });
    let is_margin = own_lines.len() >= LINES
        && text_lines.len() >= LINES
        && level * 2 <= own_lines.len()
        && width(&inside) <= WIDTH * width(outside)
        && !cut;
    is_margin.then_some(inside)
}
