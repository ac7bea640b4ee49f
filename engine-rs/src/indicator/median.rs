//! Median of the last `w` values.
//!
//! All values are known in advance, so each first gets its rank among all of them. A window is then
//! a set of ranks, stored as bits. When one value replaces another, the rank of the middle moves to
//! the next bit on one side or stays, so a bar costs the same for every window. A median is a value
//! or the mean of two, so its bits do not depend on the algorithm: the values of a window of a few
//! bars are sorted for each bar, since they lie far apart among the ranks.

use super::sorted::Sorted;

/// Bars of a window whose values are sorted for each bar.
const FEW: usize = 5;

/// Returns the median of each window of `length` values; for an even number the mean of the middle
/// two.
pub fn median(values: &[f64], length: usize) -> Vec<f64> {
    if length > values.len() {
        Vec::new()
    } else if (1..=FEW).contains(&length) {
        values.windows(length).map(median_of_few).collect()
    } else {
        median_of_sorted(&Sorted::of(values), length)
    }
}

/// Returns the median of at most [`FEW`] values.
#[inline(never)]
fn median_of_few(values: &[f64]) -> f64 {
    let mut sorted = [0.0; FEW];
    for (count, value) in values.iter().enumerate() {
        let mut larger = *value;
        for held in &mut sorted[..count] {
            // selects, which noise cannot mislead as it does branches
            (*held, larger) = if *held <= larger { (*held, larger) } else { (larger, *held) };
        }
        sorted[count] = larger;
    }
    0.5 * (sorted[(values.len() - 1) / 2] + sorted[values.len() / 2])
}

/// Returns the medians of the windows of a sorted column.
#[inline(never)]
pub fn median_of_sorted(sorted: &Sorted, length: usize) -> Vec<f64> {
    let (ranks, sorted) = (sorted.ranks(), &sorted.values);
    let Some(lower) = length.checked_sub(1).filter(|last| *last < ranks.len()) else {
        return Vec::new();
    };
    let mut window = RankSet::of(&ranks[..length], lower / 2, ranks.len());
    let is_even = length.is_multiple_of(2);
    let middle = |window: &RankSet| {
        let lower = sorted[window.middle];
        0.5 * (lower + if is_even { sorted[window.after(window.middle)] } else { lower })
    };
    let mut medians = Vec::with_capacity(ranks.len() - lower);
    medians.push(middle(&window));
    medians.extend(ranks.iter().zip(&ranks[length..]).map(|(old, new)| {
        window.replace(*old as usize, *new as usize);
        middle(&window)
    }));
    medians
}

/// The ranks of a window's values, as bits, and the rank of its lower middle value.
struct RankSet {
    words: Vec<u64>,
    middle: usize,
}

impl RankSet {
    /// Returns the set of some ranks below `count`, `under_middle` of them below the middle.
    #[inline(never)]
    fn of(ranks: &[u32], under_middle: usize, count: usize) -> Self {
        let mut set = Self { words: vec![0; count / 64 + 1], middle: 0 };
        for rank in ranks {
            set.flip(*rank as usize);
        }
        set.middle = set.up_from(0, 0);
        for _ in 0..under_middle {
            set.middle = set.after(set.middle);
        }
        set
    }

    #[inline(always)]
    fn flip(&mut self, rank: usize) {
        self.words[rank / 64] ^= 1 << (rank % 64);
    }

    /// Replaces a rank by another one and corrects the middle, which moves by at most one rank of
    /// the set.
    #[inline(always)]
    fn replace(&mut self, old: usize, new: usize) {
        self.flip(old);
        self.flip(new);
        let (gone, come) = (old < self.middle, new < self.middle);
        if come && !gone {
            self.middle = self.before(self.middle);
        } else {
            // one fewer below the middle: the next above it; as many: itself, or the next if it
            // left
            self.middle = self.up_from(self.middle, u32::from(gone && !come));
        }
    }

    /// Returns the next rank above `rank`.
    #[inline(always)]
    fn after(&self, rank: usize) -> usize {
        self.up_from(rank, 1)
    }

    /// Returns the first rank at or above `rank`, skipping `more` of them.
    #[inline(always)]
    fn up_from(&self, rank: usize, more: u32) -> usize {
        let mut word = rank / 64;
        let mut bits = self.words[word] & (u64::MAX << (rank % 64) << more);
        while bits == 0 {
            word += 1;
            bits = self.words[word];
        }
        64 * word + bits.trailing_zeros() as usize
    }

    /// Returns the next rank below `rank`.
    #[inline(always)]
    fn before(&self, rank: usize) -> usize {
        let mut word = rank / 64;
        let mut bits = self.words[word] & ((1 << (rank % 64)) - 1);
        while bits == 0 {
            word -= 1;
            bits = self.words[word];
        }
        64 * word + 63 - bits.leading_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_median_of_odd_and_even_windows() {
        let values = [5.0, 1.0, 4.0, 2.0, 2.0, 9.0, 9.0, 9.0];
        assert_eq!(median(&values, 3), [4.0, 2.0, 2.0, 2.0, 9.0, 9.0]);
        assert_eq!(median(&values, 2), [3.0, 2.5, 3.0, 2.0, 5.5, 9.0, 9.0]);
        assert_eq!(median(&[7.0], 1), [7.0]);
        assert_eq!(median(&[7.0], 2), [0.0; 0]);
    }

    /// Five hundred bars each of a walk with repeats, a constant, jumps, two levels, few distinct
    /// values and a trend, repeatedly.
    fn values() -> Vec<f64> {
        let (mut random, mut value) = (Random::new(3), 0.08);
        let mut next = |at: u32| {
            let draw = random.normal();
            value = match (at / 500 % 6, at % 2) {
                (0, 0) => value + 0.001 * draw,
                (1, _) => 0.08,
                (2, _) => value + if at.is_multiple_of(90) { 0.05 } else { 1e-6 } * draw,
                (3, 0) => 0.04,
                (3, _) => 0.15 + 1e-5 * draw,
                (4, _) => (20.0 * draw).round() / 20.0,
                (5, _) => value + 0.002,
                _ => value,
            };
            value
        };
        (0..9_000).map(&mut next).collect()
    }

    #[test]
    fn the_few_values_of_a_window_have_the_median_of_their_ranks_to_the_bit() {
        let mut values = values();
        // zeros of both signs are equal, and stay in the order of time
        values.extend((0..200).map(|bar| 0.0_f64.copysign(f64::from(bar % 3 - 1))));
        let bits = |medians: &[f64]| medians.iter().map(|one| one.to_bits()).collect::<Vec<_>>();
        let sorted = Sorted::of(&values);
        for length in 1..=FEW + 1 {
            let ranked = median_of_sorted(&sorted, length);
            assert_eq!(bits(&median(&values, length)), bits(&ranked), "{length}");
        }
    }

    #[test]
    fn every_window_agrees_with_its_sorted_copy() {
        let values = values();
        for length in [1, 2, 3, 5, 10, 64, 333, 1000] {
            let medians = median(&values, length);
            assert_eq!(medians.len(), values.len() - length + 1);
            let step = if length < 64 { 1 } else { 7 };
            for (at, found) in medians.iter().enumerate().step_by(step) {
                let mut window = values[at..at + length].to_vec();
                window.sort_unstable_by(f64::total_cmp);
                let middle = 0.5 * (window[(length - 1) / 2] + window[length / 2]);
                assert_eq!(*found, middle, "{length} {at}");
            }
        }
    }
}
