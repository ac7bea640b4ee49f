//! Plans of candidates: columns for a range of a plan, and its description.

mod axes;
mod levels;
mod own;
mod reader;
mod report;
mod summarise;
mod whole_number;

use super::candidate::{Candidate, Component};
use super::datasets::Datasets;
use crate::error::Result;
use crate::json::{Emit, Json, Sink};
use crate::sweep::{Drawn, DrawnCandidate, Point, Status};
use reader::ReadPlan;
pub(super) use report::{report, size, stage_rows};
pub(super) use summarise::summarise;

/// Most candidates of a call for columns, which take about a second.
const COUNT_MAX: u64 = 65_536;

/// Returns the columns of the candidates of `{"plan", "from", "count"}`, see [`crate::sweep::columns`].
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` with every wrong field, and the errors of the base candidate.
pub(super) fn plan_columns(datasets: &Datasets, request: &Json<'_>) -> Result<Vec<f64>> {
    let read = ReadPlan::of(datasets, request, None)?;
    Ok(read.columns(read.range(request, COUNT_MAX)?))
}

/// Describes the plan of `{"plan", "numbers"}`: emits the names of its columns, the number of
/// candidates, and the candidates with the given numbers. Each is the body of a simulation request
/// or, if it cannot run, the name of its status.
///
/// # Errors
/// The errors of [`plan_columns`].
pub(super) fn describe(datasets: &Datasets, request: &Json<'_>, sink: &mut dyn Sink) -> Result<()> {
    let read = ReadPlan::of(datasets, request, None)?;
    let numbers = read.numbers(request)?;
    sink.begin_object();
    sink.key("candidates");
    sink.begin_array();
    for number in numbers {
        let places = read.plan.places(number).next().unwrap_or_default();
        match read.plan.candidate(&places) {
            Ok(drawn) => read.candidate(drawn).emit(sink),
            Err(status) => sink.string(Status::NAMES[status as usize]),
        }
    }
    sink.end_array();
    sink.key("columns");
    sink.begin_array();
    for path in &read.paths {
        sink.string(path);
    }
    for name in Point::NAMES.into_iter().chain(["status"]) {
        sink.string(name);
    }
    sink.end_array();
    sink.member("count", read.count as f64);
    sink.member("statuses", &Status::NAMES[..]);
    sink.end_object();
    Ok(())
}

impl ReadPlan<'_> {
    /// Returns a candidate of the plan whose request body resolves to it.
    #[inline(never)]
    fn candidate(&self, drawn: DrawnCandidate) -> Candidate {
        let mut components = Vec::with_capacity(drawn.components.len());
        for Drawn { entry, params, weight } in drawn.components {
            let weight_bps = u32::try_from(weight).unwrap_or(0);
            components.push(Component { entry, weight_bps, params });
        }
        Candidate { market_id: drawn.market_id, components, ..self.base.clone() }
    }
}
