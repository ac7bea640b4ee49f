//! Place of the newest value among those of its window.

use super::sorted::Sorted;

/// Returns the share of the other values of each window of `length` that are below the newest;
/// equal ones count half, so that the order of equal values does not matter.
pub fn rank(values: &[f64], length: usize) -> Vec<f64> {
    if length > values.len() { Vec::new() } else { rank_of_sorted(&Sorted::of(values), length) }
}

/// Returns the ranks of the windows of a sorted column.
///
/// The values are taken in ascending order, and each is counted by the windows that hold it. So when
/// a value is taken, its own window has counted the values that are not above it.
#[inline(never)]
pub fn rank_of_sorted(sorted: &Sorted, length: usize) -> Vec<f64> {
    let Sorted { values, bars, .. } = sorted;
    if length < 2 || bars.len() < length {
        return Vec::new();
    }
    let mut windows = Windows::new(bars.len(), length);
    let share = 1.0 / (length - 1) as f64;
    let mut places = vec![0.0; bars.len()];
    // Place of the first equal value that the window holds.
    let (mut first, mut last) = (0, f64::NAN);
    for (place, (bar, value)) in bars.iter().zip(values).enumerate() {
        let bar = *bar as usize;
        first = if *value == last { first } else { place };
        last = *value;
        while bars[first] as usize + length <= bar {
            first += 1;
        }
        let equal = place - first;
        let below = windows.held(bar) - equal as u64;
        places[bar] = (below as f64 + 0.5 * equal as f64) * share;
        windows.add(bar);
    }
    places.drain(..length - 1);
    places
}

/// Windows by their newest bar, and how many of the added bars each of them holds.
///
/// A bar is held by the windows that end on it or on one of the `length - 1` bars after it. Bits mark
/// the first window and the first one that no longer holds it. Blocks of 64 windows have the bits of
/// their own bars and the number of earlier ones, so a bar is added to as many blocks as a window has.
struct Windows {
    length: usize,
    /// Two bitmaps for each block of windows: the first that hold an added bar, and the first that no
    /// longer do.
    marks: Vec<[u64; 2]>,
    /// The number of bars that each block holds before its first mark, in 16 bits: a window of 400
    /// days has 9,600 bars.
    held: Vec<u64>,
    /// Rows of increments of `held`, by the position of the first block in its word and the number of
    /// blocks.
    ones: Vec<u64>,
    /// Length of a row of increments.
    words: usize,
}

impl Windows {
    fn new(bars: usize, length: usize) -> Self {
        let (blocks, whole) = ((bars + length) / 64 + 1, length / 64);
        let words = whole.div_ceil(4) + 1;
        let mut ones = vec![0; 8 * words];
        for (row, ones) in ones.chunks_mut(words).enumerate() {
            let first = row / 2;
            for block in first..first + whole + row % 2 {
                ones[block / 4] |= 1 << (block % 4 * 16);
            }
        }
        let held = vec![0; blocks / 4 + words + 1];
        Self { length, marks: vec![[0; 2]; blocks], held, ones, words }
    }

    /// Adds a bar to the windows that hold it.
    #[inline(always)]
    fn add(&mut self, bar: usize) {
        let end = bar + self.length;
        self.marks[bar / 64][0] |= 1 << (bar % 64);
        self.marks[end / 64][1] |= 1 << (end % 64);
        let (first, more) = (bar / 64 + 1, (bar % 64 + self.length % 64) / 64);
        let ones = &self.ones[(2 * (first % 4) + more) * self.words..][..self.words];
        for (held, ones) in self.held[first / 4..].iter_mut().zip(ones) {
            *held += ones;
        }
    }

    /// Returns the number of added bars that the window of a newest bar holds.
    #[inline(always)]
    fn held(&self, bar: usize) -> u64 {
        let (block, until) = (bar / 64, u64::MAX >> (63 - bar % 64));
        let [begun, ended] = self.marks[block].map(|marks| u64::from((marks & until).count_ones()));
        (self.held[block / 4] >> (block % 4 * 16)) % (1 << 16) + begun - ended
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
        for length in [2, 3, 24, 63, 64, 65, 200, 480, 2_999, 3_000] {
            let places = rank(&values, length);
            assert_eq!(places.len(), 3_001 - length);
            for (at, place) in places.iter().enumerate() {
                let window = &values[at..at + length];
                let newest = window[length - 1];
                let below = window.iter().filter(|value| **value < newest).count() as f64;
                let equal = window.iter().filter(|value| **value == newest).count() as f64 - 1.0;
                assert_eq!(*place, (below + 0.5 * equal) * (1.0 / (length - 1) as f64));
            }
        }
    }
}
