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
/// Yields over a fraction of a year are small: under a quarter twelve terms of the power series,
/// which leave out less than 2^-56 of the value, take a third of the time of the general function.
/// They are summed by pairs (Estrin), which a processor does side by side.
#[inline]
pub fn exp_m1(x: f64) -> f64 {
    if x.abs() >= 0.25 {
        return libm::expm1(x);
    }
    let (x2, [two, three, four, five, six, seven, eight, nine, ten, eleven, twelve]) =
        (x * x, ONE_OVER_FACTORIAL);
    let x4 = x2 * x2;
    let low = (two + three * x) + (four + five * x) * x2;
    let middle = (six + seven * x) + (eight + nine * x) * x2;
    let high = (ten + eleven * x) + twelve * x2;
    x + x2 * (low + (middle + high * x4) * x4)
}

/// `1/n!` for `n` from 2 to 12.
const ONE_OVER_FACTORIAL: [f64; 11] = {
    let mut shares = [1.0; 11];
    let (mut at, mut factorial) = (0, 1.0);
    while at < 11 {
        factorial *= (at + 2) as f64;
        shares[at] = 1.0 / factorial;
        at += 1;
    }
    shares
};

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
        for step in -3_000..=3_000 {
            let x = f64::from(step) * 1e-4;
            let (found, exact) = (exp_m1(x), libm::expm1(x));
            // both are within a unit in the last place
            assert!((found - exact).abs() <= 2.0 * f64::EPSILON * exact.abs(), "{x}");
        }
    }
}
