//! The sample documents, compiled in, so that a first start can offer them wherever the binary lies.

use groundwall_ports::Upload;

macro_rules! samples {
    ($($name:literal),* $(,)?) => {
        const SAMPLES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("../../data/samples/", $name)))),*];
    };
}

samples![
    "about-the-port.txt",
    "accident-report-2024-03.html",
    "annual-report-2024.pdf",
    "berths.csv",
    "council-minutes-2024-09.docx",
    "ferry-timetable.md",
    "fish-landings.tsv",
    "harbour-rules.docx",
    "harbour-staff.ods",
    "lighthouse-history.txt",
    "port-dues-2024.xlsx",
    "storm-plan.pdf",
    "vessel-register.xls",
];

pub(crate) fn all() -> Vec<Upload> {
    SAMPLES
        .iter()
        .map(|(name, bytes)| Upload {
            name: (*name).to_owned(),
            bytes: bytes.to_vec(),
        })
        .collect()
}

pub(crate) fn count() -> u32 {
    SAMPLES.len() as u32
}
