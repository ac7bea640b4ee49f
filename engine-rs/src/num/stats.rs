//! Mean and dispersion of a slice, with the conventions of the metrics.
//!
//! The mean of equal values is that value and their deviation exactly 0, despite the rounding of
//! the sum. Deviations are sample deviations (`n - 1`).

/// A deviation, drawdown or range below this counts as 0.
pub const NEGLIGIBLE: f64 = 1e-12;

/// Returns the mean of values that can be iterated twice, or `None` if there are no values.
///
/// The mean of equal values is that value, despite the rounding of their sum.
pub fn mean_of(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let first = values.clone().next()?;
    if values.clone().all(|value| value == first) {
        return Some(first);
    }
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    Some(sum / f64::from(count))
}

/// Returns the arithmetic mean, or `None` of an empty slice.
pub fn mean(values: &[f64]) -> Option<f64> {
    mean_of(values.iter().copied())
}

/// Returns the distance between the smallest and the largest value; 0 for an empty slice.
pub fn range(values: &[f64]) -> f64 {
    let Some(first) = values.first() else { return 0.0 };
    let (mut low, mut high) = (*first, *first);
    for value in values {
        low = super::min(low, *value);
        high = super::max(high, *value);
    }
    high - low
}

/// Returns the sum of squared distances from `center`, summed from the first value to the last.
pub fn squares_around(values: &[f64], center: f64) -> f64 {
    let mut squares = 0.0;
    for value in values {
        squares += (value - center) * (value - center);
    }
    squares
}

/// Mean and sample standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The deviation, 0 under [`NEGLIGIBLE`]; `None` of a single value.
    pub deviation: Option<f64>,
}

impl Spread {
    /// Returns the spread of values, or `None` of an empty slice.
    pub fn of(values: &[f64]) -> Option<Self> {
        let mean = mean(values)?;
        let deviation = (values.len() > 1).then(|| {
            let squares = squares_around(values, mean);
            negligible_to_zero((squares / (values.len() - 1) as f64).sqrt())
        });
        Some(Self { mean, deviation })
    }
}

/// Returns the sample standard deviation, or `None` under two values. Under [`NEGLIGIBLE`] it is 0.
pub fn sample_deviation(values: &[f64]) -> Option<f64> {
    Spread::of(values)?.deviation
}

/// Returns the value, or 0 when it is under [`NEGLIGIBLE`].
pub fn negligible_to_zero(value: f64) -> f64 {
    if value < NEGLIGIBLE { 0.0 } else { value }
}

/// Returns `numerator / denominator`, or `None` where the denominator is 0 or missing.
pub fn ratio(numerator: Option<f64>, denominator: Option<f64>) -> Option<f64> {
    match (numerator, denominator) {
        (Some(above), Some(below)) if below != 0.0 => Some(above / below),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_an_exact_mean_and_no_deviation() {
        let tenths = [0.1; 10];
        // 0.1 added ten times is 0.9999999999999999, so the plain mean would be off by an ulp.
        assert_eq!(mean(&tenths), Some(0.1));
        assert_eq!(sample_deviation(&tenths), Some(0.0));
    }

    #[test]
    fn sample_deviation_divides_by_one_less() {
        // mean 2, squares 1 + 0 + 1, over 2
        assert_eq!(sample_deviation(&[1.0, 2.0, 3.0]), Some(1.0));
        assert_eq!(sample_deviation(&[1.0]), None);
        assert_eq!(sample_deviation(&[1.0, 1.0 + 1e-13]), Some(0.0));
    }

    #[test]
    fn a_ratio_over_zero_is_undefined() {
        assert_eq!(ratio(Some(1.0), Some(2.0)), Some(0.5));
        assert_eq!(ratio(Some(1.0), Some(0.0)), None);
        assert_eq!(ratio(None, Some(1.0)), None);
    }
}
