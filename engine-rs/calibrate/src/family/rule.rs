//! Simple rules that a person might write first: a band on one figure of the newest bars.
//!
//! The figures are the yield, its gap over the displayed underlying yield, and the earnings of the
//! gap to expiry; each as it is, as a z-score over a window, or as its change over one. Three of
//! four buy high and sell low, like carry; the others do the reverse. Half of them start in PT,
//! before the figure first leaves the band.

use super::spec;
use crate::draw::{Draw, to_index};
use arena_engine::internals::indicator::{change, ema, zscore};
use arena_engine::internals::market::Series;
use arena_engine::internals::simulation::PlannedComponent;
use arena_engine::internals::strategy::{
    Bars, CatalogueEntry, HOLD, ParamSpec, ParamValues, Rule, band,
};

/// Figure of a rule; `y` and `u` are the log yields of PT and underlying, `tau` years to expiry.
const FIGURES: [Figure; 3] = [
    Figure { read: |series, at| series.log_yield[at], entry: (0.03, 0.15), change: 0.03 },
    Figure {
        read: |series, at| series.log_yield[at] - series.log_underlying[at],
        entry: (-0.03, 0.08),
        change: 0.03,
    },
    Figure {
        read: |series, at| {
            (series.log_yield[at] - series.log_underlying[at]) * series.clock.tau[at]
        },
        entry: (-0.01, 0.025),
        change: 0.01,
    },
];

struct Figure {
    read: fn(&Series, usize) -> f64,
    /// Range of the entries of a rule on the figure itself.
    entry: (f64, f64),
    /// Largest distance from 0 of the entries of a rule on its change.
    change: f64,
}

/// The figure as it is, as a z-score, or as a change.
const FORMS: usize = 3;

static RULE: CatalogueEntry = CatalogueEntry {
    spec: spec(
        "calibration-rule",
        "A band on one figure.",
        &[
            ParamSpec::integer(
                ("figure", "Figure"),
                0,
                (0, 2),
                "",
                "yield, gap, or carry to expiry",
            ),
            ParamSpec::integer(("form", "Form"), 0, (0, 2), "", "as it is, z-score, or change"),
            ParamSpec::number(
                ("windowDays", "WindowDays"),
                20.0,
                (3.0, 60.0),
                "days",
                "of z-score or change",
            ),
            ParamSpec::number(
                ("smoothDays", "SmoothDays"),
                0.0,
                (0.0, 10.0),
                "days",
                "average of the figure",
            ),
            ParamSpec::number(
                ("entry", "Entry"),
                0.0,
                (-10.0, 10.0),
                "",
                "at or above which it buys",
            ),
            ParamSpec::number(
                ("exit", "Exit"),
                0.0,
                (-10.0, 10.0),
                "",
                "at or below which it sells",
            ),
            ParamSpec::integer(("sign", "Sign"), 1, (-1, 1), "", "-1: buys low and sells high"),
            ParamSpec::integer(
                ("start", "Start"),
                0,
                (0, 1),
                "",
                "position before the first opinion",
            ),
        ],
    ),
    rule,
};

/// Returns a random rule.
pub(super) fn component(draw: &mut Draw) -> PlannedComponent {
    let (number, form) = (draw.index(FIGURES.len()), draw.index(FORMS));
    let figure = &FIGURES[number];
    let (low, high) = match form {
        0 => figure.entry,
        1 => (-1.5, 2.0),
        _ => (-figure.change, figure.change),
    };
    let sign = if draw.happens(0.75) { 1.0 } else { -1.0 };
    let entry = sign * draw.between(low, high);
    let exit = entry - draw.between(0.0, 0.7 * (high - low));
    let (window, start) = (draw.log_between(3.0, 60.0), if draw.happens(0.5) { 1.0 } else { 0.0 });
    let smooth = if draw.happens(0.5) { draw.log_between(1.0, 10.0) } else { 0.0 };
    let numbers = [number as f64, form as f64, window, smooth, entry, exit, sign, start];
    super::component(&RULE, &numbers)
}

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (series, read) = (bars.series(), FIGURES[to_index(params.number("figure"))].read);
    let days = |name| super::bars(params.number(name), bars.per_day()).max(1);
    let (form, window) = (to_index(params.number("form")), days("windowDays").max(2));
    let (entry, exit, sign) =
        (params.number("entry"), params.number("exit"), params.number("sign"));
    let figure: Vec<f64> = (0..bars.count()).map(|at| sign * read(series, at)).collect();
    let smooth = ema(&figure, days("smoothDays"));
    let values = match form {
        0 => smooth,
        1 => zscore(&smooth, window),
        _ => change(&smooth, window),
    };
    let mut levels = vec![HOLD; bars.count() - values.len()];
    levels.extend(values.iter().map(|value| band(*value, entry, exit)));
    if let Some(first) = levels.first_mut().filter(|first| first.is_nan()) {
        *first = params.number("start");
    }
    Rule::Levels(levels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_engine::internals::market::Column;
    use arena_engine::internals::strategy::{Columns, Context};
    use arena_engine::{Dataset, Timeframe};

    #[test]
    fn a_rule_does_not_see_the_future() {
        let series = Dataset::generate("susde", Timeframe::Daily, 5).unwrap().series;
        let mut changed = series.shared();
        let cut = 100;
        let mut other = series.log_yield.to_vec();
        other[cut..].fill(0.5);
        changed.log_yield = Column::new(other);
        let context = Context { timeframe: Timeframe::Daily, capital: 1.0 };
        for number in 0..200 {
            let params = component(&mut Draw::of(1, 1, number)).params;
            let [before, after] = [&series, &changed]
                .map(|one| RULE.targets(&params, &context, &Columns::of(one)).column(cut));
            assert_eq!(before, after, "{number}");
        }
    }
}
