//! The bars on which Wilder's index crosses the edges of a band, without the index.
//!
//! The index of a bar follows from two sums, `50 + 50*net/all`, so whether it is beyond an edge is the
//! sign of `net - share*all`. Signs need less than bits: the sums advance by a block of bars at a time,
//! and bars are looked at only in blocks that may cross an edge. Where a sign is within rounding of 0,
//! there is no answer, and the caller compares the index itself. The answers are therefore those of the
//! index, to the bit.

use super::rsi::first_sums;
use crate::num::Pair;

/// Bars per block.
const BLOCK: usize = 16;
/// The shortest period; of a shorter one, too little of a sum is kept over a block.
const SHORTEST: usize = 8;
/// Distance from an edge, as a share of the sums, that no rounding reaches: each bar adds some `1e-16`
/// of a sum, so that after a thousand bars it is within `1e-12` of the one that the index is made of.
const MARGIN: f64 = 1e-8;
/// The smallest distance, far from numbers that lose bits because they are small.
const LEAST: f64 = 1e-280;

/// Calls `cross` with the place in the column of [`rsi`](super::rsi) of each bar on which a position
/// enters, at or above `entry`, or leaves, at or below `exit`, and with whether it enters. The edges
/// are between 0 and 100, and `entry` is not under `exit`.
///
/// Returns whether any bar is beyond an edge, and `None` if a bar is too near to one.
#[inline(never)]
pub fn rsi_band(
    changes: &[f64],
    period: usize,
    (entry, exit): (f64, f64),
    cross: impl FnMut(usize, bool),
) -> Option<bool> {
    if period < SHORTEST {
        return None;
    }
    let Some((head, rest)) = changes.split_at_checked(period) else { return Some(false) };
    let [entry, exit] = [entry, exit].map(|edge| (edge - 50.0) / 50.0);
    let mut band = Band { entry, exit, is_in: false, has_opinion: false, cross };
    let [gain, loss] = first_sums(head);
    let mut sums = Pair::new([gain - loss, gain + loss]);
    band.compare(0, sums)?;

    let keep = 1.0 - 1.0 / period as f64;
    // The weight of each change in the sum at the end of its block, and the decay of a sum over a block.
    let (mut weights, mut kept) = ([Pair::ZERO; BLOCK / 2], 1.0);
    for weights in weights.iter_mut().rev() {
        *weights = Pair::new([kept * keep, kept]);
        kept *= keep * keep;
    }
    // Within a block, the weight of a gain is at most `1/kept` times its weight at the end.
    let [rise, drop] = [(1.0 - entry) / (2.0 * kept), (1.0 + exit) / (2.0 * kept)];
    let (keep, all_kept) = (Pair::new([keep; 2]), Pair::new([kept; 2]));
    let mut at = 1;
    for block in rest.chunks(BLOCK) {
        if let Some(block) = block.as_array() {
            let moved = dot(block, &weights);
            let after = all_kept * sums + moved;
            let ([net, all], [net_moved, all_moved]) = (sums.lanes(), moved.lanes());
            let least = -MARGIN * after.lanes()[1] - LEAST;
            let stays_out = kept * (net - entry * all) + rise * (all_moved + net_moved) < least;
            let stays_in = kept * (exit * all - net) + drop * (all_moved - net_moved) < least;
            if band.is_quiet(stays_out, stays_in) {
                (sums, at) = (after, at + BLOCK);
                continue;
            }
        }
        for change in block {
            sums = keep * sums + Pair::new([*change, change.abs()]);
            band.compare(at, sums)?;
            at += 1;
        }
    }
    Some(band.has_opinion)
}

/// Returns the sums of the changes and of their sizes, each times its weight.
#[inline(always)]
fn dot(block: &[f64; BLOCK], weights: &[Pair; BLOCK / 2]) -> Pair {
    let (pairs, _) = block.as_chunks::<2>();
    let sum = |of: fn(Pair) -> Pair| {
        let worth = |place: usize| weights[place] * of(Pair::new(pairs[place]));
        let [one, two, three, four, five, six, seven, eight] = core::array::from_fn(worth);
        ((one + two) + (three + four)) + ((five + six) + (seven + eight))
    };
    let (net, all) = (sum(|changes| changes), sum(Pair::abs));
    net.then(all) + Pair::new([net.lanes()[0], all.lanes()[1]])
}

