//! A workbook whose row of names is put right.

use crate::bench::Bench;
use groundwall_core::{CollectionId, HeaderRow};
use groundwall_ports::FirewallService as _;

#[tokio::test]
async fn only_what_a_row_of_names_changes_is_embedded_again() {
    let bench = Bench::start().await;
    bench.upload("samples/port-dues-2024.xlsx").await;
    let all = bench.embedded();
    let default = CollectionId::default();
    let tables = bench.firewall.tables_of(&default).await.unwrap();
    let (id, header) = (&tables[0].document, tables[0].header.clone().unwrap());
    let set = async |row: u32| {
        let header = HeaderRow {
            row,
            ..header.clone()
        };
        let before = bench.embedded();
        let document = bench.firewall.set_headers(id, vec![header]).await.unwrap();
        (bench.embedded() - before, document.passages as usize)
    };
    let (new, passages) = set(header.row).await;
    assert_eq!((new, passages), (0, all), "the same row, said by hand");
    let (new, passages) = set(header.row + 1).await;
    assert!(new > 0 && new < passages, "{new} of {passages}");
}
