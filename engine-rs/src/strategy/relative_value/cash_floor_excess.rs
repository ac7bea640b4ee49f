//! `cash-floor-excess`: hold PT in proportion to what its yield pays over a floor.
//!
//! Rule: `w = clamp((impliedApy-floorApy)/full, 0, 1)`. Lookback: none. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::num::clamp;
use crate::strategy::{Bars, CatalogueEntry, Category, ParamSpec, ParamValues, Rule, StrategySpec};

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
                "floorApy",
                0.04,
                (0.0, 0.2),
                "annual yield",
                "yield up to which to hold nothing",
            ),
            ParamSpec::number(
                "full",
                0.05,
                (0.005, 0.3),
                "annual yield",
                "excess from which on the position is full",
            ),
        ],
        relations: &[],
    },
    rule,
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (floor, full) = (params.number("floorApy"), params.number("full"));
    Rule::Levels(each([&bars.implied_apy()], |[apy]| clamp((apy - floor) / full, 0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, IN, OUT, Signal};

    #[test]
    fn the_position_grows_with_the_excess() {
        // (0.125 - 0.0625)/0.125 = 1/2, in numbers that binary fractions hold exactly
        let bars = Bars::daily(3, 30).with(|s| &mut s.implied_apy, &[0.05, 0.125, 0.25]);
        let seen = bars.signals("cash-floor-excess", &[("floorApy", 0.0625), ("full", 0.125)]);
        assert_eq!(seen, [OUT, Signal::Target(0.5), IN]);
    }
}
