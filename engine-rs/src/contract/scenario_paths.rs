//! The equity of a candidate in every scenario, for a chart; an evaluation does not include it.

use super::datasets::Datasets;
use super::projection::no_metrics;
use crate::error::Result;
use crate::evaluation::scenario::Scenario;
use crate::json::{Emit, Json, Sink};
use crate::market::Series;
use crate::simulation::{Plan, run_fills};

/// Emits the paths of a candidate in all scenarios, the official one first.
///
/// # Errors
/// The errors of a simulation of the candidate.
pub(super) fn scenario_paths(
    datasets: &Datasets,
    candidate: &Json<'_>,
    sink: &mut dyn Sink,
) -> Result<()> {
    let (candidate, dataset) = datasets.candidate(candidate)?;
    let plan = candidate.plan(dataset.trade_start_index);
    let is_scored = dataset.series.bars() >= plan.start + 2;
    let scenarios = is_scored.then(|| datasets.scenario_set(dataset)).flatten();
    let scenarios = scenarios.ok_or_else(|| no_metrics(dataset))?;
    sink.begin_object();
    sink.key("scenarios");
    sink.begin_array();
    for (scenario, series) in scenarios.iter() {
        // The official series is the dataset itself, to the bit.
        Path::of(&plan, scenario, series).emit(sink);
    }
    sink.end_array();
    sink.end_object();
    Ok(())
}

/// Equity at the end of each scored UTC day, as a multiple of the capital.
struct Path {
    scenario: Scenario,
    idle: Vec<f64>,
    strategy: Vec<f64>,
}

impl Path {
    fn of(plan: &Plan, scenario: Scenario, series: &Series) -> Self {
        let (equity, index) = (run_fills(plan, series).equity(series), &series.sy_index);
        let ends = || series.clock.day_ends.iter().filter(|end| **end >= plan.start);
        Self {
            scenario,
            idle: ends().map(|end| index[*end] / index[plan.start]).collect(),
            strategy: ends().map(|end| equity[end - plan.start] / plan.capital).collect(),
        }
    }
}

impl Emit for Path {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("id", self.scenario.id());
        sink.member("idle", &self.idle);
        sink.member("strategy", &self.strategy);
        sink.end_object();
    }
}
