//! Place of the newest value among those of its window.

use super::median::ranked;

/// Returns the share of the other values of each window of `length` that are below the newest;
/// equal ones count half, so that the order of equal values does not matter.
///
/// The ranks of the window's values are bits, with counts of the bits of every block of words, so
/// that a bar costs about the square root of the number of values.
#[inline(never)]
pub fn rank(values: &[f64], length: usize) -> Vec<f64> {
    if length < 2 || values.len() < length {
        return Vec::new();
    }
    let (ranks, sorted) = ranked(values);
    let bounds = bounds(&sorted);
    let mut window = Counts::new(values.len());
    let share = 1.0 / (length - 1) as f64;
    let mut places = Vec::with_capacity(values.len() + 1 - length);
    for (at, rank) in ranks.iter().enumerate() {
        window.add(*rank);
        let Some(first) = (at + 1).checked_sub(length) else { continue };
        let (low, high) = bounds[*rank as usize];
        let below = window.below(low);
        let equal = if high - low > 1 { window.below(high) - below } else { 1 };
        places.push((f64::from(below) + 0.5 * f64::from(equal - 1)) * share);
        window.remove(ranks[first]);
    }
    places
}

/// Returns, for each rank, the first rank of an equal value and the one after the last.
#[allow(clippy::cast_possible_truncation, reason = "bars are far fewer than 2^32")]
fn bounds(sorted: &[f64]) -> Vec<(u32, u32)> {
    let mut bounds = Vec::with_capacity(sorted.len());
    for equal in sorted.chunk_by(|left, right| left == right) {
        let low = bounds.len() as u32;
        bounds.resize(bounds.len() + equal.len(), (low, low + equal.len() as u32));
    }
    bounds
}

/// A set of ranks.
struct Counts {
    words: Vec<u64>,
    /// Number of ranks in each block of words.
    blocks: Vec<u32>,
    /// Words of a block, as a power of 2.
    shift: u32,
}

impl Counts {
    fn new(count: usize) -> Self {
        let words = count / 64 + 1;
        let shift = words.ilog2().div_ceil(2);
        Self { words: vec![0; words], blocks: vec![0; (words >> shift) + 1], shift }
    }

    #[inline(always)]
    fn add(&mut self, rank: u32) {
        let word = rank as usize / 64;
        self.words[word] |= 1 << (rank % 64);
        self.blocks[word >> self.shift] += 1;
    }

    #[inline(always)]
    fn remove(&mut self, rank: u32) {
        let word = rank as usize / 64;
        self.words[word] &= !(1 << (rank % 64));
        self.blocks[word >> self.shift] -= 1;
    }

    /// Returns the number of ranks below `rank`.
    #[inline(always)]
    fn below(&self, rank: u32) -> u32 {
        let word = rank as usize / 64;
        let block = word >> self.shift;
        let mut count: u32 = self.blocks[..block].iter().sum();
        for word in &self.words[block << self.shift..word] {
            count += word.count_ones();
        }
        let rest = self.words.get(word).map_or(0, |word| word & ((1 << (rank % 64)) - 1));
        count + rest.count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn equal_values_count_half() {
        assert_eq!(rank(&[1.0, 2.0, 2.0, 3.0, 0.0], 3), [0.75, 1.0, 0.0]);
        assert_eq!(rank(&[1.0, 2.0], 1), [0.0; 0]);
        assert_eq!(rank(&[5.0; 3], 2), [0.5, 0.5]);
    }

    #[test]
    fn every_window_agrees_with_a_count() {
        let mut random = Random::new(9);
        let values: Vec<f64> =
            (0..3_000).map(|_| (20.0 * random.normal()).round() / 20.0).collect();
        for length in [2, 3, 24, 480] {
            for (at, place) in rank(&values, length).iter().enumerate() {
                let window = &values[at..at + length];
                let newest = window[length - 1];
                let below = window.iter().filter(|value| **value < newest).count() as f64;
                let equal = window.iter().filter(|value| **value == newest).count() as f64 - 1.0;
                assert_eq!(*place, (below + 0.5 * equal) * (1.0 / (length - 1) as f64));
            }
        }
    }
}
