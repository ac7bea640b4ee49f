//! Mean of the first values: what exponential averages start from.

use super::rolling::EQUAL_RANGE;
use crate::num::{max, min};

/// The mean of the first `length` values, by the rule of a window of equal values, without keeping
/// them.
#[derive(Debug, Clone)]
pub(super) struct Seed {
    count: f64,
    missing: usize,
    origin: f64,
    distance: f64,
    low: f64,
    high: f64,
}

impl Seed {
    /// Returns the seed of a length of at least one value.
    pub(super) fn new(length: usize) -> Self {
        Self {
            count: length as f64,
            missing: length,
            origin: 0.0,
            distance: 0.0,
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
        }
    }

    /// Takes the newest value and returns the mean with the last one.
    #[inline(always)]
    pub(super) fn push(&mut self, value: f64) -> Option<f64> {
        if self.high < self.low {
            self.origin = value;
        }
        self.distance += value - self.origin;
        self.low = min(self.low, value);
        self.high = max(self.high, value);
        self.missing = self.missing.saturating_sub(1);
        if self.missing > 0 {
            return None;
        }
        Some(if self.high - self.low < EQUAL_RANGE {
            value
        } else {
            self.origin + self.distance / self.count
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_is_a_mean_or_the_newest_of_equal_values() {
        let mut seed = Seed::new(3);
        assert_eq!([1.0, 2.0, 6.0].map(|value| seed.push(value)), [None, None, Some(3.0)]);
        let mut equal = Seed::new(2);
        assert_eq!([0.1, 0.1 + 5e-10].map(|value| equal.push(value)), [None, Some(0.1 + 5e-10)]);
    }
}
