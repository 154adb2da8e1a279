//! Forms: whatever comes, in whatever pieces, is read or refused, and no file is longer than it may be.
#![no_main]

use actix_multipart::Multipart;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use actix_web::web::Bytes;
use futures::{executor, stream};
use groundwall_core::{Problem, ProblemCode};

#[path = "../../server/src/multipart/parts.rs"]
mod parts;

const MOST: u64 = 10_000;

libfuzzer_sys::fuzz_target!(|input: (u8, &[u8])| {
    let (size, body) = input;
    let mut headers = HeaderMap::new();
    let kind = HeaderValue::from_static("multipart/form-data; boundary=b");
    headers.insert(CONTENT_TYPE, kind);
    let pieces: Vec<Result<Bytes, PayloadError>> = body
        .chunks(usize::from(size).max(1) * 16)
        .map(|piece| Ok(Bytes::copy_from_slice(piece)))
        .collect();
    let form = Multipart::new(&headers, Box::pin(stream::iter(pieces)));
    let malformed = |error: &_| Problem::new(ProblemCode::Malformed, format!("{error}"));
    if let Ok(read) = executor::block_on(parts::read(form, MOST, malformed)) {
        assert!(
            read.files
                .iter()
                .all(|file| file.bytes.len() as u64 <= MOST)
        );
        assert!(read.files.len() + read.refused.len() > 0);
        let _ = read.collection;
    }
});
