//! The collection that a header names: for programs and gateways that can add a header and no field of their own.

use super::chat::Extension;
use actix_web::http::header::HeaderMap;
use groundwall_core::{Problem, ProblemCode};
use percent_encoding::percent_decode;

const HEADER: &str = "groundwall-collection";

/// The name or id that the header has, percent-encoded where it is not ASCII; none without one.
pub(super) fn named(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let wrong = |why: &str| {
        Problem::new(
            ProblemCode::Unprocessable,
            format!("The header Groundwall-Collection {why}."),
        )
    };
    let mut all = headers.get_all(HEADER);
    let Some(value) = all.next() else {
        return Ok(None);
    };
    if all.next().is_some() {
        return Err(wrong("is there twice"));
    }
    let text = percent_decode(value.as_bytes())
        .decode_utf8()
        .map_err(|_| wrong("is no text in UTF-8"))?;
    let name = text.trim();
    Ok((!name.is_empty()).then(|| name.to_owned()))
}

impl Extension {
    /// With the collection of the header where the body names none.
    pub(super) fn or_of(mut self, named: Option<String>) -> Self {
        self.collection = self.collection.or(named);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::named;
    use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

    fn read(values: &[&str]) -> Result<Option<String>, String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(
                HeaderName::from_static(super::HEADER),
                HeaderValue::from_bytes(value.as_bytes()).unwrap(),
            );
        }
        named(&headers).map_err(|problem| problem.message)
    }

    #[test]
    fn a_name_is_read_in_either_writing() {
        let name = |text: &str| Ok(Some(text.to_owned()));
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&[" "]), Ok(None));
        assert_eq!(read(&["Board papers"]), name("Board papers"));
        assert_eq!(read(&["Br%C3%BCcke"]), name("Brücke"));
        assert_eq!(read(&["Brücke"]), name("Brücke"));
        assert_eq!(read(&["100% wool"]), name("100% wool"));
    }

    #[test]
    fn what_is_no_name_is_refused() {
        assert!(read(&["a", "b"]).unwrap_err().contains("twice"));
        assert!(read(&["%FF"]).unwrap_err().contains("UTF-8"));
    }
}
