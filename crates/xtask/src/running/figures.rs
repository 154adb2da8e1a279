//! What many times come to.

use std::time::Duration;

/// Times in order.
#[derive(Debug, Default)]
pub(crate) struct Times(Vec<Duration>);

impl FromIterator<Duration> for Times {
    fn from_iter<I: IntoIterator<Item = Duration>>(times: I) -> Self {
        let mut times: Vec<Duration> = times.into_iter().collect();
        times.sort_unstable();
        Self(times)
    }
}

impl Times {
    /// The time that so many of 100 do not exceed (nearest rank); none of nothing.
    pub(crate) fn percentile(&self, of_100: usize) -> Option<Duration> {
        let rank = (self.0.len() * of_100).div_ceil(100).max(1);
        self.0.get(rank - 1).copied()
    }

    /// A percentile in ms, or a dash.
    pub(crate) fn told(&self, of_100: usize) -> String {
        self.percentile(of_100)
            .map_or_else(|| "-".to_owned(), milliseconds)
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }
}

/// A time in ms, with a decimal where it is short.
pub(crate) fn milliseconds(time: Duration) -> String {
    let time = time.as_secs_f64() * 1_000.0;
    if time < 10.0 {
        format!("{time:.1}")
    } else {
        format!("{time:.0}")
    }
}

/// The load of the machine over the last minute.
pub(crate) fn busy() -> String {
    let told = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split(' ').next().unwrap_or("?").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let times =
            |many: &[u64]| -> Times { many.iter().map(|ms| Duration::from_millis(*ms)).collect() };
        let hundred: Times = (1..=100).rev().map(Duration::from_millis).collect();
        for of_100 in [1, 50, 95, 99, 100] {
            let expected = Duration::from_millis(of_100 as u64);
            assert_eq!(hundred.percentile(of_100), Some(expected));
        }
        let few = times(&[30, 10, 20]);
        assert_eq!((few.told(50), few.told(99)), ("20".into(), "30".into()));
        assert_eq!(times(&[5]).told(50), "5.0");
        assert_eq!((times(&[]).told(50), times(&[]).count()), ("-".into(), 0));
    }
}
