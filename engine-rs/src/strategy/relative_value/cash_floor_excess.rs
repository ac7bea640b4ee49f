//! `cash-floor-excess`: hold PT in proportion to the excess of its yield over a floor.
//!
//! Rule: `w = clamp((impliedApy-floorApy)/full, 0, 1)`. Lookback: none. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::num::clamp;
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Role, Rule,
    StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "cash-floor-excess",
        name: "Excess over a cash floor",
        category: Category::RelativeValue,
        summary: "Sizes PT by how much its yield exceeds a floor.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::UnderlyingApy]),
        params: &[
            ParamSpec::number(
                ("floorApy", "Floor"),
                0.04,
                (0.0, 0.2),
                "annual yield",
                "yield up to which to hold nothing",
            ),
            ParamSpec::number(
                ("full", "Full position at"),
                0.05,
                (0.005, 0.3),
                "annual yield",
                "excess at or above which the position is full",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The line that the position grows with.
const YIELD: Observable = Observable {
    name: "Implied yield",
    unit: "annual yield",
    marks: &[
        Mark(Role::Empty, Compare::AtMost, "floorApy"),
        Mark(Role::Full, Compare::AtLeast, "floorApy and full"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (floor, full) = (params.number("floorApy"), params.number("full"));
    let implied_apy = bars.implied_apy();
    bars.observe(&YIELD, &implied_apy, &[&[floor], &[floor + full]]);
    Rule::Levels(each([&implied_apy], |[apy]| clamp((apy - floor) / full, 0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, IN, OUT, Signal};

    #[test]
    fn the_position_grows_with_the_excess() {
        // (0.125 - 0.0625)/0.125 = 1/2; doubles hold these numbers exactly
        let bars = Bars::daily(3, 30).with(|s| &mut s.implied_apy, &[0.05, 0.125, 0.25]);
        let seen = bars.signals("cash-floor-excess", &[("floorApy", 0.0625), ("full", 0.125)]);
        assert_eq!(seen, [OUT, Signal::Target(0.5), IN]);
    }
}
