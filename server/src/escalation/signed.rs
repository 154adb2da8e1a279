//! The signature of what is sent: who has the secret can tell that it comes from here, and when.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::fmt::Write as _;

/// `t=SECONDS,v1=HEX`: HMAC-SHA256 of the time, a full stop and the body.
pub(super) fn signature(secret: &str, time: i64, body: &str) -> String {
    // A key of any length is one of HMAC.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(format!("{time}.{body}").as_bytes());
    let mut said = format!("t={time},v1=");
    for byte in mac.finalize().into_bytes() {
        let _ = write!(said, "{byte:02x}");
    }
    said
}

#[cfg(test)]
mod tests {
    use super::signature;

    /// Made with `printf '1.{}' | openssl dgst -sha256 -hmac key`.
    #[test]
    fn it_is_the_hmac_that_others_compute() {
        assert_eq!(
            signature("key", 1, "{}"),
            "t=1,v1=1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224"
        );
        assert_ne!(signature("key", 2, "{}"), signature("key", 1, "{}"));
    }
}
