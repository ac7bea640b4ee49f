//! Rows that are the same on every path count once.

use super::rows::Rows;
use crate::evaluation::verdict::SAME_UTILITY;

/// Rows that differ, and the others.
pub(super) struct Folded {
    /// Rows that differ, in descending order of their means; equal means stand in the order in which
    /// rows are kept.
    pub(super) kept: Vec<usize>,
    /// For each row the kept row that it is the same as.
    pub(super) same_as: Vec<Option<usize>>,
}

/// Folds rows in the order in which they are kept: the two lines at the end, then the entries.
pub(super) fn fold(rows: Rows<'_>, means: &[f64]) -> Folded {
    let mut folded = Folded { kept: Vec::new(), same_as: vec![None; rows.count()] };
    let mut in_turn: Vec<usize> = Vec::new();
    for at in in_order(rows.count()) {
        let row = rows.row(at);
        let same = in_turn.iter().copied().find(|&earlier| is_same(row, rows.row(earlier)));
        folded.same_as[at] = same;
        if same.is_none() {
            in_turn.push(at);
            let place = folded.kept.partition_point(|&kept| means[kept] >= means[at]);
            folded.kept.insert(place, at);
        }
    }
    folded
}

/// Returns the rows in the order in which they are kept.
pub(super) fn in_order(count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |turn| if turn < 2 { count - 2 + turn } else { turn - 2 })
}

fn is_same(row: &[f64], other: &[f64]) -> bool {
    row.iter().zip(other).all(|(one, other)| (one - other).abs() <= SAME_UTILITY)
}
