//! Rust code without what stands in its comments and literals, so that braces and names can be counted.

use std::ops::Range;

/// A file's code: comments are blank, and of literals only their marks are left, so that every place stays where it was.
pub(super) struct Code<'a> {
    text: &'a str,
    plain: String,
    /// What stands between the marks of each text literal.
    literals: Vec<Range<usize>>,
    /// Where the tests of the file begin.
    tests: usize,
}

pub(super) struct Function {
    pub(super) name: String,
    pub(super) lines: usize,
    pub(super) in_tests: bool,
    /// Whether it is a plain table, as its attribute says, or a view.
    pub(super) is_exempt: bool,
}

/// Whether a file is one of tests, benches or examples.
pub(super) fn is_test(path: &str) -> bool {
    let folders = ["/tests/", "/benches/", "/examples/", "groundwall-testing/"];
    path.starts_with("fuzz/")
        || path.ends_with("/tests.rs")
        || folders.iter().any(|folder| path.contains(folder))
}

impl<'a> Code<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut reader = Reader {
            text,
            at: 0,
            plain: String::with_capacity(text.len()),
            literals: Vec::new(),
        };
        while reader.at < text.len() {
            reader.step();
        }
        let (plain, literals) = (reader.plain, reader.literals);
        let tests = plain.find("#[cfg(test)]\nmod ").unwrap_or(plain.len());
        Self {
            text,
            plain,
            literals,
            tests,
        }
    }

    /// The functions that have a body.
    pub(super) fn functions(&self) -> Vec<Function> {
        let mut functions = Vec::new();
        for (at, _) in self.plain.match_indices("fn ") {
            let name: String = self.plain[at + 3..]
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let own = !self.plain[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let Some(body) = self.body(at).filter(|_| own && !name.is_empty()) else {
                continue;
            };
            let head = self.plain[..at].trim_end();
            let above = head.rfind(['}', ';']).map_or(0, |end| end + 1);
            let table = self.plain[above..at].contains("too_many_lines")
                && self.text[above..at].contains("table");
            functions.push(Function {
                name,
                lines: self.plain[at..body.end].matches('\n').count() + 1,
                in_tests: at > self.tests,
                is_exempt: table || self.plain[body].contains("view!"),
            });
        }
        functions
    }

    /// The body of the function whose `fn` stands at a place; none where it is declared alone, or `fn` is a type.
    fn body(&self, at: usize) -> Option<Range<usize>> {
        let mut depth = 0;
        let open = self.plain[at..].char_indices().find_map(|(more, c)| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                ';' | '{' | ',' | '=' if depth == 0 => return Some((at + more, c)),
                _ => {}
            }
            (depth < 0).then_some((at + more, ';'))
        });
        let (start, _) = open.filter(|(_, c)| *c == '{')?;
        let end = self.closing(start, '{', '}')?;
        Some(start..end)
    }

    /// Behind the mark that closes what is opened at a place.
    fn closing(&self, at: usize, open: char, close: char) -> Option<usize> {
        let mut depth = 0;
        self.plain[at..].char_indices().find_map(|(more, c)| {
            depth += i32::from(c == open) - i32::from(c == close);
            (depth == 0).then_some(at + more + 1)
        })
    }

    /// Lists of at least so many small words outside of tests: the line of each and how many words it has. A text of words with spaces is one, too. What an attribute
    /// lists are names of the program, such as options that a command line refuses together, and no words.
    pub(super) fn word_lists(&self, least: usize) -> Vec<(usize, usize)> {
        let mut lists = Vec::new();
        let mut attribute = 0;
        for (at, _) in self.plain[..self.tests].match_indices('[') {
            if at < attribute {
                continue;
            }
            let Some(end) = self.closing(at, '[', ']') else {
                continue;
            };
            let before = &self.plain[..at];
            if before.strip_suffix('!').unwrap_or(before).ends_with('#') {
                attribute = end;
                continue;
            }
            let only_texts = self.plain[at + 1..end - 1].chars().all(|c| {
                c.is_whitespace()
                    || c.is_ascii_digit()
                    || matches!(c, '"' | ',' | '(' | ')' | '.' | '_' | '&')
            });
            let within = self.literals.partition_point(|literal| literal.start < at)
                ..self.literals.partition_point(|literal| literal.start < end);
            let words: Vec<&str> = self.literals[within]
                .iter()
                .map(|literal| &self.text[literal.clone()])
                .collect();
            let small = words.iter().filter(|word| is_small(word)).count();
            if only_texts && words.len() >= least && 5 * small >= 4 * words.len() {
                lists.push((self.line(at), words.len()));
            }
        }
        for literal in self
            .literals
            .iter()
            .filter(|literal| literal.start < self.tests)
        {
            let text = &self.text[literal.clone()];
            let words = text
                .replace("\\\n", "")
                .split(' ')
                .filter(|word| !word.is_empty())
                .count();
            if text.starts_with(' ') && text.ends_with(' ') && words >= 2 * least {
                lists.push((self.line(literal.start), words));
            }
        }
        lists
    }

    /// Lines outside of tests on which `number::extract` is called.
    pub(super) fn reads_numbers(&self, path: &str) -> Vec<usize> {
        let product = &self.plain[..self.tests];
        let imported = product.split("use ").skip(1).any(|import| {
            let import = import.split(';').next().unwrap_or_default();
            import.contains("number::{") && import.contains("extract")
                || path.contains("/number")
                    && import.contains("super::{")
                    && import.contains("extract")
        }) || path.ends_with("checks/src/number.rs");
        product
            .match_indices("extract(")
            .filter(|(at, _)| {
                let before = &product[..*at];
                before.ends_with("number::")
                    || imported && !before.ends_with("::") && !before.ends_with("fn ")
            })
            .map(|(at, _)| self.line(at))
            .collect()
    }

    fn line(&self, at: usize) -> usize {
        self.plain[..at].matches('\n').count() + 1
    }
}

