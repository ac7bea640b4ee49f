//! The only module that uses `exp`, `ln`, `pow` and `erfc`.
//!
//! The standard library's versions differ by an ulp between native and wasm32; `libm` is the same
//! source on both.

/// Returns `e^x`.
#[inline(never)]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Returns the natural logarithm of `x`.
#[inline(never)]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Returns `ln(1 + x)`, exact for small `x`.
#[inline(never)]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// Returns `e^x - 1`, exact for small `x`.
#[inline(never)]
pub fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// Returns [`exp_m1`] of every value, see [`exp_m1_to`].
pub fn exp_m1_all(values: &[f64]) -> Vec<f64> {
    let mut all = vec![0.0; values.len()];
    exp_m1_to(values, &mut all);
    all
}

/// Writes [`exp_m1`] of every value, to the bit. Most exponents of a column are small; those are
/// computed without a branch, several at a time.
#[inline(never)]
pub fn exp_m1_to(values: &[f64], all: &mut [f64]) {
    for (found, value) in all.iter_mut().zip(values) {
        *found = exp_m1_small(*value);
    }
    for (found, value) in all.iter_mut().zip(values) {
        if !(1e-15..0.34).contains(&value.abs()) {
            *found = exp_m1(*value);
        }
    }
}

/// The branch of `libm` for exponents of 2^-54 to ln(2)/2 in size, with the same order of
/// operations (FreeBSD's `s_expm1.c`, Copyright 1993 by Sun Microsystems, which grants its use).
#[inline(always)]
fn exp_m1_small(x: f64) -> f64 {
    const Q: [f64; 5] = [
        -0.033_333_333_333_333_13,
        0.001_587_301_587_254_814_6,
        -7.936_507_578_674_88e-5,
        4.008_217_827_329_362e-6,
        -2.010_992_181_836_243_7e-7,
    ];
    let half = 0.5 * x;
    let square = x * half;
    let r =
        1.0 + square * (Q[0] + square * (Q[1] + square * (Q[2] + square * (Q[3] + square * Q[4]))));
    let t = 3.0 - r * half;
    let e = square * ((r - t) / (6.0 - x * t));
    x - (x * e - square)
}

/// Returns `base^exponent`.
#[inline(never)]
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// Returns the complementary error function `1 - erf(x)`.
#[inline(never)]
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// Returns `ln(x / (1 - x))` of a share in (0, 1).
#[inline]
pub fn logit(x: f64) -> f64 {
    ln(x / (1.0 - x))
}

/// Returns a function of every value and evaluates it only where a value differs from the previous
/// one: yields do not move in half of all hours.
pub fn map_changes(values: &[f64], function: impl Fn(f64) -> f64) -> Vec<f64> {
    let Some(first) = values.first() else {
        return Vec::new();
    };
    let (mut last, mut mapped) = (*first, function(*first));
    let each = values.iter().map(|value| {
        if *value != last {
            last = *value;
            mapped = function(last);
        }
        mapped
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn exp_m1_all_is_exp_m1_of_every_value() {
        let mut random = Random::new(17);
        let mut values: Vec<f64> =
            (0..200_000).map(|at| random.normal() * [0.1, 1e-3, 1e-12, 3.0][at % 4]).collect();
        values.extend([0.0, -0.0, 0.34, -0.34, 0.35, 1e-15, -1e-15, 1e-16, 1e-300, -50.0, 800.0]);
        let each: Vec<u64> = values.iter().map(|value| exp_m1(*value).to_bits()).collect();
        let all = exp_m1_all(&values);
        assert!(all.iter().zip(each).all(|(found, expected)| found.to_bits() == expected));
    }

    #[test]
    fn map_changes_applies_the_function_to_every_value() {
        for values in [&[][..], &[0.5], &[0.5, 0.5, 0.25, 0.25, 0.5]] {
            let each: Vec<f64> = values.iter().map(|value| exp(*value)).collect();
            assert_eq!(map_changes(values, exp), each);
        }
    }
}
