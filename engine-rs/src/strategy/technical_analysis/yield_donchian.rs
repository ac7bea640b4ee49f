//! `yield-donchian`: follow a breakout of yields, buying PT when yields break down.
//!
//! Rule: in when `x` is below the minimum of the previous `entryWindow` bars; out when `x` is above
//! the maximum of the previous `exitWindow` bars. Lookback: the longer window and one bar. Source:
//! Donchian channels, as in Faith, Way of the Turtle (2007).

use crate::indicator::{each, lagged};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Role, Rule,
    StrategySpec, switch,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-donchian",
        name: "Yield Donchian breakout",
        category: Category::TechnicalAnalysis,
        summary: "Buys PT when the yield breaks under its recent low, sells when it breaks over its recent high.",
        source: "Donchian; Faith 2007",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(
                ("entryWindow", "Entry window"),
                20.0,
                3,
                120,
                "window of the low to break",
            ),
            ParamSpec::window(
                ("exitWindow", "Exit window"),
                10.0,
                2,
                120,
                "window of the high to break",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const CHANNEL: Observable = Observable {
    name: "Yield",
    unit: "annual yield",
    marks: &[
        Mark(Role::Buy, Compare::Under, "low of entryWindow"),
        Mark(Role::Sell, Compare::Over, "high of exitWindow"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let x = bars.field(params);
    let lowest = bars.lowest(&x, params.bars("entryWindow"));
    let highest = bars.highest(&x, params.bars("exitWindow"));
    let (low, high) = (lagged(&lowest, 1), lagged(&highest, 1));
    bars.observe(&CHANNEL, &x, &[low, high]);
    Rule::Levels(each([&x, low, high], |[x, low, high]| switch(x < low, x > high)))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn breaks_of_the_previous_windows_only() {
        let bars = Bars::of_log_yields(&[0.06, 0.05, 0.07, 0.04, 0.05, 0.051, 0.05]);
        // bar 3: 0.04 < min(0.06, 0.05, 0.07); bar 5: 0.051 > max(0.04, 0.05)
        let seen = bars.signals("yield-donchian", &[("entryWindow", 3.0), ("exitWindow", 2.0)]);
        assert_eq!(seen, [HOLD, HOLD, HOLD, IN, HOLD, OUT, HOLD]);
    }
}
