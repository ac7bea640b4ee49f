//! The order of the values of a column, which the median and the rank of every window need.

use crate::num::extremes::extremes;
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
///
/// The values are distributed over as many cells of equal width, and the few that are then not in
/// order are moved. Values that crowd in a few of the cells are distributed by their bits instead, so
/// that no column costs more than a few times as much as another.
#[allow(clippy::cast_possible_truncation, reason = "bars are far fewer than 2^32")]
fn bars_by_value(column: &[f64]) -> Vec<u32> {
    let bars: Vec<u32> = (0..column.len() as u32).collect();
    let mut order = distributed(&bars, &cells(column), column.len() + 1);
    if !settle(&mut order, column) {
        const DIGIT: usize = 11;
        order = bars;
        for shift in (0..64).step_by(DIGIT) {
            let digit = |value: &f64| (ordered_bits(*value) >> shift) as u32 % (1 << DIGIT);
            order = distributed(&order, &column.iter().map(digit).collect::<Vec<_>>(), 1 << DIGIT);
        }
    }
    order
}

/// Returns the cell of each value, from 0 to the number of values.
#[allow(clippy::cast_possible_truncation, reason = "the low bits are the rounded number")]
fn cells(column: &[f64]) -> Vec<u32> {
    /// Added to a smaller number that is not negative, it leaves the rounded number in the low bits.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    let (low, high) = extremes(column);
    let per_unit = if high > low { column.len() as f64 / (high - low) } else { 0.0 };
    column.iter().map(|value| ((value - low) * per_unit + WHOLE).to_bits() as u32).collect()
}

/// Returns an integer that compares as the number does.
fn ordered_bits(value: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    // -0 becomes 0, which it is equal to
    let bits = (value + 0.0).to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

/// Returns bars in ascending order of their cells, those of a cell in the given order. Cells beyond
/// the last one count as the last one.
#[inline(never)]
fn distributed(bars: &[u32], cells: &[u32], count: usize) -> Vec<u32> {
    let cell_of = |bar: u32| (cells[bar as usize] as usize).min(count - 1);
    // Number of bars in all cells before each cell; later the position of its next bar.
    let mut next = vec![0_u32; count + 1];
    for bar in bars {
        next[cell_of(*bar) + 1] += 1;
    }
    let mut sum = 0;
    for count in &mut next {
        sum += *count;
        *count = sum;
    }
    let mut order = vec![0; bars.len()];
    for bar in bars {
        let next = &mut next[cell_of(*bar)];
        order[*next as usize] = *bar;
        *next += 1;
    }
    order
}

/// Moves each bar before those of larger values; returns whether few moves were enough.
#[inline(never)]
fn settle(order: &mut [u32], column: &[f64]) -> bool {
    const MOVES_PER_BAR: usize = 8;
    let (mut moves, mut largest) = (MOVES_PER_BAR * order.len(), f64::NEG_INFINITY);
    for end in 0..order.len() {
        let bar = order[end];
        let value = column[bar as usize];
        if value >= largest {
            largest = value;
            continue;
        }
        let mut at = end;
        while at > 0 && column[order[at - 1] as usize] > value {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = bar;
        let Some(left) = moves.checked_sub(end - at) else { return false };
        moves = left;
    }
    true
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

    #[test]
    fn crowded_values_are_not_moved_one_by_one() {
        let is_settled = |column: &[f64]| {
            let bars: Vec<u32> = (0..3_000).collect();
            settle(&mut distributed(&bars, &cells(column), column.len() + 1), column)
        };
        let columns = columns();
        assert!([3, 4, 5, 10].iter().all(|at| is_settled(&columns[*at])));
        assert!([7, 8].iter().all(|at| !is_settled(&columns[*at])));
    }
}
