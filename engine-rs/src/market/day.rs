//! Daily summaries of a column.

use crate::num::{max, min};

/// A UTC day of a column: its range and its return.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    /// Smallest value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
    /// Deepest fall from an earlier maximum of the day, as a fraction of it.
    pub fall: f64,
    /// Value of the last bar.
    pub close: f64,
    /// Sum of the simple returns of its bars, each against the bar before; the first bar of a
    /// column has no return.
    pub returns: f64,
}

impl Day {
    /// Returns the days of a column that end with the given bars.
    pub(super) fn all(column: &[f64], ends: &[usize]) -> Vec<Self> {
        let (mut first, mut before) = (0, None);
        let days = ends.iter().map(|end| {
            let bars = &column[first..=*end];
            let (low, high, close) = (bars[0], bars[0], column[*end]);
            let mut day = Self { low, high, fall: 0.0, close, returns: 0.0 };
            for value in bars {
                day.low = min(day.low, *value);
                day.high = max(day.high, *value);
                day.fall = max(day.fall, 1.0 - value / day.high);
                day.returns += before.map_or(0.0, |before| value / before - 1.0);
                before = Some(*value);
            }
            first = end + 1;
            day
        });
        days.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_its_range_and_the_returns_of_its_bars() {
        let days = Day::all(&[2.0, 3.0, 3.0, 1.5, 6.0], &[1, 3, 4]);
        let expected =
            [(2.0, 3.0, 0.0, 3.0, 0.5), (1.5, 3.0, 0.5, 1.5, -0.5), (6.0, 6.0, 0.0, 6.0, 3.0)];
        let day = |(low, high, fall, close, returns)| Day { low, high, fall, close, returns };
        assert_eq!(days, expected.map(day));
        assert_eq!(Day::all(&[], &[]), []);
    }
}
