//! Averages that move a part of the way to each new value.
//!
//! A step depends on the step before it, so the form of the recurrence decides its speed. Both
//! averages decay: they keep `keep = 1 - alpha` of the previous value and add a move, `keep*prev +
//! move`. Two bars are processed at a time, each from the value two bars before, so that only one
//! product and one sum are in the chain: `keep^2*prev2 + (move + keep*move1)`.

use super::EQUAL_RANGE;
use super::change::zeros;
use crate::num::Pair;

/// Returns the exponential average, `prev + alpha*(v - prev)` with `alpha = 2/(span+1)`, starting
/// from the mean of the first `span` values.
#[inline(never)]
pub fn ema(values: &[f64], span: usize) -> Vec<f64> {
    average(values, span, 2.0 / (span as f64 + 1.0))
}

/// Returns the average of Wilder (New Concepts in Technical Trading Systems, 1978), `(prev*(n-1) +
/// v)/n`, starting from the mean of the first `n` values.
#[inline(never)]
pub fn wilder(values: &[f64], length: usize) -> Vec<f64> {
    average(values, length, 1.0 / length as f64)
}

/// The distance of the average to the value decays, `keep*(distance - change of the value)`: for
/// equal values it is 0, and their average is that value, to the bit.
#[inline(never)]
fn average(values: &[f64], length: usize, alpha: f64) -> Vec<f64> {
    let Some((start, newest, rest)) = split(values, length) else {
        return Vec::new();
    };
    let keep = Pair::new([1.0 - alpha; 2]);
    let mut distance = Decay::new(keep, start - newest);
    let mut before = Pair::new([newest; 2]);
    in_pairs(start, rest, |values| {
        let moves = keep * (before.then(values) - values);
        before = values;
        values + distance.step(moves)
    })
}

/// Returns the mean of the first `length` values, the newest of them, and the remaining values.
fn split(values: &[f64], length: usize) -> Option<(f64, f64, &[f64])> {
    let (head, rest) = values.split_at_checked(length)?;
    let [seed, _] = seeds(head.iter().map(|value| Pair::new([*value; 2])));
    Some((seed, *head.last()?, rest))
}

/// A sum that keeps a part of itself on every bar, two bars at a time.
pub(super) struct Decay {
    keep: Pair,
    /// Part that is kept over two bars.
    keep_two: Pair,
    /// The sums and the moves of the last two bars.
    sums: Pair,
    moves: Pair,
}

impl Decay {
    /// Starts with a sum.
    #[inline(always)]
    pub(super) fn new(keep: Pair, start: f64) -> Self {
        // zero, and then the start as a move
        let first = Pair::new([0.0, start]);
        Self { keep, keep_two: keep * keep, sums: first, moves: first }
    }

    /// Returns the sums of the next two bars.
    #[inline(always)]
    pub(super) fn step(&mut self, moves: Pair) -> Pair {
        let both = moves + self.keep * self.moves.then(moves);
        self.sums = self.keep_two * self.sums + both;
        self.moves = moves;
        self.sums
    }
}

/// Returns a column of a first number and of the results of `of`, applied to the values in pairs.
#[inline(always)]
pub(super) fn in_pairs(first: f64, values: &[f64], mut of: impl FnMut(Pair) -> Pair) -> Vec<f64> {
    let mut column = zeros(values.len() + 1);
    let (start, rest) = column.split_at_mut(1);
    start[0] = first;
    let (pairs, odd) = values.as_chunks::<2>();
    let (slots, odd_slot) = rest.as_chunks_mut::<2>();
    for (pair, slot) in pairs.iter().zip(slots) {
        *slot = of(Pair::new(*pair)).lanes();
    }
    if let ([value], [slot]) = (odd, odd_slot) {
        [*slot, _] = of(Pair::new([*value; 2])).lanes();
    }
    column
}

/// Returns the start of an average in each lane: the mean of the first values, by the rule for windows
/// of equal values.
pub(super) fn seeds(values: impl ExactSizeIterator<Item = Pair> + Clone) -> [f64; 2] {
    let (count, origin) = (values.len() as f64, values.clone().next().unwrap_or(Pair::ZERO));
    let (mut distance, mut newest) = (Pair::ZERO, origin);
    let [mut low, mut high] = [f64::INFINITY, f64::NEG_INFINITY].map(|end| Pair::new([end; 2]));
    for value in values {
        distance = distance + (value - origin);
        low = low.min(value);
        high = high.max(value);
        newest = value;
    }
    let mean = origin + distance / Pair::new([count; 2]);
    let (range, newest, mean) = ((high - low).lanes(), newest.lanes(), mean.lanes());
    [0, 1].map(|lane| if range[lane] < EQUAL_RANGE { newest[lane] } else { mean[lane] })
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
    fn the_average_of_equal_values_is_that_value() {
        let mut values = vec![0.3; 10];
        assert_eq!(ema(&values, 3), [0.3; 8]);
        values.extend([0.7; 200]);
        assert_eq!(wilder(&values, 3).last(), Some(&0.7));
    }

    #[test]
    fn wilders_average_moves_by_an_nth_of_the_distance() {
        // (2+4)/2 = 3; (3*1 + 5)/2 = 4
        assert_eq!(wilder(&[2.0, 4.0, 5.0], 2), [3.0, 4.0]);
    }

    #[test]
    fn the_seed_of_equal_values_is_the_newest() {
        assert_eq!(ema(&[0.1, 0.1 + 5e-10], 2), [0.1 + 5e-10]);
        assert_eq!(ema(&[0.1; 10], 10), [0.1]);
    }
}
