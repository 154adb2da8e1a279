//! The box that something stands in which a reader must not miss.

use leptos::prelude::*;

/// What a box tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tells {
    /// Something was done.
    Done,
    /// Something was not done: a reader is interrupted for it.
    Failed,
    /// Something does not run, as long as the page is open.
    Missing,
}

impl Tells {
    /// The class that it is drawn with, and its role for who cannot see it.
    fn class_and_role(self) -> (&'static str, &'static str) {
        match self {
            Self::Done => ("notice", "status"),
            Self::Failed => ("notice problem", "alert"),
            Self::Missing => ("notice problem", "status"),
        }
    }
}

/// A box above a form or a list.
#[component]
pub(crate) fn NoticeBox(tells: Tells, said: impl IntoView + 'static) -> impl IntoView {
    let (class, role) = tells.class_and_role();
    view! { <div class=class role=role>{said}</div> }
}
