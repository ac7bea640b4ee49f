//! Places of a board.

use super::alike::alike;
use super::bar::Bar;
use super::difference::{difference, mean};
use super::fold::fold;
use super::standing::standings;
use crate::evaluation::verdict::SAME_UTILITY;

/// The passive line with the larger mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Buying PT and holding it.
    Hold,
    /// Leaving the money in SY.
    Idle,
}

/// Denominator of the score: at least this utility of Hold, per year.
const HOLD_MIN: f64 = 1e-4;

/// Places and figures of a row; a folded row has those of the row that it is the same as.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Mean utility over the paths, per year.
    pub mean: f64,
    /// Mean difference to the line, per year.
    pub edge: f64,
    /// Standard error of the edge.
    pub edge_standard_error: f64,
    /// `100 * mean / mean of Hold`.
    pub score: f64,
    /// Place by the mean; rows within 1e-9 share it.
    pub rank: usize,
    /// First and last place that cannot be told apart.
    pub interval: [usize; 2],
    /// Whether it is surely better than both lines.
    pub beats_lines: bool,
    /// Whether it beats both lines, and no other such row is surely better.
    pub is_leader: bool,
    /// The earlier row that it is the same as on every path.
    pub same_as: Option<usize>,
    /// The entry above it that it moves with.
    pub like: Option<usize>,
}

/// The places of a board. Rows are the entries by number, then Hold, then idle.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranks {
    /// Number of rows that differ, lines included.
    pub kept: usize,
    /// Largest probability of a lead that is told apart, and its `t`; `None` with one kept row.
    pub bar: Option<[f64; 2]>,
    /// The line of the edges.
    pub line: Line,
    /// Rows from the first place to the last.
    pub order: Vec<usize>,
    /// Places and figures, in the order of the rows.
    pub rows: Vec<Row>,
}

impl Ranks {
    /// Ranks rows of `paths` utilities each; `None` when the two lines or the paths are missing.
    pub fn of(utilities: &[f64], paths: usize) -> Option<Self> {
        if paths < 2 || utilities.len() % paths != 0 {
            return None;
        }
        let rows: Vec<&[f64]> = utilities.chunks_exact(paths).collect();
        let entries = rows.len().checked_sub(2)?;
        let (hold, idle) = (entries, entries + 1);
        let means: Vec<f64> = rows.iter().map(|row| mean(row)).collect();
        let same_as = same_as(&rows);
        // By mean; then Hold, idle, the entries by number.
        let turn = |at: usize| if at >= entries { at - entries } else { at + 2 };
        let mut kept: Vec<usize> = (0..rows.len()).filter(|&at| same_as[at].is_none()).collect();
        kept.sort_by(|&one, &other| {
            means[other].total_cmp(&means[one]).then(turn(one).cmp(&turn(other)))
        });
        let is_idle = same_as[idle].is_none() && means[idle] > means[hold];
        let line = if is_idle { Line::Idle } else { Line::Hold };
        let line_at = if line == Line::Idle { idle } else { hold };
        let bar = Bar::of(kept.len(), paths);
        let kept_rows: Vec<&[f64]> = kept.iter().map(|&at| rows[at]).collect();
        let kept_means: Vec<f64> = kept.iter().map(|&at| means[at]).collect();
        let lines: Vec<&[f64]> = [hold, idle]
            .into_iter()
            .filter(|&at| same_as[at].is_none())
            .map(|at| rows[at])
            .collect();
        let standings = standings(&kept_rows, &kept_means, &lines, bar.as_ref());
        let is_entry = |at: &&usize| **at < entries;
        let ranked: Vec<usize> = kept.iter().filter(is_entry).copied().collect();
        let ranked_rows: Vec<&[f64]> = ranked.iter().map(|&at| rows[at]).collect();
        let mut like = vec![None; rows.len()];
        for (&at, found) in ranked.iter().zip(alike(&ranked_rows, rows[line_at])) {
            like[at] = found.map(|head: usize| ranked[head]);
        }
        let floor = if means[hold] > HOLD_MIN { means[hold] } else { HOLD_MIN };
        let mut placed: Vec<Option<Row>> = vec![None; rows.len()];
        for (place, (&at, standing)) in kept.iter().zip(&standings).enumerate() {
            let own = means[at];
            let lead = difference(rows[at], rows[line_at]);
            let first = kept_means[..place].partition_point(|mean| mean - own > SAME_UTILITY);
            placed[at] = Some(Row {
                mean: own,
                edge: lead.mean,
                edge_standard_error: (lead.variance / paths as f64).sqrt(),
                score: 100.0 * own / floor,
                rank: 1 + first,
                interval: [1 + standing.above, kept.len() - standing.below],
                beats_lines: standing.beats_lines,
                is_leader: standing.is_leader,
                same_as: None,
                like: like[at],
            });
        }
        let mut copies: Vec<Vec<usize>> = vec![Vec::new(); rows.len()];
        for at in (entries..rows.len()).chain(0..entries) {
            if let Some(head) = same_as[at] {
                copies[head].push(at);
            }
        }
        let order =
            kept.iter().flat_map(|&at| [at].into_iter().chain(copies[at].clone())).collect();
        let full = (0..rows.len()).map(|at| {
            let head = same_as[at].unwrap_or(at);
            let like = like[at];
            placed[head].clone().map(|row| Row { same_as: same_as[at], like, ..row })
        });
        Some(Self {
            kept: kept.len(),
            bar: bar.map(|bar| [bar.level, bar.t]),
            line,
            order,
            rows: full.collect::<Option<_>>()?,
        })
    }
}

/// Returns for each row the one that it is the same as: the lines come first, then the entries.
fn same_as(rows: &[&[f64]]) -> Vec<Option<usize>> {
    let entries = rows.len() - 2;
    let turned: Vec<&[f64]> = rows[entries..].iter().chain(&rows[..entries]).copied().collect();
    let place = |turned: usize| if turned < 2 { entries + turned } else { turned - 2 };
    let mut found = vec![None; rows.len()];
    for (at, same) in fold(&turned).into_iter().enumerate() {
        found[place(at)] = same.map(place);
    }
    found
}
