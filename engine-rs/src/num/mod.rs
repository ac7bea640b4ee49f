//! Float policy: every number that leaves the engine is the same in the native build and in
//! WebAssembly.
//!
//! `+ - * /` and `sqrt` are exact by IEEE 754 on every target; everything else comes from
//! [`transcend`]. Sums run from the oldest value to the newest.

pub mod extremes;
pub mod normal;
mod pair;
pub mod sort;
pub mod stats;
pub mod transcend;

pub use pair::Pair;

/// Returns the larger number, `a` if they compare equal or unordered.
///
/// `f64::max` is a call on wasm32, and a compare with a select becomes a branch there.
#[inline]
pub fn max(a: f64, b: f64) -> f64 {
    #[cfg(target_arch = "wasm32")]
    {
        use core::arch::wasm32::{f64x2_extract_lane, f64x2_pmax, f64x2_splat};
        f64x2_extract_lane::<0>(f64x2_pmax(f64x2_splat(a), f64x2_splat(b)))
    }
    #[cfg(not(target_arch = "wasm32"))]
    if a < b { b } else { a }
}

/// Returns the smaller number, `a` if they compare equal or unordered.
#[inline]
pub fn min(a: f64, b: f64) -> f64 {
    #[cfg(target_arch = "wasm32")]
    {
        use core::arch::wasm32::{f64x2_extract_lane, f64x2_pmin, f64x2_splat};
        f64x2_extract_lane::<0>(f64x2_pmin(f64x2_splat(a), f64x2_splat(b)))
    }
    #[cfg(not(target_arch = "wasm32"))]
    if b < a { b } else { a }
}

/// Returns `value` limited to `[low, high]`, without a branch.
#[inline]
pub fn clamp(value: f64, low: f64, high: f64) -> f64 {
    min(max(value, low), high)
}

/// Returns a whole number that a double holds exactly; `None` for any other value.
#[allow(clippy::cast_possible_truncation, reason = "whole and below 2^53 in size")]
pub fn whole(value: f64) -> Option<i64> {
    const EXACT_END: f64 = 9_007_199_254_740_992.0;
    (value.trunc() == value && value.abs() < EXACT_END).then_some(value as i64)
}

/// Returns the integer part of a number that is not negative, such as a place in a list.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a list")]
pub fn place(number: f64) -> usize {
    number as usize
}

/// Returns the nearest whole number, and the upper one of two.
pub fn rounded(number: f64) -> f64 {
    (number + 0.5).floor()
}

/// Returns a number rounded to the digits of the whole numbers below `end`, a power of ten up to 1e15.
pub fn significant(number: f64, end: f64) -> f64 {
    let (mut scale, mut size) = (1.0, number.abs());
    if size == 0.0 || !size.is_finite() {
        return number;
    }
    while size < end / 10.0 && scale < 1e22 {
        scale *= 10.0;
        size = number.abs() * scale;
    }
    let mut less = 1.0;
    while size >= end {
        less *= 10.0;
        size = number.abs() / less;
    }
    let whole = rounded(size);
    let found = if less > 1.0 { whole * less } else { whole / scale };
    if number < 0.0 { -found } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clamp_limits_to_the_range() {
        assert_eq!(clamp(-0.5, 0.0, 1.0), 0.0);
        assert_eq!(clamp(0.25, 0.0, 1.0), 0.25);
        assert_eq!(clamp(7.0, 0.0, 1.0), 1.0);
    }

    #[test]
    fn whole_accepts_only_whole_numbers() {
        assert_eq!(whole(-3.0), Some(-3));
        for not_whole in [0.5, f64::NAN, f64::INFINITY, 9_007_199_254_740_992.0] {
            assert_eq!(whole(not_whole), None);
        }
    }

    #[test]
    fn significant_digits_are_those_of_the_nearest_decimal() {
        let six = |number| significant(number, 1e6);
        assert_eq!([100_000.0, 0.1, 85.0, 63.571_428_571].map(six), [1e5, 0.1, 85.0, 63.5714]);
        assert_eq!([1_234_567.0, -0.000_123_456_7].map(six), [1_234_570.0, -0.000_123_457]);
        let four = |number| significant(number, 1e4);
        assert_eq!(
            [164.349_9, 13_565.0, -0.0, 9_999.6].map(four),
            [164.3, 13_570.0, 0.0, 10_000.0]
        );
    }

    #[test]
    fn max_and_min_choose_by_value() {
        assert_eq!(max(1.0, 2.0), 2.0);
        assert_eq!(min(1.0, 2.0), 1.0);
    }
}
