//! Indicators without memory: aligned columns, lagged columns, and changes.

/// Applies `of` to the columns bar by bar, from the first bar that all of them have.
#[inline(always)]
pub fn each<const N: usize>(columns: [&[f64]; N], mut of: impl FnMut([f64; N]) -> f64) -> Vec<f64> {
    let count = columns.iter().map(|column| column.len()).min().unwrap_or(0);
    let columns = columns.map(|column| &column[column.len() - count..]);
    (0..count).map(|at| of(columns.map(|column| column[at]))).collect()
}

#[inline(never)]
pub(super) fn zeros(count: usize) -> Vec<f64> {
    vec![0.0; count]
}

/// Returns the difference of two columns.
#[inline(never)]
pub fn less(left: &[f64], right: &[f64]) -> Vec<f64> {
    each([left, right], |[left, right]| left - right)
}

/// Returns the sum of one column and a multiple of another.
#[inline(never)]
pub fn plus(base: &[f64], factor: f64, more: &[f64]) -> Vec<f64> {
    each([base, more], |[base, more]| base + factor * more)
}

/// Returns a multiple of a column.
#[inline(never)]
pub fn times(factor: f64, values: &[f64]) -> Vec<f64> {
    each([values], |[value]| factor * value)
}

/// Returns the absolute value of every value.
#[inline(never)]
pub fn sizes(values: &[f64]) -> Vec<f64> {
    each([values], |[value]| value.abs())
}

/// Returns the column delayed by `lag` bars.
pub fn lagged(values: &[f64], lag: usize) -> &[f64] {
    &values[..values.len().saturating_sub(lag)]
}

/// Returns the change over `lag` bars.
pub fn change(values: &[f64], lag: usize) -> Vec<f64> {
    less(values, lagged(values, lag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_at_their_ends() {
        assert_eq!(each([&[1.0, 2.0, 3.0], &[10.0, 20.0]], |[a, b]| a + b), [12.0, 23.0]);
        assert_eq!(each([&[], &[1.0]], |[a, b]| a + b), [0.0; 0]);
    }

    #[test]
    fn a_multiple_scales_every_value() {
        assert_eq!(times(2.0, &[1.0, -3.0]), [2.0, -6.0]);
        assert_eq!(plus(&[9.0, 1.0, 2.0], 0.5, &[4.0, -2.0]), [3.0, 1.0]);
    }

    #[test]
    fn a_change_spans_its_lag() {
        assert_eq!(lagged(&[3.0, 5.0, 9.0], 1), [3.0, 5.0]);
        assert_eq!(change(&[3.0, 5.0, 9.0], 2), [6.0]);
        assert_eq!(change(&[3.0, 5.0, 9.0], 0), [0.0; 3]);
        assert_eq!(change(&[3.0, 5.0], 2), [0.0; 0]);
    }
}
