//! Whether a reader's work grows with the length of a text, on texts that were made to make it grow with the square.

use std::time::Duration;

/// Texts of about `length` bytes, each with a name, that repeat what readers stumble over.
pub fn adversarial(length: usize) -> Vec<(&'static str, String)> {
    const UNITS: [(&str, &str); 28] = [
        ("digits", "7"),
        ("digits and commas", "1,"),
        ("groups of digits", "111.111,"),
        ("digits and dots", "1.111."),
        ("dots", "."),
        ("letters and dots", "a."),
        ("words and stops", "A b. "),
        ("dashes", "1-"),
        ("long dashes", "a – "),
        ("quotes", "\""),
        ("open quotes", "“\"ab\" "),
        ("brackets", "([1, ("),
        ("citations", "[1] "),
        ("urls", "http://a.a "),
        ("capitals", "Abc Xyz. Q "),
        ("acronyms", "AB is x, "),
        ("codes", "A1.B2-"),
        ("mail", "a.b-c+d."),
        ("and", "x runs and "),
        ("and of sizes", "5 m and 6 kg "),
        ("semicolons", "x runs; "),
        ("new lines", "\n"),
        ("bullets", "- a\n"),
        ("rows", "| a | 1 |\n"),
        ("headers", "Cost: 1. "),
        ("number words", "a hundred and one "),
        ("marks", "e\u{301}\u{316}\u{301}"),
        ("dates", "from 1 May 2020 to 1/2/2021, 5 pm "),
    ];
    let mut texts = repeated(&UNITS, length);
    texts.push((
        "a url of dots",
        format!("http://{}", "a.".repeat(length / 2)),
    ));
    texts.push(("one word", "x".repeat(length)));
    texts
}

/// Units, each repeated to about `length` bytes.
fn repeated(units: &[(&'static str, &'static str)], length: usize) -> Vec<(&'static str, String)> {
    units
        .iter()
        .map(|(name, unit)| (*name, unit.repeat(length / unit.len())))
        .collect()
}

/// Processor time that work takes on this thread; what others do on the machine does not count.
pub fn spent(work: &mut dyn FnMut()) -> Duration {
    // Nanoseconds on a processor come first.
    let now = || {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        Duration::from_nanos(
            told.split_whitespace()
                .next()
                .and_then(|time| time.parse().ok())
                .unwrap_or(0),
        )
    };
    let start = now();
    work();
    now().saturating_sub(start)
}

/// How much slower code is that was not optimised.
pub const UNOPTIMISED: u32 = if cfg!(debug_assertions) { 25 } else { 1 };

/// Fails where ten times the text takes more than fifteen times the time. What takes less than `floor` on the long text is not compared: it is noise. The
/// floor is that of an optimised build; another one has so much more.
pub fn assert_linear(reader: &str, length: usize, floor: Duration, read: &mut dyn FnMut(&str)) {
    let texts = adversarial(length)
        .into_iter()
        .zip(adversarial(10 * length));
    for ((name, short), (_, long)) in texts {
        compare((reader, name), (&short, &long), floor, read);
    }
}

/// [`assert_linear`] on texts that repeat these units.
pub fn assert_linear_in(
    units: &[(&'static str, &'static str)],
    reader: &str,
    length: usize,
    floor: Duration,
    read: &mut dyn FnMut(&str),
) {
    let texts = repeated(units, length).into_iter();
    for ((name, short), (_, long)) in texts.zip(repeated(units, 10 * length)) {
        compare((reader, name), (&short, &long), floor, read);
    }
}

fn compare(
    (reader, name): (&str, &str),
    (short, long): (&str, &str),
    floor: Duration,
    read: &mut dyn FnMut(&str),
) {
    let floor = floor * UNOPTIMISED;
    let mut time = |text: &str| spent(&mut || read(text));
    // The first look at a text builds what is built once.
    time(short);
    let first = time(long);
    if first <= floor {
        return;
    }
    let mut least = |text: &str| (0..3).map(|_| time(text)).min().unwrap_or_default();
    let (one, ten) = (least(short), least(long).min(first));
    assert!(
        ten <= floor.max(one * 15),
        "{reader}, {name}: {one:?} for {} bytes, {ten:?} for {}",
        short.len(),
        long.len()
    );
}
