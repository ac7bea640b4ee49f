//! Which kept rows are told apart from which.

use super::bar::{Bar, is_of_use, is_surely_useless};
use super::difference::{Block, Difference, LANES, difference, skew};

/// The comparisons of a kept row with all others.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Standing {
    /// Number of rows that are told apart above it.
    pub(super) above: usize,
    /// Number of rows that it is told apart above.
    pub(super) below: usize,
    /// Whether it surely beats both lines.
    pub(super) beats_lines: bool,
    /// Whether it beats both lines, and no row that does is told apart above it.
    pub(super) is_leader: bool,
}

/// Returns the standing of each row. Rows are in descending order of their means.
pub(super) fn standings(
    rows: &[&[f64]],
    means: &[f64],
    lines: &[&[f64]],
    bar: Option<&Bar>,
) -> Vec<Standing> {
    let Some(bar) = bar else { return vec![Standing::default(); rows.len()] };
    let beats = |row: &&[f64]| lines.iter().all(|line| beats_line(row, line, bar));
    let mut standings: Vec<Standing> = rows
        .iter()
        .map(|row| beats(row))
        .map(|beats_lines| Standing { beats_lines, is_leader: beats_lines, ..Standing::default() })
        .collect();
    for (block, chunk) in rows.chunks(LANES).enumerate() {
        let from = block * LANES;
        let others = Block::of(chunk);
        // Only a row with a larger mean can be above.
        for at in 0..(from + chunk.len()).min(rows.len()) {
            let last = from + chunk.len() - 1;
            if at >= last || is_surely_useless(means[at] - means[last]) {
                continue;
            }
            let found = others.differences(rows[at]);
            for (lane, Difference { mean, variance }) in
                found.into_iter().enumerate().take(chunk.len())
            {
                let other = from + lane;
                if other <= at || !bar.clears(mean, variance) {
                    continue;
                }
                standings[at].below += 1;
                standings[other].above += 1;
                standings[other].is_leader &= !standings[at].beats_lines;
            }
        }
    }
    standings
}

/// Returns whether a row surely beats a line, also when its `t` is corrected for the skew of the
/// differences (Johnson 1978): a `t` whose differences lean to rare losses is too large.
fn beats_line(row: &[f64], line: &[f64], bar: &Bar) -> bool {
    let found = difference(row, line);
    if !bar.clears(found.mean, found.variance) {
        return false;
    }
    if found.variance == 0.0 {
        return is_of_use(found.mean);
    }
    let root = (row.len() as f64).sqrt();
    let t = found.mean / (found.variance / row.len() as f64).sqrt();
    bar.holds(t + skew(row, line, found) * (1.0 + 2.0 * t * t) / (6.0 * root))
}
