//! The only home of `exp`, `ln`, `pow` and `erfc`.
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
