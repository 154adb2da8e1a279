//! Address, model and key of a chat endpoint, in a file that its owner alone may read.

use anyhow::Context as _;
use groundwall_core::{Problem, ProblemCode};
use groundwall_ports::PortError;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use url::{Host, Url};

/// Its name in the data directory. It is in no backup.
pub(crate) const MODEL_FILE: &str = "language-model.json";

/// Characters of each field.
const LONGEST: usize = 500;

/// A chat endpoint as it is kept. It prints itself nowhere.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredModel {
    pub(crate) base_url: String,
    pub(crate) model: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) api_key: Option<String>,
}

fn wrong(message: &str) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

/// Whether an address is link-local, multicast or none: clouds tell secrets of a machine there. What a name stands for is not looked up here.
fn is_of_the_machine(host: &Host<&str>) -> bool {
    let of_four = |four: Ipv4Addr| {
        four.is_link_local() || four.is_multicast() || four.is_broadcast() || four.is_unspecified()
    };
    match host {
        Host::Ipv4(four) => of_four(*four),
        Host::Ipv6(six) => match six.to_ipv4_mapped() {
            Some(four) => of_four(four),
            None => {
                let aws = Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254);
                six.is_unicast_link_local()
                    || six.is_multicast()
                    || six.is_unspecified()
                    || *six == aws
            }
        },
        Host::Domain(name) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            name == "metadata" || name.starts_with("metadata.")
        }
    }
}

impl StoredModel {
    /// What somebody typed, with the white space taken off; says what does not fit.
    pub(crate) fn checked(base_url: &str, model: &str, key: &str) -> Result<Self, Problem> {
        let (base_url, model, key) = (base_url.trim(), model.trim(), key.trim());
        if [base_url, model, key]
            .iter()
            .any(|text| text.chars().count() > LONGEST)
        {
            return Err(wrong(
                "Address, model and key may have 500 characters each.",
            ));
        }
        let url = Url::parse(base_url).map_err(|_| {
            wrong("This is no address. Write it as https://api.example.com/v1 or http://127.0.0.1:11434/v1.")
        })?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(wrong(
                "The address must begin with http:// or https:// and name a host.",
            ));
        }
        if url.host().is_some_and(|host| is_of_the_machine(&host)) {
            return Err(wrong(
                "This address is one under which a machine speaks to its own network or cloud, and no model's. Name the host of an endpoint.",
            ));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(wrong(
                "Put no name or password into the address; the key has a field of its own.",
            ));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(wrong(
                "The address must end with its path, without ? and #.",
            ));
        }
        if model.is_empty() || model.chars().any(char::is_control) {
            return Err(wrong(
                "Name the model as the endpoint does, such as llama3.1.",
            ));
        }
        if !key.bytes().all(|sign| sign.is_ascii_graphic()) {
            return Err(wrong(
                "A key has letters, digits and signs of ASCII only, and no spaces.",
            ));
        }
        Ok(Self {
            base_url: base_url.to_owned(),
            model: model.to_owned(),
            api_key: (!key.is_empty()).then(|| key.to_owned()),
        })
    }

    /// Whether it is that model at that address.
    pub(crate) fn is(&self, base_url: &str, model: &str) -> bool {
        self.base_url == base_url && self.model == model
    }

    /// Whether both addresses are on one host, with one scheme and port.
    pub(crate) fn same_place(&self, other: &Self) -> bool {
        match (Url::parse(&self.base_url), Url::parse(&other.base_url)) {
            (Ok(one), Ok(two)) => one.origin() == two.origin(),
            (Ok(_) | Err(_), Err(_)) | (Err(_), Ok(_)) => false,
        }
    }
}

/// The stored endpoint, if any.
pub(crate) fn read(dir: &Path) -> anyhow::Result<Option<StoredModel>> {
    let path = dir.join(MODEL_FILE);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", path.display()));
        }
    };
    // What the file holds stays out of the message.
    serde_json::from_slice(&bytes).map(Some).map_err(|_| {
        anyhow::anyhow!(
            "{} is damaged; delete it and set the language model again",
            path.display()
        )
    })
}

fn failed(error: &io::Error) -> PortError {
    PortError::no_room(format!(
        "The language model was not kept: {error}. Look at the room and the rights of the data directory, then try again."
    ))
}

/// Keeps an endpoint, as a whole or not at all.
pub(crate) fn write(dir: &Path, model: &StoredModel) -> Result<(), PortError> {
    let text = serde_json::to_vec(model)
        .map_err(|_| PortError::internal("the language model cannot be written"))?;
    put(dir, MODEL_FILE, &text)
}

