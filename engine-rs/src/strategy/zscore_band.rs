//! The band of a z-score: what the strategies share that buy where a series stands out over its
//! recent mean and sell where it is back.

use super::{Bars, Line, ParamSpec, ParamValues, Relation, Rule};

/// The parameters, for a strategy that has no names of its own for them.
pub(super) const PARAMS: &[ParamSpec] = &[
    ParamSpec::window("window", 30.0, 5, 120, "window of mean and deviation"),
    ParamSpec::number(
        "entry",
        1.0,
        (0.2, 4.0),
        "standard deviations",
        "z-score from which on to buy",
    ),
    ParamSpec::number(
        "exit",
        0.0,
        (-2.0, 2.0),
        "standard deviations",
        "z-score down to which to sell",
    ),
];

/// The rule between [`PARAMS`].
pub(super) const RELATIONS: &[Relation] = &[Relation::at_most("exit", "entry")];

/// Returns the band of [`PARAMS`] over a line.
pub(super) fn rule<'s>(params: &ParamValues, bars: &Bars<'s>, line: &Line<'_>) -> Rule<'s> {
    named(params, bars, line, ("entry", "exit"))
}

/// Returns the band whose two edges have the given names.
pub(super) fn named<'s>(
    params: &ParamValues,
    bars: &Bars<'s>,
    line: &Line<'_>,
    (entry, exit): (&'static str, &'static str),
) -> Rule<'s> {
    let line = bars.zscore(line, params.bars("window"));
    Rule::Band { line, entry: params.number(entry), exit: params.number(exit) }
}
