//! Entries that move together are shown as one; this changes no rank.

use super::difference::mean;
use super::rows::Rows;

/// Least correlation of entries that are alike.
const ALIKE: f64 = 0.995;
/// A smaller sum of squares has no correlation.
const SQUARES_MIN: f64 = 1e-20;

/// The differences of an entry from the line on each path, less their mean.
struct Centered {
    rests: Vec<f64>,
    squares: f64,
}

impl Centered {
    fn of(row: &[f64], line: &[f64]) -> Option<Self> {
        let mut rests: Vec<f64> = row.iter().zip(line).map(|(one, line)| one - line).collect();
        let mean = mean(&rests);
        for rest in &mut rests {
            *rest -= mean;
        }
        let squares = dot(&rests, &rests);
        (squares >= SQUARES_MIN).then_some(Self { rests, squares })
    }

    fn is_like(&self, other: &Self) -> bool {
        dot(&self.rests, &other.rests) / (self.squares * other.squares).sqrt() >= ALIKE
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (one, other) in one.iter().zip(other) {
        sum += one * other;
    }
    sum
}

/// Returns for each row the first entry above it that it moves with, among those that are not alike
/// another one themselves.
///
/// `kept` rows are in the order of the board; those from `entries` on are lines.
pub(super) fn alike(
    rows: Rows<'_>,
    kept: &[usize],
    entries: usize,
    line: usize,
) -> Vec<Option<usize>> {
    let mut heads: Vec<(usize, Centered)> = Vec::new();
    let mut found = vec![None; rows.count()];
    for &at in kept.iter().filter(|at| **at < entries) {
        let Some(own) = Centered::of(rows.row(at), rows.row(line)) else { continue };
        found[at] = heads.iter().find(|(_, head)| own.is_like(head)).map(|(head, _)| *head);
        if found[at].is_none() {
            heads.push((at, own));
        }
    }
    found
}
