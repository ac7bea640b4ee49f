//! A sweep: many candidates, each with the few figures that a map of parameters shows.
//!
//! It runs only the official run of each candidate and scores it like an evaluation, without
//! fingerprints, scenarios or interval.

use super::datasets::Datasets;
use super::field_errors::FieldErrors;
use super::projection::no_metrics;
use crate::error::{EngineError, FieldError, Result};
use crate::json::{Emit, Json, Sink};
use crate::simulation::Plan;
use crate::sweep::{Point, Shared};

/// Most candidates of a call.
pub(super) const CANDIDATES_MAX: usize = 1024;

/// Emits the points of `{"candidates": [CANDIDATE, ...]}`, one for each candidate, in their order.
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` if there are no candidates or too many. The errors of a candidate
/// are emitted at its point.
pub(super) fn sweep(datasets: &Datasets, request: &Json<'_>, sink: &mut dyn Sink) -> Result<()> {
    let candidates = request.get("candidates").and_then(Json::items).unwrap_or_default();
    if !(1..=CANDIDATES_MAX).contains(&candidates.len()) {
        let mut errors = FieldErrors::default();
        let wanted = format_args!("must be an array of 1 to {CANDIDATES_MAX} candidates");
        errors.add(format_args!("/candidates"), "out_of_range", wanted);
        return Err(errors.into_error("sweep"));
    }
    let points = points(datasets, candidates);
    sink.begin_object();
    sink.key("points");
    sink.begin_array();
    for point in points {
        match point {
            Ok(point) => point.emit(sink),
            Err(error) => emit_errors(error, sink),
        }
    }
    sink.end_array();
    sink.end_object();
    Ok(())
}

/// Returns the point of each candidate. Candidates run dataset by dataset, and those that read the
/// same columns one after the other.
fn points(datasets: &Datasets, candidates: &[Json<'_>]) -> Vec<Result<Point>> {
    let mut points = Vec::with_capacity(candidates.len());
    let mut planned: Vec<Vec<(usize, Plan)>> = vec![Vec::new(); datasets.all().len()];
    for (number, candidate) in candidates.iter().enumerate() {
        points.push(datasets.candidate(candidate).and_then(|(candidate, dataset)| {
            let mut all = datasets.all().iter();
            let place = all.position(|known| core::ptr::eq(known, dataset)).unwrap_or(0);
            planned[place].push((number, candidate.plan(dataset.trade_start_index)));
            Err(no_metrics(dataset))
        }));
    }
    for (dataset, planned) in datasets.all().iter().zip(&planned) {
        let mut shared = Shared::new(&dataset.series, dataset.trade_start_index);
        shared.points(planned, |number, point| {
            points[number] = point.ok_or_else(|| no_metrics(dataset));
        });
    }
    points
}

impl Emit for Point {
    fn emit(&self, sink: &mut dyn Sink) {
        let others: [(&str, &dyn Emit); 5] = [
            ("dailySharpe", &self.daily_sharpe),
            ("fills", &self.fills),
            ("intents", &self.intents),
            ("probabilisticSharpe", &self.probabilistic_sharpe),
            ("score", &self.score),
        ];
        self.core.emit_with(&others, sink);
    }
}

/// Emits `{"fieldErrors": [...]}`; an error that concerns no field gets the empty path, the
/// candidate itself.
fn emit_errors(error: EngineError, sink: &mut dyn Sink) {
    let mut errors = error.field_errors;
    if errors.is_empty() {
        let (code, message) = (error.code.text(), error.detail);
        errors.push(FieldError { path: String::new(), code, message });
    }
    sink.begin_object();
    sink.member("fieldErrors", errors);
    sink.end_object();
}
