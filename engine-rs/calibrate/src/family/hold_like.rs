//! Holding, modified by a calendar: a late start, an early end, a pause, or another capital, which
//! delays the first purchase by some days because a larger order fails the edge hurdle longer.

use super::{CAPITAL, spec};
use crate::draw::Draw;
use arena_engine::internals::market::Dataset;
use arena_engine::internals::simulation::PlannedComponent;
use arena_engine::internals::strategy::{Bars, CatalogueEntry, ParamSpec, ParamValues, Rule, when};

static HOLD_LIKE: CatalogueEntry = CatalogueEntry {
    spec: spec(
        "calibration-hold-like",
        "In PT by a calendar.",
        &[
            ParamSpec::number(
                ("enterDay", "EnterDay"),
                0.0,
                (0.0, 365.0),
                "days",
                "first day in PT",
            ),
            ParamSpec::number(
                ("exitDay", "ExitDay"),
                365.0,
                (0.0, 365.0),
                "days",
                "first day out again",
            ),
            ParamSpec::number(
                ("pauseDay", "PauseDay"),
                0.0,
                (0.0, 365.0),
                "days",
                "first day of a pause",
            ),
            ParamSpec::number(
                ("pauseDays", "PauseDays"),
                0.0,
                (0.0, 365.0),
                "days",
                "length of the pause",
            ),
        ],
    ),
    rule,
};

/// Returns a random calendar with its capital.
pub(super) fn component(dataset: &Dataset, draw: &mut Draw) -> (f64, PlannedComponent) {
    let per_day = dataset.timeframe().bars_per_day() as f64;
    let [start, end] = [dataset.trade_start_index, dataset.bars()].map(|bar| bar as f64 / per_day);
    let scored = end - start;
    let (mut enter, mut exit, mut pause, mut capital) = (0.0, end, (0.0, 0.0), CAPITAL);
    match draw.index(4) {
        0 => enter = start + draw.between(1.0, 0.6 * scored),
        1 => exit = end - draw.between(1.0, 0.6 * scored),
        2 => pause = (start + draw.between(3.0, scored), draw.between(3.0, 20.0)),
        _ => capital = draw.log_between(1e4, 1e7),
    }
    (capital, super::component(&HOLD_LIKE, &[enter, exit, pause.0, pause.1]))
}

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let bar = |name| super::bars(params.number(name), bars.per_day());
    let (enter, exit, pause) = (bar("enterDay"), bar("exitDay"), bar("pauseDay"));
    let resume = pause + bar("pauseDays");
    let holds = |at| (enter..exit).contains(&at) && !(pause..resume).contains(&at);
    Rule::Levels((0..bars.count()).map(|at| when(holds(at))).collect())
}
