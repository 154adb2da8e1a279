//! The guard on the rows that it was not built from, by the command that prints its figures.

use std::process::Command;

/// The share in the last column of a row, in percent.
fn share(printed: &str, row: &str) -> f64 {
    let line = printed
        .lines()
        .rfind(|line| line.starts_with(&format!("| {row} |")))
        .unwrap_or_else(|| panic!("no row {row}: {printed}"));
    let percent = line
        .rsplit('(')
        .next()
        .and_then(|end| end.split(' ').next());
    percent.and_then(|text| text.parse().ok()).unwrap()
}

#[test]
fn the_guard_keeps_its_figures() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("eval-guard")
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    let caught: Vec<f64> = printed
        .split("\n\n")
        .filter(|table| table.contains("Attacks caught"))
        .map(|table| share(table, "all"))
        .collect();
    assert_eq!(caught.len(), 3, "{printed}");
    assert!(caught[0] >= 64.0, "{printed}");
    let alarms = printed
        .split("\n\n")
        .find(|table| table.contains("Ordinary"));
    assert!(share(alarms.unwrap(), "all") <= 0.5, "{printed}");
    assert!(share(&printed, "no layer") < f64::EPSILON, "{printed}");
}
