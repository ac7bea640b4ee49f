//! Mean, deviation and range of the last `w` values.

use super::sliding::{Fold, Sliding};
use crate::num::{max, min};

/// Two values closer than this are equal: a window of equal values has its newest value as its
/// mean, deviates by exactly 0 and has no range (catalogue, conventions).
pub(super) const EQUAL_RANGE: f64 = 1e-9;

/// The last `w` values, one pushed per bar.
#[derive(Debug, Clone)]
pub struct Rolling {
    sliding: Sliding<Moments>,
    share: f64,
    sample_share: f64,
}

/// Sums over distances from the window's origin, and the range.
#[derive(Debug, Clone, Copy)]
struct Moments {
    distance: f64,
    squares: f64,
    low: f64,
    high: f64,
}

impl Fold for Moments {
    type Value = f64;

    const NOTHING: Self =
        Self { distance: 0.0, squares: 0.0, low: f64::INFINITY, high: f64::NEG_INFINITY };

    #[inline(always)]
    fn and(self, value: f64, origin: f64) -> Self {
        let distance = value - origin;
        Self {
            distance: self.distance + distance,
            squares: self.squares + distance * distance,
            low: min(self.low, value),
            high: max(self.high, value),
        }
    }

    #[inline(always)]
    fn joined(self, later: Self) -> Self {
        Self {
            distance: self.distance + later.distance,
            squares: self.squares + later.squares,
            low: min(self.low, later.low),
            high: max(self.high, later.high),
        }
    }
}

impl Rolling {
    /// Returns the window of the last `length` values, at least one.
    pub fn new(length: usize) -> Self {
        let count = length as f64;
        Self {
            sliding: Sliding::new(length, 0.0),
            share: 1.0 / count,
            sample_share: if length > 1 { 1.0 / (count - 1.0) } else { 0.0 },
        }
    }

    /// Takes the newest value and returns the window that ends with it, once it is full.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<Window> {
        let moments = self.sliding.push(value)?;
        Some(Window {
            moments,
            origin: self.sliding.origin(),
            newest: value,
            share: self.share,
            sample_share: self.sample_share,
        })
    }
}

/// The statistics of one window.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    moments: Moments,
    origin: f64,
    newest: f64,
    /// One over the number of values.
    share: f64,
    /// One over the number of values less one; 0 of a single value.
    sample_share: f64,
}

impl Window {
    /// Returns whether all values are equal to 1e-9.
    #[inline(always)]
    pub fn is_flat(&self) -> bool {
        self.moments.high - self.moments.low < EQUAL_RANGE
    }

    /// Returns the smallest value.
    #[inline(always)]
    pub fn low(&self) -> f64 {
        self.moments.low
    }

    /// Returns the largest value.
    #[inline(always)]
    pub fn high(&self) -> f64 {
        self.moments.high
    }

    /// Returns the mean.
    #[inline(always)]
    pub fn mean(&self) -> f64 {
        if self.is_flat() { self.newest } else { self.origin + self.moments.distance * self.share }
    }

    /// Returns the sample deviation; 0 of a flat window.
    #[inline(always)]
    pub fn deviation(&self) -> f64 {
        if self.is_flat() {
            return 0.0;
        }
        let Moments { distance, squares, .. } = self.moments;
        let around_mean = squares - distance * (distance * self.share);
        max(0.0, around_mean * self.sample_share).sqrt()
    }

    /// Returns `(newest - mean)/deviation`; `None` where the deviation is 0.
    #[inline(always)]
    pub fn zscore(&self) -> Option<f64> {
        let deviation = self.deviation();
        (deviation > 0.0).then(|| (self.newest - self.mean()) / deviation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::stats;
    use crate::random::Random;

    #[test]
    fn a_window_exists_from_its_last_value_on() {
        let mut rolling = Rolling::new(3);
        let means = [1.0, 2.0, 6.0, 4.0, 5.0, 9.0, 1.0]
            .map(|value| rolling.push(value).map(|window| window.mean()));
        // 9/3, 12/3, 15/3, 18/3, 15/3
        assert_eq!(means, [None, None, Some(3.0), Some(4.0), Some(5.0), Some(6.0), Some(5.0)]);
    }

    #[test]
    fn a_flat_window_is_its_newest_value() {
        let mut rolling = Rolling::new(2);
        rolling.push(0.1);
        let window = rolling.push(0.1 + 5e-10).unwrap();
        assert!(window.is_flat());
        assert_eq!(window.mean(), 0.1 + 5e-10);
        assert_eq!(window.deviation(), 0.0);
        assert_eq!(window.zscore(), None);
    }

    /// The catalogue allows 1e-12 of the window's largest value; the deviation of windows whose
    /// spread is a hundredth of their level agrees as well.
    #[test]
    fn every_window_agrees_with_its_own_sums() {
        let mut random = Random::new(1);
        for length in [1, 2, 3, 10, 336, 1000] {
            let mut rolling = Rolling::new(length);
            let mut values = Vec::new();
            for at in 0..4_000 {
                let step = if at % 2 == 0 { 0.0 } else { 0.001 * random.normal() };
                let value = values.last().map_or(0.08, |last: &f64| last + step);
                values.push(value);
                let Some(window) = rolling.push(value) else {
                    continue;
                };
                let tail = &values[values.len() - length..];
                let low = tail.iter().copied().reduce(min).unwrap();
                let high = tail.iter().copied().reduce(max).unwrap();
                assert_eq!((window.low(), window.high()), (low, high));
                if high - low < EQUAL_RANGE {
                    continue;
                }
                let bound = 1e-12 * high.abs();
                assert!((window.mean() - stats::mean(tail).unwrap()).abs() < bound);
                let deviation = stats::sample_deviation(tail).unwrap();
                assert!((window.deviation() - deviation).abs() < bound, "{length} {at}");
            }
        }
    }
}
