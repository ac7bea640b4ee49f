//! Sum of the last `w` values.

use super::sliding::{Fold, slide};

#[derive(Clone, Copy)]
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

/// Returns the sum of each window of `length` values without subtracting: a window of zeros sums to
/// exactly 0.
#[inline(never)]
pub fn sum(values: &[f64], length: usize) -> Vec<f64> {
    slide::<Sum>(values, length, |window| window.fold.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_slides_over_the_values() {
        assert_eq!(sum(&[1.0, 2.0, 4.0, 8.0, 0.0, 0.0], 2), [3.0, 6.0, 12.0, 8.0, 0.0]);
        assert_eq!(sum(&[5.0], 1), [5.0]);
        assert_eq!(sum(&[5.0], 2), [0.0; 0]);
    }
}