/// Writes a file that its owner alone may read, as a whole or not at all.
pub(super) fn put(dir: &Path, name: &str, text: &[u8]) -> Result<(), PortError> {
    let unfinished = dir.join(format!("{name}.new"));
    let written = || {
        gone(&unfinished)?;
        let mut file = File::options()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&unfinished)?;
        file.write_all(text)?;
        file.sync_all()?;
        std::fs::rename(&unfinished, dir.join(name))?;
        File::open(dir)?.sync_all()
    };
    written().map_err(|error| failed(&error))
}

fn gone(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Deletes what is stored. Its bytes are overwritten first, for what that is worth on this disk.
pub(crate) fn forget(dir: &Path) -> Result<(), PortError> {
    let path = dir.join(MODEL_FILE);
    let overwritten = || -> io::Result<()> {
        let length = std::fs::metadata(&path)?.len();
        let mut file = File::options().write(true).open(&path)?;
        let zeros = vec![0; usize::try_from(length).unwrap_or(LONGEST)];
        file.write_all(&zeros)?;
        file.sync_all()
    };
    match overwritten() {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            tracing::warn!(%error, "the stored language model is not overwritten before it is deleted");
        }
        Ok(()) | Err(_) => {}
    }
    gone(&path).map_err(|error| failed(&error))?;
    gone(&dir.join(format!("{MODEL_FILE}.new"))).map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn only_web_addresses_without_credentials_are_taken() {
        let said = |address: &str| {
            StoredModel::checked(address, "m", "k")
                .map(|model| model.base_url)
                .map_err(|problem| problem.message)
        };
        for address in [
            "http://127.0.0.1:11434/v1",
            "https://api.example.com/v1",
            "http://[::1]:8080/v1",
        ] {
            assert_eq!(said(&format!(" {address} ")).unwrap(), address);
        }
        for (address, named) in [
            ("", "no address"),
            ("127.0.0.1:11434", "http"),
            ("file:///etc/passwd", "http"),
            ("ftp://host/v1", "http"),
            ("gopher://host", "http"),
            ("https://me:secret@host/v1", "password"),
            ("https://host/v1?key=1", "?"),
            ("https://host/v1#a", "#"),
            ("http://169.254.169.254/latest", "cloud"),
            ("http://2852039166/latest", "cloud"),
            ("http://0xa9.0xfe.0xa9.0xfe", "cloud"),
            ("http://[::ffff:169.254.169.254]/", "cloud"),
            ("http://[fe80::1]/v1", "cloud"),
            ("http://[fd00:ec2::254]/", "cloud"),
            ("http://0.0.0.0:11434/v1", "cloud"),
            ("http://Metadata.google.internal./", "cloud"),
        ] {
            let message = said(address).unwrap_err();
            assert!(message.contains(named), "{address}: {message}");
            assert!(!message.contains("secret"));
        }
        for (model, key) in [("", "k"), ("m\n", "a b"), ("m", "a\r\nb"), ("m", "ключ")] {
            assert!(
                StoredModel::checked("http://host/v1", model, key).is_err(),
                "{model:?} {key:?}"
            );
        }
        assert!(
            StoredModel::checked(&format!("http://host/{}", "x".repeat(500)), "m", "").is_err()
        );
    }

    #[test]
    fn a_key_belongs_to_one_place() {
        let at = |address: &str| StoredModel::checked(address, "m", "").ok().unwrap();
        let one = at("https://host/v1");
        assert!(one.same_place(&at("https://host:443/v2")));
        for other in ["http://host/v1", "https://host:8443/v1", "https://other/v1"] {
            assert!(!one.same_place(&at(other)), "{other}");
        }
    }

    #[test]
    fn the_file_is_its_owners_alone_and_is_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        assert!(read(dir.path()).unwrap().is_none());
        forget(dir.path()).unwrap();
        let model = StoredModel::checked("http://host/v1", "m", "sk-123")
            .ok()
            .unwrap();
        for _ in 0..2 {
            write(dir.path(), &model).unwrap();
        }
        let path = dir.path().join(MODEL_FILE);
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(read(dir.path()).unwrap().is_some_and(|read| read == model));
        std::fs::write(&path, "{\"api_key\": \"sk-123\"").unwrap();
        let error = format!("{:#}", read(dir.path()).err().unwrap());
        assert!(
            error.contains(MODEL_FILE) && !error.contains("sk-123"),
            "{error}"
        );
        forget(dir.path()).unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