/// A word or short phrase in small letters.
fn is_small(word: &str) -> bool {
    let word = word.trim();
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word
            .chars()
            .all(|c| c.is_ascii_lowercase() || matches!(c, ' ' | '\'' | '.' | '-'))
}

/// Goes through a text once.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    plain: String,
    literals: Vec<Range<usize>>,
}

impl Reader<'_> {
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        if rest.starts_with("//") {
            self.blank(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.blank(rest.find("*/").map_or(rest.len(), |end| end + 2));
        } else if let Some(marks) = raw_marks(rest).filter(|_| !self.in_word()) {
            let open = rest.find('"').map_or(rest.len(), |at| at + 1);
            let close = format!("\"{}", "#".repeat(marks));
            let length = rest[open..].find(&close).unwrap_or(rest.len() - open);
            self.literal(open, length, close.len());
        } else if let Some(quoted) = rest.strip_prefix('"') {
            self.literal(1, quoted_length(quoted), 1);
        } else if let Some(length) = letter_length(rest) {
            self.blank(length);
        } else {
            let letter = rest.chars().next().map_or(1, char::len_utf8);
            self.plain.push_str(&rest[..letter]);
            self.at += letter;
        }
    }

    fn in_word(&self) -> bool {
        self.text[..self.at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
    }

    /// Goes over bytes that are no code. Lines stay.
    fn blank(&mut self, length: usize) {
        let end = (self.at + length).min(self.text.len());
        for byte in self.text[self.at..end].bytes() {
            self.plain.push(if byte == b'\n' { '\n' } else { ' ' });
        }
        self.at = end;
    }

    fn literal(&mut self, open: usize, length: usize, close: usize) {
        self.blank(open - 1);
        self.plain.push('"');
        self.at += 1;
        self.literals.push(self.at..self.at + length);
        self.blank(length);
        if self.at < self.text.len() {
            self.plain.push('"');
            self.at += 1;
            self.blank(close - 1);
        }
    }
}

/// How many `#` a raw text literal has that begins here.
fn raw_marks(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('r')?;
    let marks = rest.len() - rest.trim_start_matches('#').len();
    rest[marks..].starts_with('"').then_some(marks)
}

/// How long a text literal is that begins here, up to the mark that closes it.
fn quoted_length(rest: &str) -> usize {
    let mut escaped = false;
    rest.char_indices()
        .find(|(_, c)| {
            let ends = *c == '"' && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        })
        .map_or(rest.len(), |(at, _)| at)
}

/// How long a character literal is that begins here; none for a lifetime.
fn letter_length(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    if let Some(escaped) = inner.strip_prefix('\\') {
        let first = escaped.chars().next()?.len_utf8();
        return escaped[first..].find('\'').map(|end| end + first + 3);
    }
    let first = inner.chars().next()?.len_utf8();
    inner[first..].starts_with('\'').then_some(first + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_texts_and_letters_hold_no_code() {
        let code = Code::of(
            "// fn no() {\nfn a<'t>(x: &'t str) -> char {\n    \"} fn b() {\";\n    r#\"\"}\"#;\n    '}'\n}\nfn declared();\n",
        );
        let functions = code.functions();
        assert_eq!(functions.len(), 1);
        assert_eq!((functions[0].name.as_str(), functions[0].lines), ("a", 5));
    }

    #[test]
    fn a_table_says_so_and_a_view_shows_it() {
        let code = Code::of(
            "#[expect(clippy::too_many_lines, reason = \"a table of cases\")]\nfn a() {}\nfn b() { view! { <p/> } }\nfn c() {}\n",
        );
        let exempt: Vec<bool> = code.functions().iter().map(|own| own.is_exempt).collect();
        assert_eq!(exempt, [true, true, false]);
    }

    #[test]
    fn lists_are_words_in_small_letters_outside_of_tests() {
        let code = Code::of(
            "const A: [&str; 5] = [\"a\", \"b\", \"c\", \"d\", \"e\"];\nconst B: [&str; 5] = [\"<a>\", \"B\", \"{}\", \"D\", \"e\"];\nconst C: &str = \" a b c d e f g h i j \";\n#[cfg(test)]\nmod tests { const D: [&str; 5] = [\"a\", \"b\", \"c\", \"d\", \"e\"]; }\n",
        );
        assert_eq!(code.word_lists(5), [(1, 5), (3, 10)]);
    }

    #[test]
    fn what_an_attribute_lists_is_no_list_of_words() {
        let code = Code::of(
            "#[arg(conflicts_with_all = [\"a\", \"b\", \"c\", \"d\", \"e\"])]\nconst A: [&str; 5] = [\"a\", \"b\", \"c\", \"d\", \"e\"];\n",
        );
        assert_eq!(code.word_lists(5), [(2, 5)]);
    }

    #[test]
    fn numbers_are_read_where_the_reader_is_called() {
        let code = Code::of(
            "use crate::number::{Unit, extract};\nfn a() { extract(claim); date::extract(claim); }\n",
        );
        assert_eq!(code.reads_numbers("crates/groundwall-checks/src/a.rs"), [2]);
        let code = Code::of("fn a() { number::extract(claim); extract(other); }\n");
        assert_eq!(code.reads_numbers("crates/groundwall-checks/src/a.rs"), [1]);
    }
}
