//! Bodies that are made while they are sent: their work goes on after the handler, for the same person and with the same rights.

use super::Access;
use crate::actor;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;
use std::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A body whose work knows who asked for it.
pub(crate) struct Scoped {
    pub(crate) access: Access,
    pub(crate) actor: String,
    pub(crate) body: BoxBody,
}

impl MessageBody for Scoped {
    type Error = Box<dyn Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let Self {
            access,
            actor,
            body,
        } = &mut *self;
        access.holds_now(|| actor::acts_now(actor, || Pin::new(body).poll_next(cx)))
    }

    fn try_into_bytes(self) -> Result<Bytes, Self> {
        let Self {
            access,
            actor,
            body,
        } = self;
        body.try_into_bytes().map_err(|body| Self {
            access,
            actor,
            body,
        })
    }
}
