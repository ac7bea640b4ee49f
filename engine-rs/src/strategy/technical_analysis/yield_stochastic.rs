//! `yield-stochastic`: buy when yields are at the top of their range.
//!
//! Rule: `%K` of `x` over `k`, 50 without a range; `%D` its mean over `d`; `band(%D, high, low)`.
//! Lookback: `k + d` less one bar. Source: Lane's stochastic oscillator.

use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Relation,
    Role, Rule, StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-stochastic",
        name: "Yield stochastic",
        category: Category::TechnicalAnalysis,
        summary: "Buys PT when the smoothed stochastic of the yield is high, sells when it is low.",
        source: "Lane",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(("k", "Range window"), 14.0, 3, 120, "window of the range"),
            ParamSpec::window(("d", "Smoothing"), 3.0, 1, 30, "window of the mean of %K"),
            ParamSpec::number(
                ("high", "Buy above"),
                80.0,
                (50.0, 99.0),
                "%K points",
                "%D at or above which it buys",
            ),
            ParamSpec::number(
                ("low", "Sell below"),
                20.0,
                (1.0, 50.0),
                "%K points",
                "%D at or below which it sells",
            ),
        ],
        relations: &[Relation::at_most("low", "high")],
    },
    rule,
};

/// The observed line and its marks.
const PERCENT_D: Observable = Observable {
    name: "%D",
    unit: "%K points",
    marks: &[Mark(Role::Buy, Compare::AtLeast, "high"), Mark(Role::Sell, Compare::AtMost, "low")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let places = bars.place(&bars.field(params), params.bars("k"));
    let line = bars.mean(&places, params.bars("d"));
    bars.band(&PERCENT_D, line, (params.number("high"), params.number("low")))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn the_mean_place_in_the_range() {
        // %K of three bars: 100, 100, 0, 0, 50 (no range); means of two: 100, 50, 0, 25
        let bars = Bars::of_log_yields(&[0.05, 0.06, 0.07, 0.08, 0.04, 0.04, 0.04]);
        let seen = bars.signals("yield-stochastic", &[("k", 3.0), ("d", 2.0)]);
        assert_eq!(seen, [HOLD, HOLD, HOLD, IN, HOLD, OUT, HOLD]);
    }
}