/// A position that follows the band.
struct Band<F> {
    /// The edges as shares of all changes, -1 to 1.
    entry: f64,
    exit: f64,
    is_in: bool,
    has_opinion: bool,
    cross: F,
}

impl<F: FnMut(usize, bool)> Band<F> {
    /// Returns whether a block changes nothing. The first bar beyond the other edge counts, too.
    #[inline(always)]
    fn is_quiet(&self, stays_out: bool, stays_in: bool) -> bool {
        if self.is_in { stays_in } else { stays_out && (stays_in || self.has_opinion) }
    }

    /// Follows the index of a bar; `None` if it is too near to an edge.
    #[inline(always)]
    fn compare(&mut self, at: usize, sums: Pair) -> Option<()> {
        let [net, all] = sums.lanes();
        let (above, below) = (net - self.entry * all, self.exit * all - net);
        let least = MARGIN * all + LEAST;
        if !(above.abs() > least && below.abs() > least) {
            return None;
        }
        self.has_opinion |= above > 0.0 || below > 0.0;
        if if self.is_in { below > 0.0 } else { above > 0.0 } {
            self.is_in = !self.is_in;
            (self.cross)(at, self.is_in);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::rsi;
    use super::*;
    use crate::num::{max, min};
    use crate::random::Random;

    /// Follows a band over the index itself.
    fn by_index(line: &[f64], (entry, exit): (f64, f64)) -> (Vec<(usize, bool)>, bool) {
        let (mut crossings, mut is_in, mut has_opinion) = (Vec::new(), false, false);
        for (place, value) in line.iter().enumerate() {
            let (enters, leaves) = (*value >= entry, *value <= exit && *value < entry);
            has_opinion |= enters || leaves;
            if if is_in { leaves } else { enters } {
                is_in = !is_in;
                crossings.push((place, is_in));
            }
        }
        (crossings, has_opinion)
    }

    /// Changes in runs of a sign like those of a day, calm and wild, with flat bars and bursts.
    fn columns() -> Vec<Vec<f64>> {
        let mut random = Random::new(7);
        let mut column = |of: &dyn Fn(usize, f64) -> f64| {
            (0..900).map(|at| of(at, random.normal())).collect::<Vec<_>>()
        };
        vec![
            column(&|_, draw| draw),
            column(&|at, draw| draw / 4.0 + if at % 50 < 25 { 1.0 } else { -1.0 }),
            column(&|at, draw| if at % 200 < 150 { 0.0 } else { draw }),
            column(&|at, draw| draw * if at % 97 == 0 { 1e9 } else { 1e-3 }),
            column(&|at, draw| draw.abs() * if at % 300 < 150 { 1.0 } else { -1.0 }),
            column(&|at, draw| if at < 60 { 1e-290 * draw } else { 0.0 }),
            column(&|_, draw| draw.round()),
            vec![0.0; 900],
        ]
    }

    #[test]
    fn crossings_are_those_of_the_index() {
        let (mut answered, mut unanswered, mut crossed) = (0, 0, 0);
        for changes in columns() {
            for period in [1, 2, 7, 8, 9, 14, 48, 336, 899, 900, 901] {
                let line = rsi(&changes, period);
                // numbers of the index, which it reaches exactly, are too near
                let reached = line.get(line.len() / 2).copied().unwrap_or(60.0);
                let last = line.last().copied().unwrap_or(40.0);
                for edges in
                    [(70.0, 30.0), (52.0, 48.0), (50.0, 50.0), (95.0, 5.0), (reached, last)]
                {
                    let edges = (max(edges.0, edges.1), min(edges.0, edges.1));
                    let mut crossings = Vec::new();
                    let cross = |place, enters| crossings.push((place, enters));
                    match rsi_band(&changes, period, edges, cross) {
                        Some(has_opinion) => {
                            answered += 1;
                            crossed += crossings.len();
                            assert_eq!((crossings, has_opinion), by_index(&line, edges));
                        }
                        None => unanswered += 1,
                    }
                }
            }
        }
        assert!(answered > 150 && unanswered > 100 && crossed > 1_000);
    }
}
