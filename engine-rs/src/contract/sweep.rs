//! A sweep: many candidates, of each only what a map of a parameter shows.
//!
//! No fingerprints, no scenarios, no interval: the official run of each candidate, scored as an
//! evaluation scores it.

use super::datasets::Datasets;
use super::field_errors::FieldErrors;
use super::projection::no_metrics;
use crate::error::{EngineError, FieldError, Result};
use crate::evaluation::benchmark;
use crate::evaluation::luck::SharpeMoments;
use crate::evaluation::utility::{Utility, score};
use crate::json::{Emit, Json, Sink};
use crate::market::Dataset;
use crate::simulation::{CoreMetrics, ScoredRun, run_totals};

/// Most candidates of a call.
pub(super) const CANDIDATES_MAX: usize = 1024;

/// Emits the points of `{"candidates": [CANDIDATE, ...]}`, one for each candidate, in their order.
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` when there are none or too many. The errors of a candidate are
/// emitted at its point.
pub(super) fn sweep(datasets: &Datasets, request: &Json<'_>, sink: &mut dyn Sink) -> Result<()> {
    let candidates = request.get("candidates").and_then(Json::items).unwrap_or_default();
    if !(1..=CANDIDATES_MAX).contains(&candidates.len()) {
        let mut errors = FieldErrors::default();
        let wanted = format_args!("must be an array of 1 to {CANDIDATES_MAX} candidates");
        errors.add(format_args!("/candidates"), "out_of_range", wanted);
        return Err(errors.into_error("sweep"));
    }
    let mut hurdles = Hurdles::default();
    sink.begin_object();
    sink.key("points");
    sink.begin_array();
    for candidate in candidates {
        match point(datasets, &mut hurdles, candidate) {
            Ok(point) => point.emit(sink),
            Err(error) => emit_errors(error, sink),
        }
    }
    sink.end_array();
    sink.end_object();
    Ok(())
}

/// What a candidate comes to.
struct Point {
    core: CoreMetrics,
    daily_sharpe: Option<f64>,
    fills: usize,
    intents: usize,
    score: f64,
    probabilistic_sharpe: Option<f64>,
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

/// The benchmark utilities that candidates are compared with: one per dataset and capital.
#[derive(Default)]
struct Hurdles<'s>(Vec<(&'s Dataset, f64, f64)>);

impl<'s> Hurdles<'s> {
    fn of(&mut self, dataset: &'s Dataset, capital: f64) -> Result<f64> {
        let known =
            self.0.iter().find(|(of, with, _)| core::ptr::eq(*of, dataset) && *with == capital);
        if let Some((_, _, utility)) = known {
            return Ok(*utility);
        }
        let buy_and_hold =
            benchmark::buy_and_hold(capital, &dataset.series, dataset.trade_start_index);
        let utility = Utility::of(&buy_and_hold.ok_or_else(|| no_metrics(dataset))?).total();
        self.0.push((dataset, capital, utility));
        Ok(utility)
    }
}

fn point<'s>(
    datasets: &'s Datasets,
    hurdles: &mut Hurdles<'s>,
    candidate: &Json<'_>,
) -> Result<Point> {
    let (candidate, dataset) = datasets.candidate(candidate)?;
    let (series, start) = (&dataset.series, dataset.trade_start_index);
    let record = run_totals(&candidate.plan(start), series);
    let run = ScoredRun::of(&record, series).ok_or_else(|| no_metrics(dataset))?;
    let hurdle = hurdles.of(dataset, candidate.capital)?;
    let moments = SharpeMoments::of(&run.excess);
    let counts = record.counts();
    Ok(Point {
        core: run.core,
        daily_sharpe: run.daily_sharpe(),
        fills: counts.fills,
        intents: counts.intents(),
        score: score(Utility::of(&run.core).total(), hurdle).0,
        probabilistic_sharpe: moments.and_then(|moments| moments.probabilistic(0.0)),
    })
}

/// Emits `{"fieldErrors": [...]}`; an error of no field gets the empty path, the candidate itself.
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
