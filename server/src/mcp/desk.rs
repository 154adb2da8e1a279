//! Where the tools get what they answer.

use crate::admission::{Admission, Kind};
use crate::config::Config;
use crate::context::{Context, in_time};
use crate::traces::{Traces, Work};
use actix_web::web;
use groundwall_core::{Problem, Question, Report, Verification};
use groundwall_ports::{FirewallService, unwatched};
use std::sync::Arc;

/// The server, or a firewall in a process of its own; in both everything has its turn and its deadline.
#[derive(Clone)]
pub(crate) enum Desk {
    Server(web::Data<Context>),
    Own(Arc<Own>),
}

/// A firewall that nobody else asks.
pub(crate) struct Own {
    service: Arc<dyn FirewallService>,
    admission: Admission,
    seconds: u64,
    traces: Traces,
}

impl Desk {
    pub(crate) fn own(service: Arc<dyn FirewallService>, config: &Config, traces: Traces) -> Self {
        Self::Own(Arc::new(Own {
            service,
            admission: Admission::new(&config.server),
            seconds: config.server.deadline_seconds,
            traces,
        }))
    }

    pub(super) fn service(&self) -> &dyn FirewallService {
        match self {
            Self::Server(context) => &*context.service,
            Self::Own(own) => &*own.service,
        }
    }

    pub(super) async fn ask(&self, question: Question) -> Result<Report, Problem> {
        match self {
            Self::Server(context) => context.ask(question, &unwatched).await,
            Self::Own(own) => {
                question.scope.validate()?;
                let asking = async {
                    let _turn = own.admission.turn(Kind::Judge).await?;
                    in_time(own.seconds, own.service.ask(question)).await
                };
                own.traces.of(Work::Ask, asking).await
            }
        }
    }

    pub(super) async fn verify(&self, verification: Verification) -> Result<Report, Problem> {
        match self {
            Self::Server(context) => context.verify(verification, &unwatched).await,
            Self::Own(own) => {
                verification.validate()?;
                let verifying = async {
                    let _turn = own.admission.turn(Kind::Judge).await?;
                    in_time(own.seconds, own.service.verify(verification)).await
                };
                own.traces.of(Work::Verify, verifying).await
            }
        }
    }

    /// Waits a moment for what is still to be told of; a server does that itself.
    pub(crate) async fn close(&self) {
        if let Self::Own(own) = self {
            own.traces.close().await;
        }
    }
}
