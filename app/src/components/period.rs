//! Names that are periods, for the axis of a chart.

/// Days from year 0, about: only order and distance matter.
fn days(year: f64, month: f64, day: f64) -> f64 {
    year * 365.25 + (month - 1.0) * 30.44 + (day - 1.0)
}

fn year(text: &str) -> Option<f64> {
    let digits = text.len() == 4 && text.bytes().all(|sign| sign.is_ascii_digit());
    let year: f64 = digits.then(|| text.parse().ok())??;
    (1500.0..2200.0).contains(&year).then_some(year)
}

fn small(text: &str, most: f64) -> Option<f64> {
    let value: f64 = (text.len() <= 2).then(|| text.parse().ok())??;
    (1.0..=most).contains(&value).then_some(value)
}

/// Where a period lies in time: `2024`, `2023/24`, `2024-03`, `2024-03-05`, `Q1 2024`, `2024 Q1`, `FY2024`. None for anything else.
pub(crate) fn period(name: &str) -> Option<f64> {
    let name = name.trim().trim_start_matches("FY").trim_start();
    let parts: Vec<&str> = name
        .split(['-', '/', '–', ' '])
        .filter(|part| !part.is_empty())
        .collect();
    let quarter = |text: &str| small(text.strip_prefix(['Q', 'q'])?, 4.0);
    match parts.as_slice() {
        [whole] => Some(days(year(whole)?, 1.0, 1.0)),
        [one, other] => match (year(one), year(other)) {
            (Some(from), Some(to)) => (to > from).then(|| days(from, 1.0, 1.0)),
            (Some(of), None) => {
                if let Some(quarter) = quarter(other) {
                    return Some(days(of, quarter * 3.0 - 2.0, 1.0));
                }
                // 2023/24 is a season, 2023-04 a month.
                let next = (of + 1.0) % 100.0;
                let number: f64 = other.parse().ok()?;
                if name.contains('/') && (number - next).abs() < f64::EPSILON {
                    return Some(days(of, 1.0, 1.0));
                }
                Some(days(of, small(other, 12.0)?, 1.0))
            }
            (None, Some(of)) => Some(days(of, quarter(one)? * 3.0 - 2.0, 1.0)),
            (None, None) => None,
        },
        [of, month, day] => Some(days(year(of)?, small(month, 12.0)?, small(day, 31.0)?)),
        [] | [_, _, _, _, ..] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::period;

    #[test]
    fn periods_lie_in_their_order() {
        for order in [
            ["2019", "2020", "2024"].as_slice(),
            &["2021/22", "2022/23", "2023/24"],
            &["2024-01", "2024-02", "2024-11"],
            &["Q1 2023", "Q4 2023", "2024 Q1"],
            &["2024-03-05", "2024-03-06", "2024-04-01"],
            &["FY2022", "FY 2023"],
        ] {
            let placed: Vec<f64> = order.iter().map(|name| period(name).unwrap()).collect();
            assert!(placed.is_sorted_by(|a, b| a < b), "{order:?}");
        }
        for other in ["", "A", "12", "2024-13", "Q5 2024", "3000", "north", "1-2"] {
            assert_eq!(period(other), None, "{other}");
        }
    }
}
