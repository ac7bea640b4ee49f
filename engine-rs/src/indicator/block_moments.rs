//! Moments of the blocks of a column. Sums with weights that decay slowly follow from them, so that the
//! runs on a dataset do not add its bars again for each period.
//!
//! Within a block a decaying weight is `middle*e^(rate*d)` at the distance `d` from the middle of the
//! block. Its first terms, `middle*(rate*d)^k/k!`, make the sum one of the moments, each times a number.

use super::change::zeros;
use crate::num::Pair;
use crate::num::transcend::{exp, ln};

/// Bars per block.
pub(super) const BLOCK: usize = 16;
/// Number of moments of a block.
pub(super) const TERMS: usize = 5;
/// Numbers per block: each moment of the values, and that of their sizes.
const NUMBERS: usize = 2 * TERMS;
/// Distance of the first and the last bar of a block from its middle.
const REACH: f64 = (BLOCK - 1) as f64 / 2.0;

/// Returns the moments of each whole block of a column, one block after the other. The first block
/// begins with the first bar.
#[inline(never)]
pub fn block_moments(column: &[f64]) -> Vec<f64> {
    let mut all = zeros(column.len() / BLOCK * NUMBERS);
    for (at, value) in column.iter().enumerate() {
        let distance = Pair::new([(at % BLOCK) as f64 - REACH; 2]);
        let mut term = Pair::new([*value, value.abs()]);
        let Some(moments) = all.get_mut(at / BLOCK * NUMBERS..) else { break };
        for moment in moments.as_chunks_mut::<2>().0.iter_mut().take(TERMS) {
            *moment = (Pair::new(*moment) + term).lanes();
            term = term * distance;
        }
    }
    all
}

/// Returns the weights of the bars of a block, which keep a part from bar to bar, as factors of its
/// moments. The weight of the last bar is 1.
///
/// The terms that are left out are less than the first one of them times `e^(rate*d)`: of a period of 48
/// bars, 1.2e-6 of each weight at most.
#[inline(never)]
pub(super) fn weights_of_moments(keep: f64) -> [Pair; TERMS] {
    let rate = -ln(keep);
    let mut term = exp(-rate * REACH);
    core::array::from_fn(|power| {
        let this = Pair::new([term; 2]);
        term *= rate / (power + 1) as f64;
        this
    })
}

/// Returns the weighted sums of the values of a block, given by its number, and of their sizes.
#[inline(always)]
pub(super) fn weighted(moments: &[f64], block: usize, weights: &[Pair; TERMS]) -> Pair {
    let block = moments.get(block * NUMBERS..).and_then(<[f64]>::first_chunk::<NUMBERS>);
    let Some(block) = block else { return Pair::ZERO };
    let worth = |power: usize| weights[power] * Pair::new([block[2 * power], block[2 * power + 1]]);
    ((worth(0) + worth(1)) + (worth(2) + worth(3))) + worth(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn sums_of_moments_are_weighted_sums_within_their_error() {
        let mut random = Random::new(11);
        let column: Vec<f64> = (0..100).map(|_| random.normal()).collect();
        let moments = block_moments(&column);
        // 100 bars are six whole blocks
        assert_eq!(moments.len(), 6 * NUMBERS);
        for period in [48.0, 336.0, 2880.0] {
            let keep = 1.0 - 1.0 / period;
            let weights = weights_of_moments(keep);
            for (at, block) in column.chunks_exact(BLOCK).enumerate() {
                let weighted_by = |value: fn(f64) -> f64| {
                    block.iter().fold(0.0, |sum, one| keep * sum + value(*one))
                };
                let (net, all) = (weighted_by(|one| one), weighted_by(f64::abs));
                let [found_net, found_all] = weighted(&moments, at, &weights).lanes();
                let most = 1.2e-6 * all;
                assert!((found_net - net).abs() <= most && (found_all - all).abs() <= most);
            }
        }
    }
}
