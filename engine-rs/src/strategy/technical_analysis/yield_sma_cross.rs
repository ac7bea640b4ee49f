//! `yield-sma-cross`: buy while the recent mean of yields is below the longer one.
//!
//! Rule: in while `SMA(fast) < SMA(slow)` of `x`, out while it is above, no opinion when equal.
//! Lookback: `slow`. Source: ours, the plain crossover.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Relation,
    Role, Rule, StrategySpec, switch,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-sma-cross",
        name: "Yield SMA cross",
        category: Category::TechnicalAnalysis,
        summary: "Buys PT while the fast mean of the yield is under the slow one, sells while it is over it.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(("fast", "Fast average"), 5.0, 2, 60, "window of the fast mean"),
            ParamSpec::window(("slow", "Slow average"), 20.0, 3, 120, "window of the slow mean"),
        ],
        relations: &[Relation::below("fast", "slow")],
    },
    rule,
};

/// The observed line and its marks.
const FAST: Observable = Observable {
    name: "Fast mean",
    unit: "annual yield",
    marks: &[
        Mark(Role::Buy, Compare::Under, "slow mean"),
        Mark(Role::Sell, Compare::Over, "slow mean"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let x = bars.field(params);
    let [fast, slow] = ["fast", "slow"].map(|name| bars.mean(&x, params.bars(name)));
    bars.observe(&FAST, &fast, &[&slow, &slow]);
    Rule::Levels(each([&fast, &slow], |[fast, slow]| switch(fast < slow, fast > slow)))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn the_mean_of_two_against_the_mean_of_three() {
        // means of two 4, 5, 5.5, 5 %; of three 5, 4.67, 5, 5.33 %; then five equal bars
        let y = [0.06, 0.04, 0.04, 0.06, 0.05, 0.05, 0.05, 0.05];
        let seen =
            Bars::of_log_yields(&y).signals("yield-sma-cross", &[("fast", 2.0), ("slow", 3.0)]);
        // bar 2: 4 < 4.67; bar 3: 5 > 4.67; bar 4: 5.5 > 5; bar 5: 5 < 5.33; then equal
        assert_eq!(seen, [HOLD, HOLD, IN, OUT, OUT, IN, HOLD, HOLD]);
    }
}
