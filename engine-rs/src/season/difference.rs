//! Differences of rows over the paths. Sums run from the first path to the last.

use super::rows::Rows;

/// Rows that are compared side by side: each lane has the bits of a sum of its own.
pub(super) const LANES: usize = 8;

/// Mean and sample variance of differences.
#[derive(Debug, Clone, Copy)]
pub(super) struct Difference {
    pub(super) mean: f64,
    pub(super) variance: f64,
}

/// Rows of a board, [`LANES`] at a time with their paths interleaved.
pub(super) struct Block(Vec<[f64; LANES]>);

impl Block {
    /// Interleaves up to [`LANES`] rows.
    pub(super) fn of(rows: Rows<'_>, chosen: &[usize]) -> Self {
        let mut block = vec![[0.0; LANES]; rows.paths];
        for (lane, &at) in chosen.iter().enumerate() {
            for (lanes, utility) in block.iter_mut().zip(rows.row(at)) {
                lanes[lane] = *utility;
            }
        }
        Self(block)
    }

    /// Returns the differences of a row less each of these rows.
    pub(super) fn differences(&self, row: &[f64]) -> [Difference; LANES] {
        let count = row.len() as f64;
        let mut sums = [0.0; LANES];
        for (mine, others) in row.iter().zip(&self.0) {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += mine - other;
            }
        }
        let means = sums.map(|sum| sum / count);
        let mut squares = [0.0; LANES];
        for (mine, others) in row.iter().zip(&self.0) {
            for ((sum, other), mean) in squares.iter_mut().zip(others).zip(&means) {
                let rest = mine - other - mean;
                *sum += rest * rest;
            }
        }
        core::array::from_fn(|lane| Difference {
            mean: means[lane],
            variance: squares[lane] / (count - 1.0),
        })
    }
}

/// Returns the difference of one row less another.
pub(super) fn difference(row: &[f64], other: &[f64]) -> Difference {
    let count = row.len() as f64;
    let pairs = || row.iter().zip(other);
    let mut sum = 0.0;
    for (mine, theirs) in pairs() {
        sum += mine - theirs;
    }
    let mean = sum / count;
    let mut squares = 0.0;
    for (mine, theirs) in pairs() {
        let rest = mine - theirs - mean;
        squares += rest * rest;
    }
    Difference { mean, variance: squares / (count - 1.0) }
}

/// Returns the skew of the differences of one row less another; 0 where they do not vary.
pub(super) fn skew(row: &[f64], other: &[f64], Difference { mean, variance }: Difference) -> f64 {
    if variance == 0.0 {
        return 0.0;
    }
    let mut cubes = 0.0;
    for (mine, theirs) in row.iter().zip(other) {
        let rest = mine - theirs - mean;
        cubes += rest * rest * rest;
    }
    cubes / row.len() as f64 / (variance * variance.sqrt())
}

/// Returns the plain mean.
pub(super) fn mean(row: &[f64]) -> f64 {
    let mut sum = 0.0;
    for utility in row {
        sum += utility;
    }
    sum / row.len() as f64
}
