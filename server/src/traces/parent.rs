//! The trace that a request belongs to, as its header `traceparent` says (W3C Trace Context).

use std::future::Future;

tokio::task_local! {
    static PARENT: Option<Parent>;
}

/// A span of somebody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parent {
    pub(super) trace: String,
    pub(super) span: String,
    /// Whether whoever began the trace records it.
    pub(super) sampled: bool,
}

impl Parent {
    /// Reads `00-TRACE-SPAN-FLAGS`; anything else is none, as the standard asks.
    pub(crate) fn read(header: &str) -> Option<Self> {
        let mut parts = header.trim().split('-');
        let (version, trace, span, flags) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let hex = |text: &str, length: usize| {
            text.len() == length
                && text
                    .bytes()
                    .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        let id = |text: &str, length| hex(text, length) && text.bytes().any(|byte| byte != b'0');
        let more = parts.next().is_some();
        let known = hex(version, 2) && version != "ff" && (version != "00" || !more);
        let flags = hex(flags, 2).then(|| u8::from_str_radix(flags, 16).ok())??;
        (known && id(trace, 32) && id(span, 16)).then(|| Self {
            trace: trace.to_owned(),
            span: span.to_owned(),
            sampled: flags & 1 == 1,
        })
    }
}

/// The trace that what is done now belongs to.
pub(super) fn current() -> Option<Parent> {
    PARENT.try_with(Clone::clone).ok().flatten()
}

/// Work for a request that belongs to a trace, or to none.
pub(crate) async fn continues<T>(parent: Option<Parent>, work: impl Future<Output = T>) -> T {
    PARENT.scope(parent, work).await
}

/// Work that goes on elsewhere for the same request.
pub(crate) fn carried<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    PARENT.scope(current(), work)
}

#[cfg(test)]
mod tests {
    use super::Parent;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const SPAN: &str = "00f067aa0ba902b7";

    #[test]
    fn the_header_is_read_as_the_standard_says() {
        let read = Parent::read(&format!("00-{TRACE}-{SPAN}-01")).unwrap();
        assert_eq!((read.trace.as_str(), read.span.as_str()), (TRACE, SPAN));
        assert!(read.sampled);
        assert!(
            !Parent::read(&format!("00-{TRACE}-{SPAN}-00"))
                .unwrap()
                .sampled
        );
        assert!(Parent::read(&format!("01-{TRACE}-{SPAN}-01-more")).is_some());
        for wrong in [
            String::new(),
            "00".to_owned(),
            format!("00-{TRACE}-{SPAN}-01-more"),
            format!("ff-{TRACE}-{SPAN}-01"),
            format!("00-{}-{SPAN}-01", "0".repeat(32)),
            format!("00-{TRACE}-{}-01", "0".repeat(16)),
            format!("00-{}-{SPAN}-01", TRACE.to_uppercase()),
            format!("00-{TRACE}-{SPAN}-1"),
            format!("00-{TRACE}é-{SPAN}-01"),
        ] {
            assert_eq!(Parent::read(&wrong), None, "{wrong}");
        }
    }
}
