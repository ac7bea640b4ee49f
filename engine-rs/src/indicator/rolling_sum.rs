//! Sum of the last `w` values.

use super::sliding::{Fold, Sliding};

/// A running sum from which nothing is subtracted: a window of zeros sums to exactly 0.
#[derive(Debug, Clone)]
pub struct RollingSum(Sliding<Sum>);

#[derive(Debug, Clone, Copy)]
struct Sum(f64);

impl Fold for Sum {
    type Value = f64;

    const NOTHING: Self = Self(0.0);

    #[inline(always)]
    fn and(self, value: f64, _: f64) -> Self {
        Self(self.0 + value)
    }

    #[inline(always)]
    fn joined(self, later: Self) -> Self {
        Self(self.0 + later.0)
    }
}

impl RollingSum {
    /// Returns the sum of the last `length` values, at least one.
    pub fn new(length: usize) -> Self {
        Self(Sliding::new(length, 0.0))
    }

    /// Takes the newest value and returns the sum of the window that ends with it, once it is full.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        self.0.push(value).map(|sum| sum.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_slides() {
        let mut sum = RollingSum::new(2);
        let seen = [1.0, 2.0, 4.0, 8.0, 0.0, 0.0].map(|value| sum.push(value));
        assert_eq!(seen, [None, Some(3.0), Some(6.0), Some(12.0), Some(8.0), Some(0.0)]);
        assert_eq!(RollingSum::new(1).push(5.0), Some(5.0));
    }
}
