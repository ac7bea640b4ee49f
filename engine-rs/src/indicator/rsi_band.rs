//! The bars on which Wilder's index crosses the edges of a band, without the index.
//!
//! The index of a bar follows from two sums, `50 + 50*net/all`, so whether it is beyond an edge is the
//! sign of `net - share*all`. Signs need less than bits: the sums advance by a block of bars at a time,
//! and bars are looked at only in blocks that may cross an edge. Where a sign is within rounding of 0,
//! there is no answer, and the caller compares the index itself. The answers are therefore those of the
//! index, to the bit.

use super::block_moments::{BLOCK, TERMS, weighted, weights_of_moments};
use super::rsi::first_sums;
use crate::num::Pair;

/// The shortest period; of a shorter one, too little of a sum is kept over a block.
const SHORTEST: usize = 8;
/// The shortest period whose blocks are summed by their moments.
const SHORTEST_BY_MOMENTS: usize = 48;
/// Distance from an edge that no error of these sums reaches: a sum is off by 1.2e-6 of itself at most,
/// and the bounds of a block by four times as much.
const MARGIN_BY_MOMENTS: f64 = 1e-5;
/// Distance from an edge, as a share of the sums, that no rounding reaches: each bar adds some `1e-16`
/// of a sum, so that after a thousand bars it is within `1e-12` of the one that the index is made of.
const MARGIN: f64 = 1e-8;
/// The smallest distance, far from numbers that lose bits because they are small.
const LEAST: f64 = 1e-280;

/// Calls `cross` with the place in the column of [`rsi`](super::rsi) of each bar on which a position
/// enters, at or above `entry`, or leaves, at or below `exit`, and with whether it enters. The edges
/// are between 0 and 100, and `entry` is not under `exit`. `moments` are the
/// [`block_moments`](super::block_moments) of the changes, if they are known.
///
/// Returns whether any bar is beyond an edge, and `None` if a bar is too near to one.
#[inline(never)]
pub fn rsi_band(
    (changes, moments): (&[f64], Option<&[f64]>),
    period: usize,
    (entry, exit): (f64, f64),
    cross: impl FnMut(usize, bool),
) -> Option<bool> {
    if period < SHORTEST {
        return None;
    }
    let Some(head) = changes.get(..period) else { return Some(false) };
    let [entry, exit] = [entry, exit].map(|edge| (edge - 50.0) / 50.0);
    let [gain, loss] = first_sums(head);
    let sums = Pair::new([gain - loss, gain + loss]);
    let keep = 1.0 - 1.0 / period as f64;
    let (blocks, margin) = match moments {
        Some(moments) if period >= SHORTEST_BY_MOMENTS => {
            (Blocks::Known(moments, weights_of_moments(keep)), MARGIN_BY_MOMENTS)
        }
        _ => (Blocks::New(weights(keep)), MARGIN),
    };
    let band = Band { entry, exit, margin, is_in: false, has_opinion: false, cross, period };
    band.follow(changes, (sums, keep), &blocks)
}

/// Adds the changes of whole blocks, each times its weight at the end of the block.
enum Blocks<'m> {
    Known(&'m [f64], [Pair; TERMS]),
    New([Pair; BLOCK / 2]),
}

impl Blocks<'_> {
    /// Returns the sums of the changes and of their sizes of a block, given by its number, too.
    #[inline(always)]
    fn sums(&self, number: usize, block: &[f64; BLOCK]) -> Pair {
        match self {
            Self::Known(moments, weights) => weighted(moments, number, weights),
            Self::New(weights) => dot(block, weights),
        }
    }
}

/// Returns the weight of each change in the sum at the end of its block.
fn weights(keep: f64) -> [Pair; BLOCK / 2] {
    let (mut weights, mut kept) = ([Pair::ZERO; BLOCK / 2], 1.0);
    for weights in weights.iter_mut().rev() {
        *weights = Pair::new([kept * keep, kept]);
        kept *= keep * keep;
    }
    weights
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
    /// Distance from an edge, as a share of the sums, at which a bar is surely on its side.
    margin: f64,
    is_in: bool,
    has_opinion: bool,
    cross: F,
    period: usize,
}

