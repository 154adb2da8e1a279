//! What an XLS workbook hides.

use crate::shared::{PLAIN, SECRET, assert_hidden, assert_seen};
use groundwall_core::HiddenBy::{Column, Row, Sheet};

/// A record of a workbook: its number, the length of its body, its body.
fn record(kind: u16, body: &[u8]) -> Vec<u8> {
    [
        &kind.to_le_bytes()[..],
        &u16::try_from(body.len()).unwrap().to_le_bytes(),
        body,
    ]
    .concat()
}

fn shorts(numbers: &[u16]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

/// An XLS workbook: a sheet that is seen, and one with the secret in B2, with these records before its cells; `state` 1 is hidden, 2 very hidden.
fn xls(state: u8, before: &[Vec<u8>]) -> Vec<u8> {
    let begin = |kind: u16| record(0x809, &shorts(&[0x600, kind, 0, 0, 0, 0, 0, 0]));
    let end = record(0x0A, &[]);
    let label = |row: u16, column: u16, text: &str| {
        record(
            0x204,
            &[
                shorts(&[row, column, 0, u16::try_from(text.len()).unwrap()]),
                vec![0],
                text.as_bytes().to_vec(),
            ]
            .concat(),
        )
    };
    let sheet = |before: &[Vec<u8>], cells: &[Vec<u8>]| {
        [begin(0x10), before.concat(), cells.concat(), end.clone()].concat()
    };
    let first = sheet(&[], &[label(0, 0, PLAIN)]);
    let second = sheet(
        before,
        &[
            label(0, 0, "Name"),
            label(0, 1, "Note"),
            label(1, 0, "Ben"),
            label(1, 1, SECRET),
        ],
    );
    let bound = |at: usize, state: u8, name: &str| {
        record(
            0x85,
            &[
                &u32::try_from(at).unwrap().to_le_bytes()[..],
                &[state, 0, u8::try_from(name.len()).unwrap(), 0],
                name.as_bytes(),
            ]
            .concat(),
        )
    };
    let head = |at: usize| {
        [
            begin(5),
            bound(at, 0, "First"),
            bound(at + first.len(), state, "Second"),
            end.clone(),
        ]
        .concat()
    };
    let stream = [head(head(0).len()), first.clone(), second].concat();
    compound(&stream)
}

/// A compound file with one stream, `Workbook`.
fn compound(stream: &[u8]) -> Vec<u8> {
    const SECTOR: usize = 512;
    let length = stream.len().max(8 * SECTOR).next_multiple_of(SECTOR);
    let sectors = u32::try_from(length / SECTOR).unwrap();
    let entry = |name: &str, kind: u8, child: u32, start: u32, size: usize| {
        let mut entry = shorts(&name.encode_utf16().collect::<Vec<_>>());
        let named = u16::try_from(entry.len() + 2).unwrap();
        entry.resize(64, 0);
        entry.extend([named.to_le_bytes(), [kind, 1]].concat());
        entry.extend(
            [u32::MAX, u32::MAX, child]
                .iter()
                .flat_map(|number| number.to_le_bytes()),
        );
        entry.resize(116, 0);
        entry.extend(start.to_le_bytes());
        entry.extend((size as u64).to_le_bytes());
        entry
    };
    let (end, fat, free) = (0xFFFF_FFFEu32, 0xFFFF_FFFDu32, u32::MAX);
    let mut header = vec![0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
    header.resize(24, 0);
    header.extend(shorts(&[0x3E, 3, 0xFFFE, 9, 6, 0, 0, 0]));
    header.extend(
        [0, 1, 1, 0, 4096, end, 0, end, 0, 0]
            .iter()
            .flat_map(|number: &u32| number.to_le_bytes()),
    );
    header.resize(SECTOR, 0xFF);
    let chain = (0..sectors).map(|at| if at + 1 == sectors { end } else { at + 3 });
    let mut table: Vec<u8> = [fat, end]
        .into_iter()
        .chain(chain)
        .flat_map(u32::to_le_bytes)
        .collect();
    table.resize(SECTOR, 0);
    let used = 4 * (2 + sectors as usize);
    table[used..]
        .chunks_exact_mut(4)
        .for_each(|place| place.copy_from_slice(&free.to_le_bytes()));
    let mut directory = [
        entry("Root Entry", 5, 1, end, 0),
        entry("Workbook", 2, u32::MAX, 2, length),
    ]
    .concat();
    directory.resize(SECTOR, 0);
    let mut stream = stream.to_vec();
    stream.resize(length, 0);
    [header, table, directory, stream].concat()
}

#[test]
fn what_an_xls_workbook_hides_is_kept_apart() {
    let row = |flags: u16| record(0x208, &shorts(&[1, 0, 2, 255, 0, 0, flags, 0]));
    let column = |flags: u16| record(0x7D, &shorts(&[1, 1, 2000, 0, flags, 0]));
    for (case, state, before, by) in [
        ("row", 0, vec![row(0x120)], Row),
        ("column", 0, vec![column(1)], Column),
        ("sheet", 1, vec![], Sheet),
        ("very hidden sheet", 2, vec![], Sheet),
    ] {
        assert_hidden(case, "file.xls", &xls(state, &before), by);
    }
    assert_seen(
        "nothing",
        "file.xls",
        &xls(0, &[row(0x100), column(0)]),
        &[PLAIN, SECRET],
    );
}
