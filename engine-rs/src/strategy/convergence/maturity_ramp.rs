//! `maturity-ramp`: build the position up as expiry comes near.
//!
//! Rule: `w = clamp((startDays-d)/(startDays-fullDays), 0, 1)`. Lookback: none. Source: ours.

use crate::market::{Feature, FeatureSet};
use crate::num::clamp;
use crate::strategy::{
    Bar, Category, Context, ParamSpec, ParamValues, Relation, Signal, Strategy, StrategySpec,
};

/// The strategy's bounds.
#[derive(Debug)]
pub(super) struct MaturityRamp {
    start_days: f64,
    ramp_days: f64,
}

impl Strategy for MaturityRamp {
    const SPEC: StrategySpec = StrategySpec {
        id: "maturity-ramp",
        name: "Maturity ramp",
        category: Category::Convergence,
        summary: "Builds PT up in a straight line between two distances from expiry.",
        source: "",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::integer(
                "startDays",
                60,
                (5, 365),
                "days",
                "days to expiry at which the ramp begins",
            ),
            ParamSpec::integer(
                "fullDays",
                20,
                (1, 180),
                "days",
                "days to expiry from which on the position is full",
            ),
        ],
        relations: &[Relation::below("fullDays", "startDays")],
    };

    fn new(params: &ParamValues, _: &Context) -> Self {
        let start_days = params.number("startDays");
        Self { start_days, ramp_days: start_days - params.number("fullDays") }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let done = (self.start_days - bar.days_to_expiry()) / self.ramp_days;
        Signal::Target(clamp(done, 0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::Signal;
    use crate::strategy::testing::{Bars, IN, OUT};

    #[test]
    fn the_ramp_is_a_straight_line() {
        // days to expiry 9, 8, .., 3; from 8 to 4 in quarters
        let seen =
            Bars::daily(7, 3).signals("maturity-ramp", &[("startDays", 8.0), ("fullDays", 4.0)]);
        let quarters = [0.25, 0.5, 0.75].map(Signal::Target);
        assert_eq!(seen[..2], [OUT, OUT]);
        assert_eq!(seen[2..5], quarters);
        assert_eq!(seen[5..], [IN, IN]);
    }
}
