//! Rows that are the same on every path count once.

use crate::evaluation::verdict::SAME_UTILITY;

/// Returns for each row the earlier kept row that it is the same as. Rows are in the order in which
/// they are kept: the lines, then the entries by number.
pub(super) fn fold(rows: &[&[f64]]) -> Vec<Option<usize>> {
    let mut kept: Vec<usize> = Vec::new();
    let mut same_as = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let same = kept.iter().copied().find(|&earlier| is_same(row, rows[earlier]));
        if same.is_none() {
            kept.push(at);
        }
        same_as.push(same);
    }
    same_as
}

fn is_same(row: &[f64], other: &[f64]) -> bool {
    row.iter().zip(other).all(|(one, other)| (one - other).abs() <= SAME_UTILITY)
}
