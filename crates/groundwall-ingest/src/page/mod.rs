//! Pages of a PDF as they look: their picture, and where sentences stand on them.

mod find;

use crate::Limits;
use crate::extract::unreadable;
use find::{Letters, Rectangle};
use groundwall_core::{Area, Mark, PageView, Problem, ProblemCode};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use unpdf::parser::backend::{PageBox, PdfBackend as _, RawBackend};
use unpdf::parser::raster::RasterOptions;
use unpdf::parser::{LayoutAnalyzer, TextSpan};
use unpdf::{ParseOptions, PdfParser};

/// Resolution of a picture: text of 10 points is 15 pixels high.
const DPI: f32 = 110.0;
/// The longer side of a picture in pixels, at most; a poster is drawn smaller.
const LONGEST: f32 = 2_000.0;
/// Time for drawing one page.
const DRAWING: Duration = Duration::from_secs(20);

/// Finds `texts` on a page of a PDF; `number` counts from 1.
///
/// # Errors
/// `Unprocessable` when the file or the page cannot be read, `NotFound` when there is no such page.
pub fn page(
    bytes: &[u8],
    limits: &Limits,
    number: u32,
    texts: &[String],
) -> Result<PageView, Problem> {
    let backend = open(bytes, limits)?;
    let pages = backend.pages();
    let id = *pages
        .get(&number)
        .ok_or_else(|| no_page(number, pages.len()))?;
    let (shown, turned) = (backend.crop_box(id), backend.page_rotation(id));
    let mut analyzer = LayoutAnalyzer::new(&backend);
    let drawn = analyzer
        .extract_page_spans(number)
        .map_err(|error| unreadable(&format!("Page {number} cannot be read ({error}).")))?;
    let orders = if texts.is_empty() {
        Vec::new()
    } else {
        orders(&mut analyzer, number, &drawn)
    };
    let marks = texts
        .iter()
        .map(|text| mark(&orders, text, shown, turned))
        .collect();
    let (width, height) = if turned % 180 == 0 {
        (shown.width(), shown.height())
    } else {
        (shown.height(), shown.width())
    };
    Ok(PageView {
        number,
        pages: pages.len() as u32,
        width,
        height,
        marks,
    })
}