impl<F: FnMut(usize, bool)> Band<F> {
    /// Follows the band from the first whole period on, with its sums of the changes and of their
    /// sizes, which keep a part of themselves on each bar.
    #[inline(always)]
    fn follow(
        mut self,
        changes: &[f64],
        (mut sums, keep): (Pair, f64),
        blocks: &Blocks<'_>,
    ) -> Option<bool> {
        let mut at = self.period;
        self.compare(at - 1, sums)?;
        let kept = (0..BLOCK.ilog2()).fold(keep, |kept, _| kept * kept);
        // The sums of each bar of a block, decayed to its end, have their signs. They are the farthest
        // where all gains come first, or all losses.
        let [rise, drop] = [1.0 - self.entry, 1.0 + self.exit].map(|share| share / 2.0);
        let (keep, all_kept) = (Pair::new([keep; 2]), Pair::new([kept; 2]));
        while at < changes.len() {
            let end = changes.len().min((at / BLOCK + 1) * BLOCK);
            if let Some(block) = changes[at..end].as_array() {
                let moved = blocks.sums(at / BLOCK, block);
                let after = all_kept * sums + moved;
                let ([net, all], [net_moved, all_moved]) = (sums.lanes(), moved.lanes());
                let least = -self.margin * after.lanes()[1] - LEAST;
                let stays_out =
                    kept * (net - self.entry * all) + rise * (all_moved + net_moved) < least;
                let stays_in =
                    kept * (self.exit * all - net) + drop * (all_moved - net_moved) < least;
                if self.is_quiet(stays_out, stays_in) {
                    (sums, at) = (after, end);
                    continue;
                }
            }
            for change in &changes[at..end] {
                sums = keep * sums + Pair::new([*change, change.abs()]);
                self.compare(at, sums)?;
                at += 1;
            }
        }
        Some(self.has_opinion)
    }

    /// Returns whether a block changes nothing. The first bar beyond the other edge counts, too.
    #[inline(always)]
    fn is_quiet(&self, stays_out: bool, stays_in: bool) -> bool {
        if self.is_in { stays_in } else { stays_out && (stays_in || self.has_opinion) }
    }

    /// Follows the index of the bar of a change; `None` if it is too near to an edge.
    #[inline(always)]
    fn compare(&mut self, at: usize, sums: Pair) -> Option<()> {
        let [net, all] = sums.lanes();
        let (above, below) = (net - self.entry * all, self.exit * all - net);
        let least = self.margin * all + LEAST;
        if !(above.abs() > least && below.abs() > least) {
            return None;
        }
        self.has_opinion |= above > 0.0 || below > 0.0;
        if if self.is_in { below > 0.0 } else { above > 0.0 } {
            self.is_in = !self.is_in;
            (self.cross)(at + 1 - self.period, self.is_in);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{block_moments, rsi};
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
            let moments = block_moments(&changes);
            for period in [1, 2, 7, 8, 9, 14, 48, 336, 899, 900, 901] {
                let line = rsi(&changes, period);
                // numbers of the index, which it reaches exactly, are too near
                let reached = line.get(line.len() / 2).copied().unwrap_or(60.0);
                let last = line.last().copied().unwrap_or(40.0);
                for edges in
                    [(70.0, 30.0), (52.0, 48.0), (50.0, 50.0), (95.0, 5.0), (reached, last)]
                {
                    let edges = (max(edges.0, edges.1), min(edges.0, edges.1));
                    for known in [None, Some(moments.as_slice())] {
                        let mut crossings = Vec::new();
                        let cross = |place, enters| crossings.push((place, enters));
                        match rsi_band((&changes, known), period, edges, cross) {
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
        }
        assert!(
            answered > 300 && unanswered > 200 && crossed > 2_000,
            "{answered} {unanswered} {crossed}"
        );
    }
}
