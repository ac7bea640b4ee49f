//! What a report reads in a summary.

use super::moments::PARTS;
use super::{RESULTS_KEPT, Summary, TRIED_KEPT};
use crate::json::{Emit, Sink};
use crate::num::significant;
use crate::sweep::Point;

/// Merits of a map have four digits, about as many as a page prints: maps are most of a report.
const MAP_DIGITS_END: f64 = 10_000.0;
/// Hashes are whole numbers below this.
const HASHES: f64 = 9_007_199_254_740_992.0;

/// Count, mean and dispersion of merits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Merits {
    /// Number of merits.
    pub count: f64,
    /// Their mean.
    pub mean: f64,
    /// Sum of the squared distances from the mean.
    pub squares: f64,
}

/// A number of distinct rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distinct {
    /// The number.
    pub count: f64,
    /// Whether it is exact, and not an estimate.
    pub is_exact: bool,
}

impl Distinct {
    /// Returns the number of distinct rows among `rows`, from the smallest hashes.
    fn of(kept: &[(u64, u64)], most: usize, rows: f64) -> Self {
        let Some((last, _)) = kept.last().filter(|_| kept.len() >= most) else {
            return Self { count: kept.len() as f64, is_exact: true };
        };
        let estimate = (most - 1) as f64 / ((*last + 1) as f64 / HASHES);
        Self { count: crate::num::min(rows, (estimate + 0.5).floor()), is_exact: false }
    }
}

impl Summary {
    /// Returns the number of axes of the plan.
    pub fn axes(&self) -> usize {
        self.axes
    }

    /// Returns the number of candidates.
    pub fn count(&self) -> f64 {
        self.count as f64
    }

    /// Returns the number of candidates by status.
    pub fn statuses(&self) -> impl Iterator<Item = f64> {
        self.statuses.iter().map(|count| *count as f64)
    }

    /// Returns the share of candidates that ran and never traded; 0 if none ran.
    pub fn untraded_share(&self) -> f64 {
        self.untraded as f64 / self.statuses[0].max(1) as f64
    }

    /// Returns the merits of the candidates that ran within all bounds.
    pub fn merits(&self) -> Merits {
        let (mean, squares) = self.merits.mean_and_squares();
        Merits { count: self.merits.count as f64, mean, squares }
    }

    /// Returns the smallest hashes of distinct candidates that ran, each with its daily Sharpe ratio.
    pub fn tried(&self) -> impl Iterator<Item = (u64, f64)> {
        self.tried.kept.iter().map(|(hash, ratio)| (*hash, f64::from_bits(*ratio)))
    }

    /// Returns the number of distinct candidates that ran.
    pub fn tried_count(&self) -> Distinct {
        Distinct::of(&self.tried.kept, TRIED_KEPT, self.statuses[0] as f64)
    }

    /// Returns the number of distinct results.
    pub fn results_count(&self) -> Distinct {
        Distinct::of(&self.results.kept, RESULTS_KEPT, self.statuses[0] as f64)
    }

    /// Returns the rows of the best: number, merit, coordinates, figures.
    pub fn top(&self) -> impl Iterator<Item = &[f64]> {
        self.top.rows.chunks(self.top.width)
    }

    /// Returns the rows of the ranked: number, merit, coordinates.
    pub fn ranked(&self) -> impl Iterator<Item = &[f64]> {
        self.ranked.rows.chunks(self.ranked.width)
    }

    /// Returns the effect of each axis that has a map: the sum of the squared distances of the means by
    /// bin from the mean of all, and the number of bins in use.
    pub fn effects(&self) -> impl Iterator<Item = (usize, f64, f64)> {
        let mean = self.merits().mean;
        self.maps.iter().filter(|map| map.axes.1.is_none()).map(move |map| {
            let (mut squares, mut bins) = (0.0, 0.0);
            for cell in map.cells.iter().filter(|cell| cell.count > 0) {
                let count = cell.count as f64;
                let distance = cell.sum as f64 / PARTS / count - mean;
                squares += count * (distance * distance);
                bins += 1.0;
            }
            (map.axes.0, squares, bins)
        })
    }

    /// Emits the histogram of the merits, then the maps, as members of a report.
    pub fn emit_shapes(&self, sink: &mut dyn Sink) {
        sink.own_key("histogram");
        sink.begin_object();
        sink.own_key("width");
        sink.number(self.histogram.width);
        sink.own_key("first");
        sink.number(self.histogram.first);
        sink.own_key("counts");
        let counts: Vec<f64> = self.histogram.counts.iter().map(|count| *count as f64).collect();
        sink.numbers(&counts);
        sink.end_object();
        sink.own_key("maps");
        sink.begin_array();
        for map in &self.maps {
            sink.begin_object();
            sink.own_key("axes");
            let (first, second) = map.axes;
            let axes: Vec<usize> = [first].into_iter().chain(second).collect();
            axes.emit(sink);
            sink.own_key("width");
            sink.number(map.width as f64);
            sink.own_key("height");
            sink.number(map.height as f64);
            sink.own_key("counts");
            let of = |number: &dyn Fn(usize) -> f64| -> Vec<f64> {
                (0..map.cells.len()).map(number).collect()
            };
            sink.numbers(&of(&|at| map.cells[at].count as f64));
            sink.own_key("sums");
            sink.numbers(&of(&|at| significant(map.cells[at].sum as f64 / PARTS, MAP_DIGITS_END)));
            sink.own_key("best");
            sink.begin_array();
            for cell in &map.cells {
                (cell.count > 0).then(|| significant(cell.best, MAP_DIGITS_END)).emit(sink);
            }
            sink.end_array();
            sink.end_object();
        }
        sink.end_array();
    }

    /// Returns the figures of a row of the best.
    pub fn figures(row: &[f64]) -> &[f64] {
        &row[row.len() - Point::NAMES.len()..]
    }
}
