//! Partial foresight: from time to time it sees the excess of PT over SY in the next days, through
//! noise whose size decides how large its edge is.

use super::{path_number, spec};
use crate::draw::{Draw, to_index};
use arena_engine::internals::market::Series;
use arena_engine::internals::num::stats;
use arena_engine::internals::simulation::PlannedComponent;
use arena_engine::internals::strategy::{
    Bars, CatalogueEntry, HOLD, IN, ParamSpec, ParamValues, Rule, band,
};

static FORESIGHT: CatalogueEntry = CatalogueEntry {
    spec: spec(
        "calibration-foresight",
        "Sees the next days through noise.",
        &[
            ParamSpec::integer(("seed", "Seed"), 0, (0, i32::MAX), "", "of the noise"),
            ParamSpec::number(
                ("aheadDays", "AheadDays"),
                10.0,
                (3.0, 30.0),
                "days",
                "how far it sees",
            ),
            ParamSpec::number(
                ("stepDays", "StepDays"),
                5.0,
                (3.0, 30.0),
                "days",
                "from look to look",
            ),
            ParamSpec::number(
                ("noise", "Noise"),
                1.0,
                (0.0, 20.0),
                "deviations",
                "of what it sees",
            ),
            ParamSpec::number(
                ("margin", "Advantage of fixed"),
                0.002,
                (0.0, 0.1),
                "fraction",
                "gain that moves it",
            ),
        ],
    ),
    rule,
};

/// Returns random foresight, from nearly clear to nearly blind.
pub(super) fn component(draw: &mut Draw) -> PlannedComponent {
    let (ahead, step) = (draw.log_between(7.0, 60.0), draw.log_between(4.0, 20.0));
    let (noise, margin) = (draw.log_between(0.1, 5.0), draw.log_between(0.0005, 0.004));
    super::component(&FORESIGHT, &[draw.seed(), ahead, step, noise, margin])
}

/// Returns foresight with hardly any noise.
pub(super) fn sharp(draw: &mut Draw) -> PlannedComponent {
    let (ahead, step) = (draw.between(15.0, 30.0), draw.between(4.0, 8.0));
    super::component(&FORESIGHT, &[draw.seed(), ahead, step, 0.05, 0.002])
}

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (series, count) = (bars.series(), bars.count());
    let in_bars = |name| super::bars(params.number(name), bars.per_day());
    let ahead = in_bars("aheadDays");
    let gains: Vec<f64> = (0..count).map(|at| gain(series, at, at + ahead)).collect();
    let noise = params.number("noise") * stats::sample_deviation(&gains).unwrap_or_default();
    let margin = params.number("margin");
    let mut draw = Draw::of(path_number(series), 0, to_index(params.number("seed")) as u64);
    let step = in_bars("stepDays").max(1);
    let phase = draw.index(step);
    let levels = gains.iter().enumerate().map(|(at, gain)| {
        // holds like Hold until it sees a reason to leave
        if at == 0 {
            return IN;
        }
        if at % step != phase {
            return HOLD;
        }
        band(gain + noise * draw.normal(), margin, -margin)
    });
    Rule::Levels(levels.collect())
}

/// Returns the excess of PT over SY from one bar to another, or to the last one.
fn gain(series: &Series, from: usize, to: usize) -> f64 {
    let to = to.min(series.bars() - 1);
    let growth = |column: &[f64]| column[to] / column[from];
    growth(&series.pt_price) / growth(&series.sy_index) - 1.0
}
