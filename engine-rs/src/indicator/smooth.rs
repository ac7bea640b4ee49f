//! Averages that move a part of the way to each new value.

use super::EQUAL_RANGE;
use crate::num::{max, min};

/// Returns the exponential average: the mean of the first `span` values, then
/// `prev + alpha*(v - prev)`, `alpha = 2/(span+1)`.
pub fn ema(values: &[f64], span: usize) -> Vec<f64> {
    smooth(values, span, 2.0 / (span as f64 + 1.0))
}

/// Returns Wilder's average (New Concepts in Technical Trading Systems, 1978): the mean of the first
/// `length` values, then `(prev*(n-1) + v)/n`, computed as `prev + (v - prev)/n`: so an average of
/// equal values is that value.
pub fn wilder(values: &[f64], length: usize) -> Vec<f64> {
    smooth(values, length, 1.0 / length as f64)
}

#[inline(never)]
fn smooth(values: &[f64], length: usize, share: f64) -> Vec<f64> {
    let Some((head, rest)) = values.split_at_checked(length).filter(|_| length > 0) else {
        return Vec::new();
    };
    let mut average = seed(head.iter().copied());
    let mut averages = Vec::with_capacity(rest.len() + 1);
    averages.push(average);
    averages.extend(rest.iter().map(|value| {
        average += share * (value - average);
        average
    }));
    averages
}

/// Returns what an average starts from: the mean of the first values, by the rule of a window of
/// equal values.
pub(super) fn seed(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    let (count, origin) = (values.len() as f64, values.clone().next().unwrap_or(0.0));
    let (mut distance, mut newest) = (0.0, origin);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values {
        distance += value - origin;
        low = min(low, value);
        high = max(high, value);
        newest = value;
    }
    if high - low < EQUAL_RANGE { newest } else { origin + distance / count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exponential_average_starts_from_the_mean_of_the_first_span() {
        // alpha 1/2; seed (1+2+6)/3 = 3; 3 + (5-3)/2 = 4
        assert_eq!(ema(&[1.0, 2.0, 6.0, 5.0], 3), [3.0, 4.0]);
        assert_eq!(ema(&[3.0, 7.0], 1), [3.0, 7.0]);
    }

    #[test]
    fn wilders_average_moves_by_one_part_in_n() {
        // (2+4)/2 = 3; (3*1 + 5)/2 = 4
        assert_eq!(wilder(&[2.0, 4.0, 5.0], 2), [3.0, 4.0]);
    }

    #[test]
    fn the_seed_of_equal_values_is_the_newest() {
        assert_eq!(ema(&[0.1, 0.1 + 5e-10], 2), [0.1 + 5e-10]);
        assert_eq!(ema(&[0.1; 10], 10), [0.1]);
    }
}