/// Draws a page of a PDF as a PNG; `number` counts from 1.
///
/// # Errors
/// `Unprocessable` when the file or the page cannot be drawn, `NotFound` when there is no such page.
pub fn picture(bytes: &[u8], limits: &Limits, number: u32) -> Result<Vec<u8>, Problem> {
    let backend = open(bytes, limits)?;
    let pages = backend.pages();
    let id = *pages
        .get(&number)
        .ok_or_else(|| no_page(number, pages.len()))?;
    let shown = backend.crop_box(id);
    drop(backend);
    let longest = shown.width().max(shown.height()).max(1.0);
    let options = RasterOptions {
        dpi: DPI.min(72.0 * LONGEST / longest),
        ..RasterOptions::default()
    };
    let start = Instant::now();
    let mut budget = |_| {
        if start.elapsed() > DRAWING {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let cannot = |error: unpdf::Error| {
        unreadable(&format!(
            "Page {number} cannot be drawn ({error}). Download the original to see it."
        ))
    };
    let parser =
        PdfParser::from_bytes_with_options(bytes, ParseOptions::new().lenient().sequential())
            .map_err(cannot)?;
    Ok(parser
        .render_page_with(number, &options, &mut budget)
        .map_err(cannot)?
        .to_png())
}

fn open(bytes: &[u8], limits: &Limits) -> Result<RawBackend, Problem> {
    let backend = RawBackend::load_bytes(bytes)
        .map_err(|error| unreadable(&format!("The PDF cannot be read ({error}).")))?;
    if backend.pages().len() as u64 > u64::from(limits.pages) {
        return Err(Limits::over("pages", limits.pages));
    }
    Ok(backend)
}

fn no_page(number: u32, pages: usize) -> Problem {
    Problem::new(
        ProblemCode::NotFound,
        format!("There is no page {number}; the document has {pages}."),
    )
}

/// The letters of a page in the order of drawing, of reading, of lines, and of lines without numbers that stand alone.
fn orders(analyzer: &mut LayoutAnalyzer, number: u32, drawn: &[TextSpan]) -> Vec<Letters> {
    let mut orders = vec![Letters::of(drawn.iter().map(run))];
    if let Ok(blocks) = analyzer.extract_page_blocks(number) {
        orders.push(Letters::of(
            blocks
                .iter()
                .flat_map(|block| &block.lines)
                .flat_map(|line| &line.spans)
                .map(run),
        ));
    }
    let mut lines: Vec<&TextSpan> = drawn.iter().collect();
    lines.sort_by(|a, b| {
        let ((a_down, a_along), (b_down, b_along)) = (stand(a), stand(b));
        a_down.total_cmp(&b_down).then(a_along.total_cmp(&b_along))
    });
    orders.push(Letters::of(lines.iter().copied().map(run)));
    // Line numbers in the margin are not in the text that is looked for.
    lines.retain(|span| !span.text.trim().bytes().all(|byte| byte.is_ascii_digit()));
    orders.push(Letters::of(lines.into_iter().map(run)));
    orders
}

/// How far down a text stands as it is read, and how far along its line.
fn stand(span: &TextSpan) -> (f32, f32) {
    let [right, up] = span.direction;
    (span.x * up - span.y * right, span.x * right + span.y * up)
}

fn run(span: &TextSpan) -> (&str, Rectangle) {
    let upright = span.direction[1].abs() < 0.5;
    let (left, right) = (span.x, span.x + span.width);
    let rectangle = if upright {
        Rectangle {
            left,
            right,
            bottom: span.bottom(),
            top: span.top(),
            along: true,
        }
    } else {
        let reach = find::breadth(&span.text) * span.font_size * span.direction[1].signum();
        let (bottom, top) = if reach < 0.0 {
            (span.y + reach, span.y)
        } else {
            (span.y, span.y + reach)
        };
        Rectangle {
            left,
            right,
            bottom,
            top,
            along: false,
        }
    };
    (&span.text, rectangle)
}

fn mark(orders: &[Letters], text: &str, shown: PageBox, turned: u16) -> Mark {
    let placed = |(rectangles, whole): (Vec<Rectangle>, bool)| Mark {
        areas: rectangles
            .iter()
            .map(|rectangle| area(rectangle, shown, turned))
            .collect(),
        whole,
    };
    let nowhere = Mark {
        areas: Vec::new(),
        whole: false,
    };
    orders
        .iter()
        .find_map(|letters| letters.whole(text))
        .map(|found| (found, true))
        .or_else(|| {
            orders
                .iter()
                .find_map(|letters| letters.part(text))
                .map(|found| (found, false))
        })
        .map_or(nowhere, placed)
}

/// A rectangle of page space as a share of the page as shown, turned clockwise by its rotation.
fn area(rectangle: &Rectangle, shown: PageBox, turned: u16) -> Area {
    let (width, height) = (shown.width().max(1.0), shown.height().max(1.0));
    let (west, east) = (
        (rectangle.left - shown.llx) / width,
        (shown.urx - rectangle.right) / width,
    );
    let (south, north) = (
        (rectangle.bottom - shown.lly) / height,
        (shown.ury - rectangle.top) / height,
    );
    let (across, down) = (
        (rectangle.right - rectangle.left) / width,
        (rectangle.top - rectangle.bottom) / height,
    );
    match turned {
        90 => Area {
            left: south,
            top: west,
            width: down,
            height: across,
        },
        180 => Area {
            left: east,
            top: south,
            width: across,
            height: down,
        },
        270 => Area {
            left: north,
            top: east,
            width: down,
            height: across,
        },
        _ => Area {
            left: west,
            top: north,
            width: across,
            height: down,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::{Object, Stream, dictionary};

    /// A page of 600 × 800 points with one line of Helvetica, 10 points, at (100, 700).
    fn pdf(turned: i64, line: &str) -> Vec<u8> {
        drawn(turned, &format!("BT /F1 10 Tf 100 700 Td ({line}) Tj ET"))
    }

    fn drawn(turned: i64, content: &str) -> Vec<u8> {
        let mut pdf = lopdf::Document::with_version("1.5");
        let pages = pdf.new_object_id();
        let font = pdf.add_object(
            dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" },
        );
        let content = Stream::new(dictionary! {}, content.as_bytes().to_vec());
        let content = pdf.add_object(content);
        let page = pdf.add_object(dictionary! {
            "Type" => "Page", "Parent" => pages, "Contents" => content, "Rotate" => turned,
            "Resources" => dictionary! { "Font" => dictionary! { "F1" => font } },
            "MediaBox" => vec![0.into(), 0.into(), 600.into(), 800.into()],
        });
        let kids: Vec<Object> = vec![page.into()];
        pdf.objects.insert(
            pages,
            dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => 1 }.into(),
        );
        let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
        pdf.trailer.set("Root", catalog);
        let mut bytes = Vec::new();
        pdf.save_to(&mut bytes).unwrap();
        bytes
    }

    fn found(turned: i64, text: &str) -> (PageView, Mark) {
        let view = page(
            &pdf(turned, "The gate is open. The quay is wet."),
            &Limits::default(),
            1,
            &[text.to_owned()],
        )
        .unwrap();
        let mark = view.marks[0].clone();
        (view, mark)
    }

    #[test]
    fn a_sentence_is_marked_where_it_stands_on_the_page_as_shown() {
        let (view, mark) = found(0, "The gate is open.");
        assert_eq!(
            (
                view.width,
                view.height,
                view.pages,
                mark.areas.len(),
                mark.whole
            ),
            (600.0, 800.0, 1, 1, true)
        );
        let area = mark.areas[0];
        assert!(
            (area.left * 600.0 - 100.0).abs() < 1.0 && (area.top * 800.0 - 92.0).abs() < 1.0,
            "{area:?}"
        );
        // Helvetica's widths add up to 78.4 points for the first sentence and 163.4 for both.
        assert!(
            (area.width * 600.0 - 78.4).abs() < 8.0,
            "{}",
            area.width * 600.0
        );
        let (_, second) = found(0, "The quay is wet.");
        assert!(second.areas[0].left > area.left + area.width, "{second:?}");
        let (_, absent) = found(0, "The gate is shut.");
        assert!(absent.areas.is_empty() && !absent.whole);

        let (view, mark) = found(90, "The gate is open.");
        assert_eq!((view.width, view.height), (800.0, 600.0));
        let area = mark.areas[0];
        assert!(
            (area.left * 800.0 - 698.0).abs() < 1.0
                && (area.top * 600.0 - 100.0).abs() < 1.0
                && area.height > area.width,
            "{area:?}"
        );
        let (_, mark) = found(180, "The gate is open.");
        assert!(
            (mark.areas[0].left + mark.areas[0].width - 5.0 / 6.0).abs() < 0.01,
            "{mark:?}"
        );
    }

    #[test]
    fn lines_that_run_up_are_found_in_the_order_in_which_they_are_read() {
        let words = [
            ("today.", 214, 160),
            ("The gate", 200, 100),
            ("is", 200, 160),
            ("open", 214, 100),
        ];
        let show = |(word, x, y)| format!("BT /F1 10 Tf 0 1 -1 0 {x} {y} Tm ({word}) Tj ET ");
        let bytes = drawn(90, &words.map(show).concat());
        let text = "The gate is open today.".to_owned();
        let view = page(&bytes, &Limits::default(), 1, &[text]).unwrap();
        assert!(view.marks[0].whole, "{:?}", view.marks);
    }

    /// Pixels of the 110 dpi picture that are not white, by quarter of the page: upper left, upper right, lower left, lower right.
    fn ink(turned: i64) -> [bool; 4] {
        let png = picture(&pdf(turned, "The gate is open."), &Limits::default(), 1).unwrap();
        let image = tiny_skia::Pixmap::decode_png(&png).unwrap();
        let mut quarters = [false; 4];
        for (at, pixel) in image.pixels().iter().enumerate() {
            let (x, y) = (at as u32 % image.width(), at as u32 / image.width());
            quarters
                [usize::from(x * 2 >= image.width()) + 2 * usize::from(y * 2 >= image.height())] |=
                pixel.red() < 128;
        }
        quarters
    }

    #[test]
    fn a_page_is_drawn_as_it_is_turned() {
        assert_eq!(ink(0), [true, false, false, false]);
        assert_eq!(ink(90), [false, true, false, false]);
    }

    #[test]
    fn there_is_no_other_page() {
        let bytes = pdf(0, "Only.");
        assert!(
            page(&bytes, &Limits::default(), 2, &[])
                .unwrap_err()
                .to_string()
                .contains("no page 2")
        );
        assert!(
            picture(&bytes, &Limits::default(), 0)
                .unwrap_err()
                .to_string()
                .contains("no page 0")
        );
        assert!(picture(b"%PDF-1.4 broken", &Limits::default(), 1).is_err());
    }
}
