//! Lane's stochastic oscillator.

use super::rolling::EQUAL_RANGE;

/// Returns `%K = 100*(value - low)/(high - low)`: where a value stands in the range of its window,
/// 0 to 100. Without a range it is 50.
#[inline]
pub fn percent_k(value: f64, low: f64, high: f64) -> f64 {
    let range = high - low;
    if range < EQUAL_RANGE { 50.0 } else { 100.0 * (value - low) / range }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn k_is_the_place_in_the_range() {
        assert_eq!(percent_k(3.0, 2.0, 6.0), 25.0);
        assert_eq!(percent_k(6.0, 2.0, 6.0), 100.0);
        assert_eq!(percent_k(0.1 + 9e-10, 0.1, 0.1 + 9e-10), 50.0);
    }
}
