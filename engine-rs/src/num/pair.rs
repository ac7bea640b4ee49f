//! Two numbers processed side by side. The steps of one sum depend on each other, those of two sums
//! do not, so the CPU overlaps them.
//!
//! Each lane has the same bits as a sum of its own.

use core::ops::{Add, Div, Mul, Sub};

/// Two numbers.
#[derive(Debug, Clone, Copy)]
pub struct Pair([f64; 2]);

impl Pair {
    /// Two zeros, the empty sum.
    pub const ZERO: Self = Self([0.0; 2]);

    /// Returns two numbers side by side.
    #[inline(always)]
    pub fn new([left, right]: [f64; 2]) -> Self {
        Self([left, right])
    }

    /// Returns the two numbers.
    #[inline(always)]
    pub fn lanes(self) -> [f64; 2] {
        self.0
    }

    /// Returns [`super::max`] of each lane.
    #[inline(always)]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        self.with(other, super::max)
    }

    /// Returns [`super::min`] of each lane.
    #[inline(always)]
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        self.with(other, super::min)
    }

    /// Returns the second number of this pair and the first of the next, that is, the pair one bar
    /// earlier than `next`.
    #[inline(always)]
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self([self.0[1], next.0[0]])
    }

    /// Returns the absolute value of each lane.
    #[inline(always)]
    #[must_use]
    pub fn abs(self) -> Self {
        Self(self.0.map(f64::abs))
    }

    /// Returns the square root of each lane.
    #[inline(always)]
    #[must_use]
    pub fn sqrt(self) -> Self {
        Self(self.0.map(f64::sqrt))
    }

    #[inline(always)]
    fn with(self, other: Self, of: impl Fn(f64, f64) -> f64) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([of(a, c), of(b, d)])
    }
}

/// Implements an operator lane by lane.
macro_rules! lane_by_lane {
    ($($operator:ident $method:ident,)+) => {
        $(impl $operator for Pair {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                                self.with(other, $operator::$method)
            }
        })+
    };
}
lane_by_lane! {
    Add add,
    Sub sub,
    Mul mul,
    Div div,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_has_the_bits_of_a_scalar() {
        let (a, b) = (Pair::new([3.0, -0.7]), Pair::new([0.1, 0.3]));
        assert_eq!((a + b).lanes(), [3.0 + 0.1, -0.7 + 0.3]);
        assert_eq!((a - b).lanes(), [3.0 - 0.1, -0.7 - 0.3]);
        assert_eq!((a * b).lanes(), [3.0 * 0.1, -0.7 * 0.3]);
        assert_eq!((a / b).lanes(), [3.0 / 0.1, -0.7 / 0.3]);
        assert_eq!((a.max(b).lanes(), a.min(b).lanes()), ([3.0, 0.3], [0.1, -0.7]));
        assert_eq!(a.then(b).lanes(), [-0.7, 0.1]);
        assert_eq!(a.abs().lanes(), [3.0, 0.7]);
        assert_eq!(a.abs().sqrt().lanes(), [3.0_f64.sqrt(), 0.7_f64.sqrt()]);
    }
}
