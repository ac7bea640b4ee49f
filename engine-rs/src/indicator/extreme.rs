//! Smallest and largest of the last `w` values, where the mean is not asked for.

use super::sliding::{Fold, Sliding};
use crate::num::{max, min};

/// The smallest of the last `w` values.
#[derive(Debug, Clone)]
pub struct RollingMin(Sliding<Smallest>);

/// The largest of the last `w` values.
#[derive(Debug, Clone)]
pub struct RollingMax(Sliding<Largest>);

/// The smallest and the largest of the last `w` values.
#[derive(Debug, Clone)]
pub struct RollingRange(Sliding<Range>);

#[derive(Debug, Clone, Copy)]
struct Smallest(f64);

#[derive(Debug, Clone, Copy)]
struct Largest(f64);

impl Fold for Smallest {
    type Value = f64;

    const NOTHING: Self = Self(f64::INFINITY);

    #[inline(always)]
    fn and(self, value: f64, _: f64) -> Self {
        Self(min(self.0, value))
    }

    #[inline(always)]
    fn joined(self, later: Self) -> Self {
        Self(min(self.0, later.0))
    }
}

impl Fold for Largest {
    type Value = f64;

    const NOTHING: Self = Self(f64::NEG_INFINITY);

    #[inline(always)]
    fn and(self, value: f64, _: f64) -> Self {
        Self(max(self.0, value))
    }

    #[inline(always)]
    fn joined(self, later: Self) -> Self {
        Self(max(self.0, later.0))
    }
}

#[derive(Debug, Clone, Copy)]
struct Range {
    low: f64,
    high: f64,
}

impl Fold for Range {
    type Value = f64;

    const NOTHING: Self = Self { low: f64::INFINITY, high: f64::NEG_INFINITY };

    #[inline(always)]
    fn and(self, value: f64, _: f64) -> Self {
        Self { low: min(self.low, value), high: max(self.high, value) }
    }

    #[inline(always)]
    fn joined(self, later: Self) -> Self {
        Self { low: min(self.low, later.low), high: max(self.high, later.high) }
    }
}

impl RollingMin {
    /// Returns the minimum of the last `length` values, at least one.
    pub fn new(length: usize) -> Self {
        Self(Sliding::new(length, 0.0))
    }

    /// Takes the newest value and returns the minimum, once the window is full.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        self.0.push(value).map(|smallest| smallest.0)
    }
}

impl RollingMax {
    /// Returns the maximum of the last `length` values, at least one.
    pub fn new(length: usize) -> Self {
        Self(Sliding::new(length, 0.0))
    }

    /// Takes the newest value and returns the maximum, once the window is full.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        self.0.push(value).map(|largest| largest.0)
    }
}

impl RollingRange {
    /// Returns the range of the last `length` values, at least one.
    pub fn new(length: usize) -> Self {
        Self(Sliding::new(length, 0.0))
    }

    /// Takes the newest value and returns the minimum and the maximum, once the window is full.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<(f64, f64)> {
        self.0.push(value).map(|range| (range.low, range.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_leave_with_the_window() {
        let values = [5.0, 3.0, 4.0, 1.0, 2.0, 2.0];
        let (mut low, mut high) = (RollingMin::new(3), RollingMax::new(3));
        let lows = values.map(|value| low.push(value));
        let highs = values.map(|value| high.push(value));
        assert_eq!(lows, [None, None, Some(3.0), Some(1.0), Some(1.0), Some(1.0)]);
        assert_eq!(highs, [None, None, Some(5.0), Some(4.0), Some(4.0), Some(2.0)]);
        let mut range = RollingRange::new(3);
        let ranges = values.map(|value| range.push(value));
        let pairs = lows.iter().zip(&highs).map(|(low, high)| low.zip(*high));
        assert_eq!(ranges.to_vec(), pairs.collect::<Vec<_>>());
    }
}
