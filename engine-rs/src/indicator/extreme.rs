//! Minimum and maximum of the last `w` values, and the position of the newest between them.

use super::sliding::{Fold, slide};
use super::{EQUAL_RANGE, each, less};
use crate::num::min;

#[derive(Clone, Copy)]
struct Smallest(f64);

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

/// Returns the minimum of each window of `length` values.
#[inline(never)]
pub fn lowest(values: &[f64], length: usize) -> Vec<f64> {
    slide::<Smallest>(values, length, |window| window.fold.0)
}

/// Returns the maximum of each window of `length` values.
#[inline(never)]
pub fn highest(values: &[f64], length: usize) -> Vec<f64> {
    let mut highest = lowest(&each([values], |[value]| -value), length);
    for value in &mut highest {
        *value = -*value;
    }
    highest
}

/// Returns the range of each window of `length` values if one of them may be flat, that is, if its
/// values may be equal to 1e-9.
///
/// A window that contains a changed value is not flat. It is enough to find one in every window,
/// and most windows have many.
#[inline(never)]
pub(super) fn ranges_if_flat(values: &[f64], length: usize) -> Option<Vec<f64>> {
    let mut rest = values;
    while let Some(window) = rest.get(..length).filter(|window| !window.is_empty()) {
        let differ = |pair: &[f64]| (pair[1] - pair[0]).abs() >= EQUAL_RANGE;
        let Some(last) = window.windows(2).rposition(differ) else {
            let (low, high) = (lowest(values, length), highest(values, length));
            return Some(less(&high, &low));
        };
        rest = &rest[last + 1..];
    }
    None
}

/// Returns `%K` of Lane's stochastic oscillator, the position of the newest value in the range of
/// its window, see [`place_in`].
#[inline(never)]
pub fn place(values: &[f64], length: usize) -> Vec<f64> {
    let (low, high) = (lowest(values, length), highest(values, length));
    each([values, &low, &high], |[value, low, high]| place_in(value, (low, high)))
}

/// Returns `%K = 100*(value - low)/(high - low)`, 0 to 100; 50 without a range.
#[inline(always)]
pub fn place_in(value: f64, (low, high): (f64, f64)) -> f64 {
    let range = high - low;
    if range < EQUAL_RANGE { 50.0 } else { 100.0 * (value - low) / range }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_leave_with_the_window() {
        let values = [5.0, 3.0, 4.0, 1.0, 2.0, 2.0];
        assert_eq!(lowest(&values, 3), [3.0, 1.0, 1.0, 1.0]);
        assert_eq!(highest(&values, 3), [5.0, 4.0, 4.0, 2.0]);
    }

    #[test]
    fn k_is_the_position_in_the_range() {
        assert_eq!(place(&[2.0, 6.0, 3.0, 6.0], 3), [25.0, 100.0]);
        assert_eq!(place_in(0.1 + 9e-10, (0.1, 0.1 + 9e-10)), 50.0);
    }
}
