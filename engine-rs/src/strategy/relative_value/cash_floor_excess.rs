//! `cash-floor-excess`: hold PT in proportion to what its yield pays over a floor.
//!
//! Rule: `w = clamp((impliedApy-floorApy)/full, 0, 1)`. Lookback: none. Source: ours.

use crate::market::{Feature, FeatureSet};
use crate::num::clamp;
use crate::strategy::{
    Bar, Category, Context, ParamSpec, ParamValues, Signal, Strategy, StrategySpec,
};

/// The strategy's bounds.
#[derive(Debug)]
pub(super) struct CashFloorExcess {
    floor: f64,
    full: f64,
}

impl Strategy for CashFloorExcess {
    const SPEC: StrategySpec = StrategySpec {
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
    };

    const READS_IMPLIED_APY: bool = true;

    fn new(params: &ParamValues, _: &Context) -> Self {
        Self { floor: params.number("floorApy"), full: params.number("full") }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let share = (bar.implied_apy() - self.floor) / self.full;
        Signal::Target(clamp(share, 0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::Signal;
    use crate::strategy::testing::{Bars, IN, OUT};

    #[test]
    fn the_position_grows_with_the_excess() {
        // (0.125 - 0.0625)/0.125 = 1/2, in numbers that binary fractions hold exactly
        let bars = Bars::daily(3, 30).with(|s| &mut s.implied_apy, &[0.05, 0.125, 0.25]);
        let seen = bars.signals("cash-floor-excess", &[("floorApy", 0.0625), ("full", 0.125)]);
        assert_eq!(seen, [OUT, Signal::Target(0.5), IN]);
    }
}
