//! The review on its report's page.

use super::review_forms::ReviewForms;
use super::review_reasons::ReviewReasons;
use super::review_status::ReviewStatus;
use groundwall_core::Review;
use leptos::prelude::*;

/// The review on its report's page.
#[component]
pub(crate) fn ReviewPanel<'a>(review: &'a Review) -> AnyView {
    view! {
        <section class="case panel" id="review" aria-labelledby="review-heading">
            <h2 id="review-heading">"Review"</h2>
            <ReviewStatus review=review />
            <ReviewReasons review=review />
            <ReviewForms review=review />
            <p class="aside"><a href="/review">"All reports in review"</a></p>
        </section>
    }
    .into_any()
}
