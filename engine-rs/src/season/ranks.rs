//! Places of a board.

use super::alike::alike;
use super::bar::Bar;
use super::difference::{difference, mean};
use super::fold::{Folded, fold, in_order};
use super::rows::Rows;
use super::screen::Screen;
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
#[derive(Debug, Clone, Copy, PartialEq, Default)]
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
        let rows = Rows::of(utilities, paths)?;
        let hold = rows.count().checked_sub(2)?;
        let idle = hold + 1;
        let means: Vec<f64> = (0..rows.count()).map(|at| mean(rows.row(at))).collect();
        let Folded { kept, same_as } = fold(rows, &means);
        let is_idle = same_as[idle].is_none() && means[idle] > means[hold];
        let (line, line_at) = if is_idle { (Line::Idle, idle) } else { (Line::Hold, hold) };
        let bar = Bar::of(kept.len(), paths);
        let screen = Screen::of(rows, &kept, line_at);
        let standings = standings(&screen, &means, hold, bar);
        let heads = alike(&screen, hold);
        let floor = if means[hold] > HOLD_MIN { means[hold] } else { HOLD_MIN };
        let mut ranked = vec![Row::default(); rows.count()];
        for (place, (&at, standing)) in kept.iter().zip(&standings).enumerate() {
            let own = means[at];
            let lead = difference(rows.row(at), rows.row(line_at));
            let above = kept[..place].partition_point(|&kept| means[kept] - own > SAME_UTILITY);
            ranked[at] = Row {
                mean: own,
                edge: lead.mean,
                edge_standard_error: (lead.variance / paths as f64).sqrt(),
                score: 100.0 * own / floor,
                rank: 1 + above,
                interval: [1 + standing.above, kept.len() - standing.below],
                beats_lines: standing.beats_lines,
                is_leader: standing.is_leader,
                same_as: None,
                like: heads[place].map(|head| kept[head]),
            };
        }
        for (at, same) in same_as.iter().enumerate() {
            if let Some(head) = *same {
                ranked[at] = Row { same_as: *same, like: None, ..ranked[head] };
            }
        }
        Some(Self {
            kept: kept.len(),
            bar: bar.map(|bar| [bar.level, bar.t]),
            line,
            order: order(&kept, &same_as),
            rows: ranked,
        })
    }
}

/// Returns the kept rows in their order, each before the rows that are the same.
fn order(kept: &[usize], same_as: &[Option<usize>]) -> Vec<usize> {
    // The place after a kept row and the copies of it that were placed.
    let mut next = vec![1; same_as.len()];
    for head in same_as.iter().flatten() {
        next[*head] += 1;
    }
    let mut place = 0;
    let mut order = vec![0; same_as.len()];
    for &at in kept {
        order[place] = at;
        (place, next[at]) = (place + next[at], place + 1);
    }
    for at in in_order(same_as.len()) {
        if let Some(head) = same_as[at] {
            order[next[head]] = at;
            next[head] += 1;
        }
    }
    order
}
