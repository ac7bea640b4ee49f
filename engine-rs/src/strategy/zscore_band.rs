//! The band of a z-score, shared by strategies that buy when a series is far above its recent mean
//! and sell when it is back.

use super::{Bars, Compare, Line, Mark, Observable, ParamSpec, ParamValues, Relation, Role, Rule};
use crate::indicator::zscore_and_variance;

/// The parameters of strategies without names of their own for them.
pub(super) const PARAMS: &[ParamSpec] = &[
    ParamSpec::window(("window", "Window"), 30.0, 5, 120, "window of mean and deviation"),
    ParamSpec::number(
        ("entry", "Entry"),
        1.0,
        (0.2, 4.0),
        "standard deviations",
        "z-score at or above which it buys",
    ),
    ParamSpec::number(
        ("exit", "Exit"),
        0.0,
        (-2.0, 2.0),
        "standard deviations",
        "z-score at or below which it sells",
    ),
];

/// The rule between [`PARAMS`].
pub(super) const RELATIONS: &[Relation] = &[Relation::at_most("exit", "entry")];

/// The line of [`PARAMS`] and its marks.
const Z: Observable = Observable::band("z-score", "standard deviations");

/// The same on the scale of the yield.
const BANDS: Observable = Observable {
    name: "Yield",
    unit: "annual yield",
    marks: &[
        Mark(Role::Drawn, Compare::AtLeast, "buy band"),
        Mark(Role::Drawn, Compare::AtMost, "sell band"),
    ],
};

/// Returns the band of [`PARAMS`] over a line.
pub(super) fn rule<'s>(params: &ParamValues, bars: &Bars<'s>, line: &Line<'_>) -> Rule<'s> {
    named(params, bars, line, ("entry", "exit"), &Z)
}

/// Returns the band whose two edges have the given names.
pub(super) fn named<'s>(
    params: &ParamValues,
    bars: &Bars<'s>,
    line: &Line<'_>,
    (entry, exit): (&'static str, &'static str),
    what: &'static Observable,
) -> Rule<'s> {
    let (entry, exit) = (params.number(entry), params.number(exit));
    let window = params.bars("window");
    // Only the yield or its logarithm is also drawn over the chart of the yield.
    if !(bars.is_observed() && line.is_yield()) {
        return bars.band(what, bars.zscore(line, window), (entry, exit));
    }
    let (scores, variances) = zscore_and_variance(line, window);
    let at = |z: f64| edge(line, (&scores, &variances), z);
    bars.observe(&BANDS, line, &[&at(entry), &at(exit)]);
    let scores = bars.made("zscore", &[line], &[window], || scores);
    bars.band(what, scores, (entry, exit))
}

/// Returns the values that would have a z-score; `NaN` where no value has one.
fn edge(values: &[f64], (scores, variances): (&[f64], &[f64]), z: f64) -> Vec<f64> {
    let newest = values[values.len() - scores.len()..].iter();
    let variances = &variances[variances.len() - scores.len()..];
    let each = newest.zip(scores).zip(variances);
    each.map(|((value, score), variance)| value + (z - score) * variance.sqrt()).collect()
}
