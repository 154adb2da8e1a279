//! Every finding of a report.

use super::data_table::DataTable;
use super::finding::words;
use super::place::Place;
use groundwall_core::{Finding, Report};
use leptos::prelude::*;

#[component]
pub(crate) fn Findings<'a>(report: &'a Report, at: Place<'a>) -> Option<impl IntoView + use<>> {
    let list: Vec<&Finding> = report
        .claims
        .iter()
        .chain(&report.removed)
        .flat_map(|claim| &claim.findings)
        .chain(&report.findings)
        .collect();
    let rows: Vec<_> = list
        .iter()
        .map(|finding| {
            // A pack's rule may find something outside every statement.
            let statement = (finding.claim > 0)
                .then(|| view! { <a href=at.to("c", finding.claim)>{finding.claim}</a> });
            view! {
                <tr>
                    <td>{statement}</td>
                    <td>{words(&finding.kind)}</td>
                    <td>{format!("{:?}", finding.severity).to_lowercase()}</td>
                    <td>{format!("{:?}", finding.certainty).to_lowercase()}</td>
                    <td>{finding.description.clone()}</td>
                    <td>{finding.source.clone()}</td>
                </tr>
            }
        })
        .collect();
    (!rows.is_empty()).then(|| {
        let label = if rows.len() == 1 { "1 finding".to_owned() } else { format!("{} findings", rows.len()) };
        view! {
            <details class="findings">
                <summary>{label}</summary>
                <DataTable head=["Statement", "Type", "Severity", "Certainty", "What", "Found by"] rows=rows />
            </details>
        }
    })
}
