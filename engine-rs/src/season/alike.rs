//! Entries that move together are shown as one; this changes no rank.

use super::difference::mean;

/// Least correlation of entries that are alike.
const ALIKE: f64 = 0.995;
/// A smaller sum of squares has no correlation.
const SQUARES_MIN: f64 = 1e-20;

/// What an entry has more than the line, without its mean.
struct Centered {
    rests: Vec<f64>,
    squares: f64,
}

impl Centered {
    fn of(row: &[f64], line: &[f64]) -> Option<Self> {
        let excess: Vec<f64> = row.iter().zip(line).map(|(one, line)| one - line).collect();
        let mean = mean(&excess);
        let rests: Vec<f64> = excess.iter().map(|one| one - mean).collect();
        let squares = dot(&rests, &rests);
        (squares >= SQUARES_MIN).then_some(Self { rests, squares })
    }

    fn correlation(&self, other: &Self) -> f64 {
        dot(&self.rests, &other.rests) / (self.squares * other.squares).sqrt()
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (one, other) in one.iter().zip(other) {
        sum += one * other;
    }
    sum
}

/// Returns for each entry the first one above it that it moves with, among those that are not alike
/// another one themselves.
///
/// `entries` are in the order of the board.
pub(super) fn alike(entries: &[&[f64]], line: &[f64]) -> Vec<Option<usize>> {
    let mut heads: Vec<(usize, Centered)> = Vec::new();
    let mut like = Vec::with_capacity(entries.len());
    for (at, row) in entries.iter().enumerate() {
        let own = Centered::of(row, line);
        let found = own.as_ref().and_then(|own| {
            heads.iter().find(|(_, head)| own.correlation(head) >= ALIKE).map(|(head, _)| *head)
        });
        if let (None, Some(own)) = (found, own) {
            heads.push((at, own));
        }
        like.push(found);
    }
    like
}
