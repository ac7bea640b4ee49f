//! The order of the values of a column, which the median and the rank of every window need.

use core::cmp::Ordering;
use std::sync::OnceLock;

/// The values of a column in ascending order; equal values are in the order of time.
#[derive(Debug)]
pub struct Sorted {
    /// The sorted values.
    pub(super) values: Vec<f64>,
    /// The bar of each sorted value.
    pub(super) bars: Vec<u32>,
    /// The position of each bar's value in this order, made for the first median.
    ranks: OnceLock<Vec<u32>>,
}

impl Sorted {
    /// Returns the values of a column in ascending order.
    #[inline(never)]
    pub fn of(column: &[f64]) -> Self {
        let bars = bars_by_value(column);
        let values = bars.iter().map(|bar| column[*bar as usize]).collect();
        Self { values, bars, ranks: OnceLock::new() }
    }

    /// Returns the place of each bar's value in ascending order.
    #[allow(clippy::cast_possible_truncation, reason = "bars are far fewer than 2^32")]
    pub(super) fn ranks(&self) -> &[u32] {
        self.ranks.get_or_init(|| {
            let mut ranks = vec![0; self.bars.len()];
            for (rank, bar) in self.bars.iter().enumerate() {
                ranks[*bar as usize] = rank as u32;
            }
            ranks
        })
    }
}

/// Returns the bars in ascending order of their values.
#[allow(clippy::cast_possible_truncation, reason = "bars are far fewer than 2^32")]
fn bars_by_value(column: &[f64]) -> Vec<u32> {
    let mut bars: Vec<u32> = (0..column.len() as u32).collect();
    let value = |bar: &u32| column[*bar as usize];
    bars.sort_by(|one, other| value(one).partial_cmp(&value(other)).unwrap_or(Ordering::Equal));
    bars
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::transcend::exp;
    use crate::random::Random;

    /// Columns of few and of many cells: noise, repeats, both zeros, tails, and numbers of every size.
    fn columns() -> Vec<Vec<f64>> {
        let mut random = Random::new(4);
        let mut column =
            |of: &dyn Fn(f64) -> f64| (0..3_000).map(|_| of(random.normal())).collect::<Vec<_>>();
        vec![
            vec![],
            vec![7.0],
            vec![3.0; 500],
            column(&|draw| draw),
            column(&|draw| (4.0 * draw).round() / 4.0),
            column(&|draw| 0.0_f64.copysign(draw)),
            column(&|draw| 1.0 / draw),
            column(&|draw| exp(200.0 * draw).copysign(draw)),
            column(&|draw| if draw > 3.0 { f64::MAX } else { 1e-300 * draw }),
            column(&|draw| if draw > 0.0 { f64::MAX } else { f64::MIN }),
            (0..3_000).map(|bar| f64::from(-bar)).collect(),
        ]
    }

    #[test]
    fn equal_values_are_in_the_order_of_time() {
        for column in columns() {
            let sorted = Sorted::of(&column);
            let mut expected: Vec<usize> = (0..column.len()).collect();
            expected.sort_by(|left, right| column[*left].partial_cmp(&column[*right]).unwrap());
            assert!(sorted.bars.iter().map(|bar| *bar as usize).eq(expected.iter().copied()));
            assert!(sorted.values.iter().eq(expected.iter().map(|bar| &column[*bar])));
            assert!((0..column.len()).all(|bar| expected[sorted.ranks()[bar] as usize] == bar));
        }
    }
}
