//! Personal data stays on this machine: what goes to a chat endpoint elsewhere goes masked, and what comes back gets the values again.

use async_trait::async_trait;
use groundwall_core::{Draft, Prompt};
use groundwall_governance::personal::Masker;
use groundwall_ports::{ChatModel, Generator, PortError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use url::{Host, Url};

/// Told to the model where a prompt has something masked.
pub(crate) const NOTE: &str = "Marks in square brackets such as [EMAIL_1] stand for values that are kept here; copy a mark as it is where you need its value.";

/// For which endpoints personal data is masked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MaskPrompts {
    /// For those that are not on this machine.
    #[default]
    Outside,
    Always,
    Never,
}

impl MaskPrompts {
    /// Whether what goes to an address is masked. An address that cannot be read counts as one elsewhere.
    pub(crate) fn holds_for(self, address: &str) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Outside => !Url::parse(address).is_ok_and(|url| is_here(&url)),
        }
    }
}

fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        None => false,
    }
}

/// A language model that never sees personal data.
pub(crate) struct Masking(Arc<dyn ChatModel>);

impl Masking {
    /// Masks what goes to the generator at an address, where the setting asks for it.
    pub(crate) fn before(
        generator: Arc<dyn ChatModel>,
        setting: MaskPrompts,
        address: &str,
    ) -> Arc<dyn ChatModel> {
        if setting.holds_for(address) {
            Arc::new(Self(generator))
        } else {
            generator
        }
    }
}

#[async_trait]
impl Generator for Masking {
    async fn draft(&self, prompt: &Prompt) -> Result<Draft, PortError> {
        let mut masker = Masker::default();
        let (system, user) = (masker.mask(&prompt.system), masker.mask(&prompt.user));
        if system == prompt.system && user == prompt.user {
            return self.0.draft(prompt).await;
        }
        let masked = Prompt {
            system: format!("{system}\n\n{NOTE}"),
            user,
            question: masker.mask(&prompt.question),
            // An endpoint reads the two texts above and nothing else.
            sentences: Vec::new(),
            answers: Vec::new(),
            forbidden: Vec::new(),
            temperature: prompt.temperature,
        };
        let draft = self.0.draft(&masked).await?;
        Ok(Draft {
            text: masker.unmask(&draft.text),
            ..draft
        })
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn chat(&self) -> Option<&dyn ChatModel> {
        Some(self)
    }
}

impl ChatModel for Masking {}

#[cfg(test)]
mod tests {
    use super::MaskPrompts;

    #[test]
    fn what_stays_on_this_machine_is_not_masked() {
        let table = [
            ("http://127.0.0.1:11434/v1", false),
            ("http://localhost:8080/v1", false),
            ("http://[::1]:8080/v1", false),
            ("https://api.example.com/v1", true),
            ("http://192.168.0.7:8080/v1", true),
            ("http://127.0.0.1.example.com/v1", true),
            ("no address", true),
        ];
        for (address, masked) in table {
            assert_eq!(MaskPrompts::Outside.holds_for(address), masked, "{address}");
            assert!(MaskPrompts::Always.holds_for(address));
            assert!(!MaskPrompts::Never.holds_for(address));
        }
    }
}
