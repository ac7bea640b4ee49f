//! Counts of merits by bins of one width.

use super::packed::{Reader, Writer};

/// Most bins.
const BINS_MAX: f64 = 64.0;
/// The smallest width: 2^-30.
const WIDTH_MIN: f64 = 1.0 / 1_073_741_824.0;

/// Counts of numbers by bins of one width, a power of two: bin `first + k` begins at
/// `(first + k) * width`. The width is the smallest that takes at most [`BINS_MAX`] bins, so it does
/// not depend on the order in which numbers are added.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Histogram {
    pub(super) width: f64,
    pub(super) first: f64,
    pub(super) counts: Vec<u64>,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { width: WIDTH_MIN, first: 0.0, counts: Vec::new() }
    }
}

impl Histogram {
    /// Returns the histogram of the finite numbers.
    pub(super) fn of(numbers: &[f64]) -> Self {
        let finite = || numbers.iter().copied().filter(|number| number.is_finite());
        let min = finite().fold(f64::INFINITY, crate::num::min);
        let max = finite().fold(f64::NEG_INFINITY, crate::num::max);
        if min > max {
            return Self::default();
        }
        let mut width = WIDTH_MIN;
        while bin(max, width) - bin(min, width) >= BINS_MAX {
            width *= 2.0;
        }
        let first = bin(min, width);
        let mut counts = vec![0; crate::num::place(bin(max, width) - first) + 1];
        for number in finite() {
            counts[crate::num::place(bin(number, width) - first)] += 1;
        }
        Self { width, first, counts }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        if other.counts.is_empty() {
            return;
        }
        if self.counts.is_empty() {
            self.clone_from(other);
            return;
        }
        let mut other = other.clone();
        while self.width < other.width {
            self.coarsen();
        }
        while other.width < self.width {
            other.coarsen();
        }
        loop {
            let first = crate::num::min(self.first, other.first);
            let end = crate::num::max(self.end(), other.end());
            if end - first <= BINS_MAX {
                let mut counts = vec![0; crate::num::place(end - first)];
                for part in [&*self, &other] {
                    let start = crate::num::place(part.first - first);
                    for (count, more) in counts[start..].iter_mut().zip(&part.counts) {
                        *count += more;
                    }
                }
                (self.first, self.counts) = (first, counts);
                return;
            }
            self.coarsen();
            other.coarsen();
        }
    }

    fn end(&self) -> f64 {
        self.first + self.counts.len() as f64
    }

    /// Doubles the width.
    fn coarsen(&mut self) {
        let first = (self.first / 2.0).floor();
        let last = ((self.end() - 1.0) / 2.0).floor();
        let mut counts = vec![0; crate::num::place(last - first) + 1];
        let odd = crate::num::place(self.first - 2.0 * first);
        for (at, count) in self.counts.iter().enumerate() {
            counts[(at + odd) >> 1] += count;
        }
        *self = Self { width: 2.0 * self.width, first, counts };
    }

    pub(super) fn pack(&self, writer: &mut Writer) {
        writer.doubles(&[self.width, self.first]);
        writer.whole(self.counts.len() as u64);
        for count in &self.counts {
            writer.whole(*count);
        }
    }

    pub(super) fn unpack(reader: &mut Reader<'_>) -> Option<Self> {
        let (width, first) = (reader.double()?, reader.double()?);
        let bins = reader.size()?;
        let is_known = width.is_finite() && width >= WIDTH_MIN && first.abs() < 1e300;
        if !is_known || bins as f64 > BINS_MAX {
            return None;
        }
        let counts = (0..bins).map(|_| reader.whole()).collect::<Option<_>>()?;
        Some(Self { width, first, counts })
    }
}

fn bin(number: f64, width: f64) -> f64 {
    (number / width).floor()
}
