//! A range of a plan as columns, with a value for every candidate whether it ran or not.

use super::search_plan::{DrawnCandidate, SearchPlan, Status};
use super::{Point, Shared};
use crate::market::Series;
use crate::simulation::Plan;

/// Candidates that are drawn and sorted together, so that memory does not grow with the range. As many
/// as a block of a search has: in a grid whose last axis is a window, candidates that read the same
/// columns are as far apart as that axis has levels.
const TOGETHER: usize = 4096;

/// A market that candidates run on.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'s> {
    /// Public id.
    pub market_id: u32,
    /// The bars, up to the last scored one.
    pub series: &'s Series,
    /// First traded and scored bar.
    pub start: usize,
}

/// Returns the columns of `count` candidates from number `from`, one after the other: the
/// coordinates on each axis, the figures of [`Point`], the code of [`Status`]. A candidate that did
/// not run has no figures.
pub fn columns(plan: &SearchPlan, grounds: &[Ground<'_>], (from, count): (u64, usize)) -> Vec<f64> {
    let axes = plan.axes.len();
    let mut table = Table::new(axes, count);
    let mut shared: Vec<Shared<'_>> =
        grounds.iter().map(|ground| Shared::new(ground.series, ground.start)).collect();
    let mut rows = (0..count).zip(plan.places(from)).peekable();
    while rows.peek().is_some() {
        let mut planned: Vec<Vec<(usize, Plan)>> = vec![Vec::new(); grounds.len()];
        for (row, places) in rows.by_ref().take(TOGETHER) {
            for (axis, place) in places.iter().enumerate() {
                table.put(axis, row, place.coordinate());
            }
            let drawn = plan.candidate(&places);
            match drawn.and_then(|drawn| Ok((place_of(&drawn, grounds)?, drawn))) {
                Ok((at, drawn)) => {
                    planned[at].push((row, drawn.plan(plan.capital, grounds[at].start)));
                }
                Err(status) => table.end(row, status),
            }
        }
        for (shared, planned) in shared.iter_mut().zip(planned) {
            shared.points(&planned, |row, point| match point {
                Some(point) => table.fill(row, &point),
                None => table.end(row, Status::TooFewBars),
            });
        }
    }
    table.numbers
}

/// Returns the position of a candidate's market, which must have the features that its strategies
/// need.
fn place_of(drawn: &DrawnCandidate, grounds: &[Ground<'_>]) -> Result<usize, Status> {
    let place = grounds.iter().position(|ground| ground.market_id == drawn.market_id);
    let place = place.ok_or(Status::MissingFeature)?;
    let offered = grounds[place].series.features();
    let mut needed =
        drawn.components.iter().map(|component| component.entry.features(&component.params));
    let has_all = needed.all(|features| features.first_missing(offered).is_none());
    if has_all { Ok(place) } else { Err(Status::MissingFeature) }
}

/// Columns, one after the other.
struct Table {
    numbers: Vec<f64>,
    rows: usize,
    /// Number of columns before the figures.
    axes: usize,
}

impl Table {
    fn new(axes: usize, rows: usize) -> Self {
        Self { numbers: vec![f64::NAN; (axes + Point::NAMES.len() + 1) * rows], rows, axes }
    }

    fn put(&mut self, column: usize, row: usize, number: f64) {
        self.numbers[column * self.rows + row] = number;
    }

    fn end(&mut self, row: usize, status: Status) {
        self.put(self.axes + Point::NAMES.len(), row, f64::from(status as u8));
    }

    fn fill(&mut self, row: usize, point: &Point) {
        for (column, figure) in point.figures().into_iter().enumerate() {
            self.put(self.axes + column, row, figure);
        }
        self.end(row, Status::Ran);
    }
}
