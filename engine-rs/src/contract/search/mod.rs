//! Plans of candidates: a range of a plan as columns, and what a plan is.

mod axes;
mod levels;
mod reader;
mod whole_number;

use super::candidate::{Candidate, Component};
use super::datasets::Datasets;
use super::field_errors::FieldErrors;
use crate::error::Result;
use crate::json::{Emit, Json, Sink};
use crate::sweep::{Drawn, DrawnCandidate, Ground, Point, Status, columns};
use reader::ReadPlan;
use whole_number::whole_in;

/// Most candidates of a call for columns: about a second.
const COUNT_MAX: u64 = 65_536;

/// Returns the columns of the candidates of `{"plan", "from", "count"}`, see [`columns`].
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` with every wrong field, and the errors of the base candidate.
pub(super) fn plan_columns(datasets: &Datasets, request: &Json<'_>) -> Result<Vec<f64>> {
    let read = ReadPlan::of(datasets, request)?;
    let mut errors = FieldErrors::default();
    let from = read.number_of(&mut errors, request, "from");
    let left = read.count.saturating_sub(from.unwrap_or(0)).min(COUNT_MAX);
    let count = whole_in(&mut errors, ("", "count"), request.get("count"), (1, left));
    let (Some(from), Some(count)) = (from, count.and_then(|count| usize::try_from(count).ok()))
    else {
        return Err(errors.into_error("search"));
    };
    let grounds: Vec<Ground<'_>> = read
        .grounds
        .iter()
        .map(|(market_id, series, start)| Ground { market_id: *market_id, series, start: *start })
        .collect();
    Ok(columns(&read.plan, &grounds, (from, count)))
}

/// Emits what the plan of `{"plan", "numbers"}` is: the names of its columns, how many candidates it
/// has, and those of the given numbers, each as the body of a simulation request or, where it cannot
/// run, the name of its status.
///
/// # Errors
/// Those of [`plan_columns`].
pub(super) fn describe(datasets: &Datasets, request: &Json<'_>, sink: &mut dyn Sink) -> Result<()> {
    let read = ReadPlan::of(datasets, request)?;
    let numbers = read.numbers(request)?;
    let shown: Vec<core::result::Result<Candidate, Status>> = numbers
        .into_iter()
        .map(|number| {
            let places = read.plan.places(number).next().unwrap_or_default();
            read.plan.candidate(&places).map(|drawn| read.candidate(drawn))
        })
        .collect();
    sink.begin_object();
    sink.key("candidates");
    sink.begin_array();
    for candidate in &shown {
        match candidate {
            Ok(candidate) => candidate.emit(sink),
            Err(status) => sink.string(Status::NAMES[*status as usize]),
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
    /// Returns a candidate of the plan as the body of a request that resolves to it.
    fn candidate(&self, drawn: DrawnCandidate) -> Candidate {
        let component = |one: Drawn| Component {
            entry: one.entry,
            weight_bps: u32::try_from(one.weight).unwrap_or(0),
            params: one.params,
        };
        let components = drawn.components.into_iter().map(component).collect();
        Candidate { market_id: drawn.market_id, components, ..self.base.clone() }
    }
}
