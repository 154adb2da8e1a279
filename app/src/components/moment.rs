//! Points in time as a reader writes them.

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// "2 Jan 2026" of an RFC 3339 time; what is none stays as it is.
pub(crate) fn day(time: &str) -> String {
    let parts: Option<(&str, &str, &str)> = (|| {
        let (year, rest) = time.get(..10)?.split_once('-')?;
        let (month, day) = rest.split_once('-')?;
        let month: usize = month.parse().ok()?;
        Some((year, *MONTHS.get(month.checked_sub(1)?)?, day))
    })();
    parts.map_or_else(
        || time.to_owned(),
        |(year, month, day)| format!("{} {month} {year}", day.trim_start_matches('0')),
    )
}

/// "2 Jan 2026, 03:04 UTC" of an RFC 3339 time in UTC.
pub(crate) fn minute(time: &str) -> String {
    match time.get(11..16) {
        Some(clock) => format!("{}, {clock} UTC", day(time)),
        None => day(time),
    }
}

#[cfg(test)]
mod tests {
    use super::{day, minute};

    #[test]
    fn times_are_told_as_people_write_them() {
        assert_eq!(minute("2026-01-02T03:04:05Z"), "2 Jan 2026, 03:04 UTC");
        assert_eq!(day("2026-12-31T23:59:59Z"), "31 Dec 2026");
        assert_eq!(minute("2026-12-31"), "31 Dec 2026");
        for other in ["", "soon", "2026-13-01T00:00"] {
            assert_eq!(day(other), other);
        }
    }
}
