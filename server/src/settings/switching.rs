//! A generator that can be exchanged while the server runs.

use async_trait::async_trait;
use groundwall_core::{Draft, Prompt};
use groundwall_ports::{ChatModel, Generator, PortError};
use std::sync::{Arc, PoisonError, RwLock};

/// Drafts with the generator of the moment; a draft under way keeps its own.
pub(crate) struct Switching(RwLock<Arc<dyn Generator>>);

impl Switching {
    pub(crate) fn new(first: Arc<dyn Generator>) -> Self {
        Self(RwLock::new(first))
    }

    pub(crate) fn switch(&self, next: Arc<dyn Generator>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = next;
    }

    /// The one of the moment.
    pub(crate) fn now(&self) -> Arc<dyn Generator> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl Generator for Switching {
    async fn draft(&self, prompt: &Prompt) -> Result<Draft, PortError> {
        let now = self.now();
        now.draft(prompt).await
    }

    fn name(&self) -> String {
        self.now().name()
    }

    fn chat(&self) -> Option<&dyn ChatModel> {
        self.now()
            .chat()
            .is_some()
            .then_some(self as &dyn ChatModel)
    }
}

impl ChatModel for Switching {}
