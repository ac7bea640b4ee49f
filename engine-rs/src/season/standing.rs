//! Which kept rows are told apart from which.

use super::bar::{Bar, is_of_use, is_surely_of_use};
use super::difference::{difference, skew};
use super::screen::Screen;

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

/// Returns the standing of each kept row. They are in descending order of their means; the lines are
/// among them from `first_line` on.
pub(super) fn standings(
    screen: &Screen<'_>,
    means: &[f64],
    first_line: usize,
    bar: Option<Bar>,
) -> Vec<Standing> {
    let Screen { rows, kept, .. } = *screen;
    let mut standings = vec![Standing::default(); kept.len()];
    let Some(bar) = bar else { return standings };
    for (standing, &at) in standings.iter_mut().zip(kept) {
        let mut lines = kept.iter().filter(|line| **line >= first_line);
        let beats_lines = lines.all(|&line| beats_line(rows.row(at), rows.row(line), bar));
        (standing.beats_lines, standing.is_leader) = (beats_lines, beats_lines);
    }
    // Only a row with a larger mean can be above.
    for (at, &row) in kept.iter().enumerate() {
        for (other, &below) in kept.iter().enumerate().skip(at + 1) {
            let lead = means[row] - means[below];
            let decided = match is_surely_of_use(lead) {
                Some(true) => screen.is_below(at, other, bar.limit(lead)),
                other => other,
            };
            let clears = decided.unwrap_or_else(|| {
                let found = difference(rows.row(row), rows.row(below));
                bar.clears(found.mean, found.variance)
            });
            if clears {
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
fn beats_line(row: &[f64], line: &[f64], bar: Bar) -> bool {
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
