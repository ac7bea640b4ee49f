//! The most that a search runs, which decides its price.

use super::super::super::datasets::Datasets;
use super::echo::engine_part;
use super::folds::{Fold, block, rounds, rungs};
use super::paths::{chooses_on_paths, runs_of};
use super::search::Search;
use super::stage::{Window, numbers};
use super::stages::whole;
use crate::error::Result;
use crate::json::{Json, Sink};
use crate::num::place;

/// Emits `{"candidates", "evaluations", "pathRuns", "stages", "bars"}`: the most candidates over all stages, the
/// most evaluations of the best, the most runs on paths, and the most stages, those of the evaluations
/// and of the report included, and the scored bars that all datasets share.
///
/// # Errors
/// As for reading a plan, and `REQUEST_VALIDATION_FAILED` for a window of too few bars.
pub(in super::super::super) fn size(
    datasets: &Datasets,
    request: &Json<'_>,
    sink: &mut dyn Sink,
) -> Result<()> {
    let part = engine_part(request);
    let search = Search::read(datasets, request, &part)?;
    let folds = search.folds()?;
    let ((from, to), bars_per_day) = search.scored();
    let kind = search.method_kind();
    let is_grid = kind == "grid";
    let count = if is_grid { search.grid } else { whole(search.method_number("count")) };
    let first = (search.enqueued().len() / search.axes.len().max(1)) as f64;
    let rungs_of = |window: Window| rungs(count as f64, window, bars_per_day as f64);
    let own = if kind == "halving" {
        rungs_of((0, to - from)).iter().map(|(count, _)| *count as f64).sum()
    } else {
        count as f64
    };
    let tests = folds.iter().filter(|fold| fold.test.is_some()).count() as f64;
    let drawn = first + count as f64;
    let tested = crate::num::min(search.top as f64, drawn);
    let candidates = folds.len() as f64 * (first + own) + tests * tested;
    let patience = search.method("patience").and_then(Json::number).map(whole);
    let stages_of = |fold: &Fold| match (kind, patience) {
        ("halving", _) => rungs_of(fold.search).len() as f64,
        ("adaptive", _) => rounds(place(count as f64)).len() as f64,
        ("random" | "sobol", Some(patience)) => count.div_ceil(block(patience, count)) as f64,
        _ => 1.0,
    };
    let enqueued = if first > 0.0 { 1.0 } else { 0.0 };
    let stages = folds.iter().map(|fold| stages_of(fold) + enqueued).sum::<f64>() + tests + 2.0;
    let kept = crate::num::min(search.kept() as f64, drawn);
    let evaluations = crate::num::min(search.evaluate as f64, kept);
    let runs = if chooses_on_paths(&search) { runs_of(place(drawn), search.evaluate) } else { 0 };
    sink.begin_object();
    numbers(sink, &[("candidates", candidates), ("evaluations", evaluations)]);
    numbers(sink, &[("pathRuns", runs as f64), ("stages", stages), ("bars", (to - from) as f64)]);
    sink.end_object();
    Ok(())
}
