//! `underlying-lead`: buy when floating has turned down and the implied yield has not followed yet.
//!
//! Rule: with the averages of `u` as of `lag` ago, in if `EMA(fast) < EMA(slow)` and `y` is at or
//! above its own `EMA(slow)`; out if `EMA(fast) > EMA(slow)` and `y` is at or below it; else no
//! opinion. Averages of `u` within 1e-9 are equal. Lookback: `slow + lag`. Source: ours, a lead-lag
//! rule.

use crate::indicator::{each, lagged};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Line, Mark, Observable, ParamSpec, ParamValues,
    Relation, Role, Rule, StrategySpec, all, switch,
};

/// Averages closer than this are equal (catalogue).
const EQUAL_AVERAGES: f64 = 1e-9;

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "underlying-lead",
        name: "Underlying lead",
        category: Category::RelativeValue,
        summary: "Buys PT when the underlying yield has turned down and the implied yield is still high, sells in the opposite case.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::UnderlyingApy]),
        params: &[
            ParamSpec::window(("fast", "Fast average"), 3.0, 1, 30, "span of the fast average"),
            ParamSpec::window(("slow", "Slow average"), 14.0, 2, 120, "span of the slow averages"),
            ParamSpec::window(
                ("lag", "Lead of the underlying"),
                1.0,
                0,
                14,
                "how long the underlying leads",
            ),
        ],
        relations: &[Relation::below("fast", "slow")],
    },
    rule,
};

/// The observed line and its marks.
const TURN: Observable = Observable {
    name: "Fast less slow average of the underlying yield",
    unit: "annual log yield",
    marks: &[
        Mark(Role::Buy, Compare::AtMost, "turned down"),
        Mark(Role::Sell, Compare::AtLeast, "turned up"),
    ],
};
/// The second observed line.
const YIELD: Observable = Observable {
    name: "Yield",
    unit: "annual log yield",
    marks: &[
        Mark(Role::Buy, Compare::AtLeast, "average"),
        Mark(Role::Sell, Compare::AtMost, "average"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (y, u, slow) = (bars.log_yield(), bars.log_underlying(), params.bars("slow"));
    let (fast, own) = (bars.ema(&u, params.bars("fast")), bars.ema(&y, slow));
    let slow = bars.ema(&u, slow);
    let turn = bars.less(&fast, &slow);
    let led = lagged(&turn, params.bars("lag"));
    bars.observe(&TURN, &Line::unnamed(led), &[&[-EQUAL_AVERAGES], &[EQUAL_AVERAGES]]);
    bars.observe(&YIELD, &y, &[&own, &own]);
    Rule::Levels(each([&y, &own, led], |[y, own, turn]| {
        let is_in = all([turn <= -EQUAL_AVERAGES, y >= own]);
        switch(is_in, all([turn >= EQUAL_AVERAGES, y <= own]))
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    const SPANS: [(&str, f64); 3] = [("fast", 1.0), ("slow", 2.0), ("lag", 1.0)];

    #[test]
    fn follows_the_turn_of_the_bar_before() {
        // fast less slow of u: bar 1 4 - 5 < 0, bar 2 4 - 4.33 < 0, bar 3 7 - 6.11 > 0
        // y against its own average of two: bar 2 4 < 4.67, bar 3 6 > 5.56, bar 4 3 < 3.85
        let bars = Bars::of_log_yields(&[0.06, 0.06, 0.04, 0.06, 0.03])
            .with(|s| &mut s.log_underlying, &[0.06, 0.04, 0.04, 0.07, 0.03]);
        assert_eq!(bars.signals("underlying-lead", &SPANS), [HOLD, HOLD, HOLD, IN, OUT]);
    }

    #[test]
    fn averages_within_a_billionth_give_no_opinion() {
        let nearly = [0.05, 0.05 - 1e-9, 0.05 - 1e-9, 0.05 - 1e-9];
        let bars = Bars::of_log_yields(&[0.05; 4]).with(|s| &mut s.log_underlying, &nearly);
        assert_eq!(bars.signals("underlying-lead", &SPANS), [HOLD; 4]);
    }
}
