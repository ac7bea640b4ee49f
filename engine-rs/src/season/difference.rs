//! Differences of rows over the paths. Sums run from the first path to the last.

/// Mean and sample variance of differences.
#[derive(Debug, Clone, Copy)]
pub(super) struct Difference {
    pub(super) mean: f64,
    pub(super) variance: f64,
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
