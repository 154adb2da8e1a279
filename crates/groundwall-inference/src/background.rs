//! A model that is loaded while its caller already works.

use crate::{CandleNli, LoadError};
use async_trait::async_trait;
use groundwall_core::{ModelIdentity, NliScores, Thresholds};
use groundwall_ports::{NliModel, Pair, PortError};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How long a request waits for a model that is being loaded.
const PATIENCE: Duration = Duration::from_secs(20);

type Loaded = Option<Result<Arc<CandleNli>, Arc<str>>>;

/// An NLI model that is being loaded, or could not be.
pub struct BackgroundNli {
    identity: ModelIdentity,
    thresholds: Thresholds,
    patience: Duration,
    loaded: watch::Receiver<Loaded>,
}

impl BackgroundNli {
    /// Loads the model on a thread of its own; `identity` and `thresholds` are known before. `told` hears once how it ended.
    ///
    /// # Errors
    /// Fails when the thread cannot be started; what goes wrong while the model loads is told to `told`.
    pub fn start(
        identity: ModelIdentity,
        thresholds: Thresholds,
        load: impl FnOnce() -> Result<CandleNli, LoadError> + Send + 'static,
        told: impl FnOnce(Result<&ModelIdentity, &LoadError>) + Send + 'static,
    ) -> Result<Self, LoadError> {
        let (tell, loaded) = watch::channel(None);
        let thread = move || {
            let result = load();
            told(result.as_ref().map(NliModel::identity));
            // Nobody may be left to hear it.
            let _ = tell.send(Some(
                result
                    .map(Arc::new)
                    .map_err(|error| error.to_string().into()),
            ));
        };
        std::thread::Builder::new()
            .name("load".to_owned())
            .spawn(thread)
            .map_err(|source| LoadError::Read {
                path: "(thread)".into(),
                source,
            })?;
        Ok(Self {
            identity,
            thresholds,
            patience: PATIENCE,
            loaded,
        })
    }

    async fn model(&self) -> Result<Arc<CandleNli>, PortError> {
        let mut loaded = self.loaded.clone();
        let waited = tokio::time::timeout(self.patience, loaded.wait_for(Option::is_some)).await;
        let name = &self.identity.name;
        match waited
            .as_ref()
            .map(|value| value.as_ref().map(|value| value.as_ref()))
        {
            Ok(Ok(Some(Ok(model)))) => Ok(Arc::clone(model)),
            Ok(Ok(Some(Err(why)))) => Err(PortError::degraded(format!(
                "{name} could not be loaded: {why}"
            ))),
            Ok(Ok(None) | Err(_)) => Err(PortError::degraded(format!(
                "{name} could not be loaded: its thread has ended"
            ))),
            Err(_) => Err(PortError::degraded(format!(
                "{name} is still being loaded. Try again in a few seconds."
            ))),
        }
    }
}

#[async_trait]
impl NliModel for BackgroundNli {
    async fn ready(&self) -> Result<(), PortError> {
        self.model().await.map(drop)
    }

    async fn judge(&self, pairs: &[Pair]) -> Result<Vec<NliScores>, PortError> {
        self.model().await?.judge(pairs).await
    }

    fn reads(&self, claim: &str) -> bool {
        self.loaded
            .borrow()
            .as_ref()
            .is_none_or(|model| model.as_ref().is_ok_and(|model| model.reads(claim)))
    }

    fn thresholds(&self) -> Thresholds {
        self.thresholds
    }

    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_ports::ErrorClass;
    use std::sync::mpsc::channel;

    fn identity() -> ModelIdentity {
        let text = || "x".to_owned();
        ModelIdentity {
            name: text(),
            revision: text(),
            license: text(),
            sha256: text(),
            kernel: text(),
        }
    }

    #[tokio::test]
    async fn a_model_that_cannot_be_loaded_has_not_judged() {
        let (tell, told) = channel();
        let load = || {
            Err(LoadError::Missing {
                path: "m".into(),
                role: "reader",
            })
        };
        let model = BackgroundNli::start(identity(), Thresholds::default(), load, move |result| {
            tell.send(result.is_ok()).unwrap();
        })
        .unwrap();
        let pair = Pair {
            window: "w".to_owned(),
            claim: "c".to_owned(),
        };
        assert_eq!(
            model.judge(&[pair]).await.unwrap_err().class,
            ErrorClass::Degraded
        );
        assert!(model.ready().await.is_err() && !model.reads("c") && !told.recv().unwrap());
    }

    #[tokio::test]
    async fn a_request_waits_for_a_while_and_no_longer() {
        let (go, gate) = channel::<()>();
        let load = move || {
            let _ = gate.recv();
            Err(LoadError::Missing {
                path: "m".into(),
                role: "reader",
            })
        };
        let model = BackgroundNli::start(identity(), Thresholds::default(), load, |_| {}).unwrap();
        let model = BackgroundNli {
            patience: Duration::from_millis(30),
            ..model
        };
        let error = model.ready().await.unwrap_err();
        assert_eq!(
            (
                error.class,
                error.to_string().contains("still being loaded")
            ),
            (ErrorClass::Degraded, true),
            "{error}"
        );
        drop(go);
    }
}
