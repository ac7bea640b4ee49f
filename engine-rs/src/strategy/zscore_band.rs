//! The band of a z-score: what the strategies share that buy where a series stands out over its
//! recent mean and sell where it is back.

use super::{ParamSpec, ParamValues, Relation, Signal, band};
use crate::indicator::Rolling;

/// A window over a series, with the z-scores from which on to buy and down to which to sell.
#[derive(Debug)]
pub(super) struct ZScoreBand {
    window: Rolling,
    entry: f64,
    exit: f64,
}

impl ZScoreBand {
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
    /// The rule between [`Self::PARAMS`].
    pub(super) const RELATIONS: &[Relation] = &[Relation::at_most("exit", "entry")];

    /// Returns the band of [`Self::PARAMS`] before its first value.
    pub(super) fn of(params: &ParamValues) -> Self {
        Self::named(params, ("entry", "exit"))
    }

    /// Returns the band whose two edges have the given names.
    pub(super) fn named(params: &ParamValues, (entry, exit): (&'static str, &'static str)) -> Self {
        Self {
            window: Rolling::new(params.bars("window")),
            entry: params.number(entry),
            exit: params.number(exit),
        }
    }

    /// Takes the next value; without a deviation there is no opinion.
    #[inline(always)]
    pub(super) fn push(&mut self, value: f64) -> Signal {
        match self.window.push(value).and_then(|window| window.zscore()) {
            Some(z) => band(z, self.entry, self.exit),
            None => Signal::Hold,
        }
    }
}
