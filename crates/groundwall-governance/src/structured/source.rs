//! The document that an answer was taken from: its text, by pages where they are known.

/// A page, or all of a text without pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// From 1; none where the text has no pages.
    pub number: Option<u32>,
    pub text: String,
}

/// The document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// In order.
    pub pages: Vec<Page>,
    pub total_pages: Option<u32>,
    /// The pages that the answer is about; none where it is about all of them.
    pub range: Option<(u32, u32)>,
}

/// A range of pages that the document does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("pages {first} to {last} are no range of this document; {bound}")]
pub struct RangeError {
    first: u32,
    last: u32,
    bound: String,
}

/// First and last page of `2-5`, or of one page; none where it is neither.
pub fn page_range(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once(['-', '–']).unwrap_or((text, text));
    first.trim().parse().ok().zip(last.trim().parse().ok())
}

/// A number of pages that cannot be the document's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PagesError {
    #[error("it is at least 1; leave it out where it is not known")]
    None,
    #[error("the document has {has} pages, not {said}; leave it out")]
    Other { has: u32, said: u32 },
}

impl Source {
    /// The same document, with as many pages as somebody says that it has, where it does not say that itself.
    ///
    /// # Errors
    /// Where it has another number of pages, or none are said.
    pub fn of_pages(mut self, said: Option<u32>) -> Result<Self, PagesError> {
        match (self.total_pages, said) {
            (_, Some(0)) => return Err(PagesError::None),
            (Some(has), Some(said)) if has != said => return Err(PagesError::Other { has, said }),
            (None, said) => self.total_pages = said,
            (Some(_), _) => {}
        }
        Ok(self)
    }

    /// A text. Form feeds separate its pages, where there are as many as are said to be or nobody has said how many there are.
    pub fn of_text(text: &str, total_pages: Option<u32>) -> Self {
        let mut parts: Vec<&str> = text.split('\u{c}').collect();
        let said = total_pages.and_then(|total| usize::try_from(total).ok());
        let ended = parts.len() > 1 && parts.last().is_some_and(|last| last.trim().is_empty());
        if ended && said != Some(parts.len()) {
            parts.pop();
        }
        let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        let paged = match total_pages {
            Some(total) => count == total,
            None => text.contains('\u{c}'),
        };
        if !paged {
            let all = Page {
                number: None,
                text: text.to_owned(),
            };
            return Self {
                pages: vec![all],
                total_pages,
                range: None,
            };
        }
        let pages = (1u32..).zip(parts).map(|(number, part)| Page {
            number: Some(number),
            text: part.to_owned(),
        });
        Self {
            pages: pages.collect(),
            total_pages: Some(count),
            range: None,
        }
    }

    /// The same document, of which only some pages are asked about.
    ///
    /// # Errors
    /// Where the document has no such pages.
    pub fn within(mut self, first: u32, last: u32) -> Result<Self, RangeError> {
        let beyond = self.total_pages.is_some_and(|total| last > total);
        if first == 0 || first > last || beyond {
            let bound = self.total_pages.map_or_else(
                || "give the first and the last page, from 1".to_owned(),
                |total| format!("it has pages 1 to {total}"),
            );
            return Err(RangeError { first, last, bound });
        }
        self.range = Some((first, last));
        Ok(self)
    }

    /// The pages that are asked about, and what has no page.
    pub(super) fn asked(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter().filter(|page| {
            let among = |number| self.range.is_none_or(|(a, b)| (a..=b).contains(&number));
            page.number.is_none_or(among)
        })
    }

    /// Pages that the answer can speak of.
    pub(super) fn page_count(&self) -> Option<u32> {
        match self.range {
            Some((first, last)) => Some(last - first + 1),
            None => self.total_pages,
        }
    }

    /// Whether every text has its page.
    pub(super) fn paged(&self) -> bool {
        !self.pages.is_empty() && self.pages.iter().all(|page| page.number.is_some())
    }

    /// All lines of the pages that are asked about.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.asked().flat_map(|page| page.text.lines())
    }
}
