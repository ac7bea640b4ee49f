//! The only module that uses `exp`, `ln`, `pow`, `cos` and `erfc`.
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

/// Returns the cosine of `x`.
#[inline(never)]
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
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

    #[test]
    fn map_changes_applies_the_function_to_every_value() {
        for values in [&[][..], &[0.5], &[0.5, 0.5, 0.25, 0.25, 0.5]] {
            let each: Vec<f64> = values.iter().map(|value| exp(*value)).collect();
            assert_eq!(map_changes(values, exp), each);
        }
    }
}
