//! The only home of `exp`, `ln`, `pow` and `erfc`.
//!
//! The standard library's versions differ by an ulp between native and wasm32; `libm` is the same
//! source on both.

/// Returns `e^x`.
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Returns the natural logarithm of `x`.
#[inline]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Returns `ln(1 + x)`, exact for small `x`.
#[inline]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// Returns `e^x - 1`, exact for small `x`.
///
/// Yields over a fraction of a year are mostly small: there eight terms of the power series, which
/// leave out less than 2^-58 of the value, take a quarter of the time of the general function.
#[inline]
pub fn exp_m1(x: f64) -> f64 {
    const SMALL: f64 = 1.0 / 32.0;
    if x.abs() >= SMALL {
        return libm::expm1(x);
    }
    let mut factor = 1.0;
    for term in [8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0] {
        factor = 1.0 + factor * x * (1.0 / term);
    }
    x * factor
}

/// Returns `base^exponent`.
#[inline]
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// Returns the complementary error function `1 - erf(x)`.
#[inline]
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// Returns `ln(x / (1 - x))` of a share in (0, 1).
#[inline]
pub fn logit(x: f64) -> f64 {
    ln(x / (1.0 - x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_exponents_meet() {
        for step in -400..=400 {
            let x = f64::from(step) * 1e-4;
            // a unit in the last place either way
            assert!((exp_m1(x) - libm::expm1(x)).abs() <= 4e-16 * x.abs(), "{x}");
        }
    }
}
