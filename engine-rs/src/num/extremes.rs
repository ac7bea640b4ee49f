//! Minimum and maximum of several numbers.

use super::{Pair, max, min};

/// Returns the minimum and the maximum, which ignore missing numbers. Without numbers they are infinite
/// and swapped.
#[inline(always)]
pub fn extremes(values: &[f64]) -> (f64, f64) {
    let [mut low, mut high] =
        [f64::INFINITY, f64::NEG_INFINITY].map(|end| [Pair::new([end; 2]); 2]);
    let (fours, rest) = values.as_chunks::<4>();
    for [a, b, c, d] in fours {
        for (lane, values) in [Pair::new([*a, *b]), Pair::new([*c, *d])].into_iter().enumerate() {
            low[lane] = low[lane].min(values);
            high[lane] = high[lane].max(values);
        }
    }
    let ([a, b], [c, d]) = (low[0].min(low[1]).lanes(), high[0].max(high[1]).lanes());
    rest.iter()
        .fold((min(a, b), max(c, d)), |(low, high), value| (min(low, *value), max(high, *value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extremes_of_a_block_ignore_missing_numbers() {
        assert_eq!(extremes(&[3.0, f64::NAN, -1.0, 2.0, 5.0]), (-1.0, 5.0));
        assert_eq!(extremes(&[f64::NAN; 4]), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!(extremes(&[f64::NAN]), extremes(&[]));
    }
}
