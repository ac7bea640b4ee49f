//! `tvl-trend`: hold PT while the pool grows, and leave when it drains.
//!
//! Rule: `tvl < (1-maxDrop)*(largest tvl of the slow window)` is out; else `SMA(fast) >= SMA(slow)`
//! is in; else no opinion. Lookback: `slow`. Source: ours.

use crate::indicator::{each, times};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Relation,
    Role, Rule, StrategySpec, all, switch,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "tvl-trend",
        name: "Pool value trend",
        category: Category::Liquidity,
        summary: "Buys PT while the pool's value grows, sells when it has dropped from its recent high.",
        source: "",
        features: FeatureSet::of(&[Feature::Liquidity, Feature::ImpliedApy]),
        params: &[
            ParamSpec::window(("fast", "Fast average"), 5.0, 2, 60, "window of the fast mean"),
            ParamSpec::window(
                ("slow", "Slow average"),
                20.0,
                3,
                120,
                "window of the slow mean and of the high",
            ),
            ParamSpec::number(
                ("maxDrop", "Largest drop"),
                0.2,
                (0.01, 0.9),
                "fraction of the high",
                "drop from the high over which to sell",
            ),
        ],
        relations: &[Relation::below("fast", "slow")],
    },
    rule,
};

/// The observed line and its marks.
const POOL: Observable = Observable {
    name: "Value of the pool",
    unit: "accounting asset",
    marks: &[
        Mark(Role::Buy, Compare::AtLeast, "high less maxDrop"),
        Mark(Role::Sell, Compare::Under, "high less maxDrop"),
    ],
};
/// The second observed line.
const FAST: Observable = Observable {
    name: "Fast mean of the pool",
    unit: "accounting asset",
    marks: &[Mark(Role::Buy, Compare::AtLeast, "slow mean")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (tvl, slow) = (bars.tvl(), params.bars("slow"));
    let keep = 1.0 - params.number("maxDrop");
    let [fast, mean] = [params.bars("fast"), slow].map(|window| bars.mean(&tvl, window));
    let high = bars.highest(&tvl, slow);
    let floor = times(keep, &high);
    bars.observe(&POOL, &tvl, &[&floor, &floor]);
    bars.observe(&FAST, &fast, &[&mean]);
    Rule::Levels(each([&tvl, &fast, &mean, &floor], |[tvl, fast, slow, floor]| {
        let drains = tvl < floor;
        switch(all([!drains, fast >= slow]), drains)
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn in_while_growing_out_after_a_drop() {
        // means of two 9, 11, 10.5, 8 M; of three 8.67, 9.33, 10.67, 9.33 M; the drop to 7 M is
        // more than a fifth of 12 M, that from 12 to 9 M is exactly a quarter
        let bars = Bars::daily(5, 30).with(|s| &mut s.tvl, &[8e6, 8e6, 1e7, 1.2e7, 9.5e6]);
        let params = [("fast", 2.0), ("slow", 3.0)];
        assert_eq!(bars.signals("tvl-trend", &params), [HOLD, HOLD, IN, IN, OUT]);
        // with an allowed drop of a quarter, 9.5 M is not a drop: (12+9.5)/2 >= (10+12+9.5)/3
        let patient = [("fast", 2.0), ("slow", 3.0), ("maxDrop", 0.25)];
        assert_eq!(bars.signals("tvl-trend", &patient)[4], IN);
    }

    #[test]
    fn a_slow_decline_is_no_opinion() {
        let bars = Bars::daily(4, 30).with(|s| &mut s.tvl, &[1e7, 1e7, 9.9e6, 9.8e6]);
        let seen = bars.signals("tvl-trend", &[("fast", 2.0), ("slow", 3.0)]);
        assert_eq!(seen, [HOLD; 4]);
    }
}
