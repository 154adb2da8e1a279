//! Hidden rows and columns of an XLS workbook, which its reader leaves out: the compound file ([MS-CFB]) and its records ([MS-XLS] 2.4.53 `ColInfo`,
//! 2.4.221 `Row`). What is damaged says nothing.

use super::apart::Hidden;
use crate::extract::grid::Spans;

/// Sectors with numbers from here on are marks, such as the end of a chain.
const MARKS: u32 = 0xFFFF_FFFA;
/// Size of an entry of the directory.
const ENTRY: usize = 128;

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .filter_map(|four| long(four, 0))
        .collect()
}

/// The sectors of a chain one behind the other; `sector` gives the bytes of one.
fn chain<'a>(start: u32, next: &[u32], sector: impl Fn(u32) -> Option<&'a [u8]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut at = start;
    for _ in 0..=next.len() {
        let Some(part) = (at < MARKS).then(|| sector(at)).flatten() else {
            break;
        };
        bytes.extend_from_slice(part);
        let Some(following) = next.get(at as usize) else {
            break;
        };
        at = *following;
    }
    bytes
}

/// The stream that holds the workbook.
fn workbook(file: &[u8]) -> Option<Vec<u8>> {
    let size = 1usize << short(file, 30)?.min(16);
    let small = 1usize << short(file, 32)?.min(16);
    let sector = |number: u32| {
        let start = (number as usize).checked_add(1)?.checked_mul(size)?;
        file.get(start..(start + size).min(file.len()))
            .filter(|part| !part.is_empty())
    };
    let mut places = numbers(file.get(76..512)?);
    let mut more = long(file, 68)?;
    for _ in 0..long(file, 72)?.min(1_000) {
        let Some(part) = (more < MARKS).then(|| sector(more)).flatten() else {
            break;
        };
        let mut own = numbers(part);
        more = own.pop()?;
        places.extend(own);
    }
    let table: Vec<u32> = places
        .into_iter()
        .filter(|place| *place < MARKS)
        .filter_map(sector)
        .flat_map(numbers)
        .collect();
    let directory = chain(long(file, 48)?, &table, sector);
    let entry = |wanted: &str| {
        let name: Vec<u8> = wanted
            .encode_utf16()
            .chain([0])
            .flat_map(u16::to_le_bytes)
            .collect();
        directory
            .chunks_exact(ENTRY)
            .find(|entry| entry.starts_with(&name))
    };
    let own = entry("Workbook").or_else(|| entry("Book"))?;
    let (start, length) = (long(own, 116)?, long(own, 120)? as usize);
    let mut stream = if length < long(file, 56)? as usize {
        let root = entry("Root Entry")?;
        let pool = chain(long(root, 116)?, &table, sector);
        let next = numbers(&chain(long(file, 60)?, &table, sector));
        chain(start, &next, |number| {
            let start = (number as usize).checked_mul(small)?;
            pool.get(start..(start + small).min(pool.len()))
                .filter(|part| !part.is_empty())
        })
    } else {
        chain(start, &table, sector)
    };
    stream.truncate(length);
    Some(stream)
}

/// Calls `see` for the records from `at` on until it says that this was the last; the place behind it.
fn records(stream: &[u8], mut at: usize, mut see: impl FnMut(u16, &[u8]) -> bool) -> usize {
    while let (Some(kind), Some(length)) = (short(stream, at), short(stream, at + 2)) {
        let Some(body) = stream.get(at + 4..at + 4 + usize::from(length)) else {
            break;
        };
        at += 4 + usize::from(length);
        if !see(kind, body) {
            break;
        }
    }
    at
}

/// Hidden rows and columns of each sheet, in the order of the workbook.
pub(super) fn hidden(file: &[u8]) -> Vec<Hidden> {
    let Some(stream) = workbook(file) else {
        return Vec::new();
    };
    let mut starts = Vec::new();
    records(&stream, 0, |kind, body| {
        if kind == 0x85 {
            starts.extend(long(body, 0));
        }
        kind != 0x0A
    });
    // A damaged file may name one place again and again.
    let mut left = stream.len().saturating_mul(2);
    starts
        .into_iter()
        .map(|start| {
            let (mut rows, mut columns, mut depth) = (Vec::new(), Vec::new(), 0u32);
            if left == 0 {
                return Hidden::default();
            }
            let end = records(&stream, start as usize, |kind, body| {
                match kind {
                    0x809 => depth += 1,
                    0x0A => depth = depth.saturating_sub(1),
                    0x208
                        if depth == 1 && short(body, 12).is_some_and(|flags| flags & 0x20 != 0) =>
                    {
                        rows.extend(short(body, 0).map(|row| [u32::from(row); 2]));
                    }
                    0x7D if depth == 1 && short(body, 8).is_some_and(|flags| flags & 1 != 0) => {
                        let columns_of = short(body, 0).zip(short(body, 2));
                        columns.extend(
                            columns_of.map(|(first, last)| [u32::from(first), u32::from(last)]),
                        );
                    }
                    _ => {}
                }
                depth > 0
            });
            left = left.saturating_sub(end.saturating_sub(start as usize));
            Hidden {
                rows: Spans::of(rows),
                columns: Spans::of(columns),
                ..Hidden::default()
            }
        })
        .collect()
}
