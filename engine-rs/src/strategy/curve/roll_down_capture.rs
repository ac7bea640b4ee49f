//! `roll-down-capture`: hold PT near expiry while yields are calm.
//!
//! Rule: in while `minDaysToExpiry <= d <= maxDaysToExpiry`, `x > 0` and
//! `sd(dx, volWindow)*sqrt(barsPerDay) <= maxYieldVol`, else out; `dx` is the change of `x` over
//! one bar, the volatility per day. Lookback: `volWindow` and one bar. Source: ours.

use crate::indicator::{each, times};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Line, Mark, Observable, ParamSpec, ParamValues,
    Relation, Role, Rule, StrategySpec, all, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "roll-down-capture",
        name: "Roll-down capture",
        category: Category::Curve,
        summary: "Holds PT within a range of days to expiry while the yield is positive and calm.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::field(),
            ParamSpec::integer(
                ("minDaysToExpiry", "Least time to expiry"),
                0,
                (0, 1000),
                "days",
                "fewest days to expiry",
            ),
            ParamSpec::integer(
                ("maxDaysToExpiry", "Most time to expiry"),
                180,
                (1, 1000),
                "days",
                "most days to expiry",
            ),
            ParamSpec::window(
                ("volWindow", "Volatility window"),
                10.0,
                2,
                120,
                "window of the yield's volatility",
            ),
            ParamSpec::number(
                ("maxYieldVol", "Largest volatility"),
                0.01,
                (0.0, 1.0),
                "yield per day",
                "largest daily volatility",
            ),
        ],
        relations: &[Relation::at_most("minDaysToExpiry", "maxDaysToExpiry")],
    },
    rule,
};

/// The observed line and its marks.
const YIELD: Observable = Observable {
    name: "Yield",
    unit: "annual yield",
    marks: &[Mark(Role::Hold, Compare::Over, "zero")],
};
/// The second observed line.
const DAYS: Observable = Observable {
    name: "Days to expiry",
    unit: "days",
    marks: &[
        Mark(Role::Hold, Compare::AtLeast, "minDaysToExpiry"),
        Mark(Role::Hold, Compare::AtMost, "maxDaysToExpiry"),
    ],
};
/// The third observed line.
const VOLATILITY: Observable = Observable {
    name: "Volatility of the yield",
    unit: "yield per day",
    marks: &[Mark(Role::Hold, Compare::AtMost, "maxYieldVol")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let x = bars.field(params);
    let low = params.number("minDaysToExpiry");
    let high = params.number("maxDaysToExpiry");
    let root_of_day = (bars.per_day() as f64).sqrt();
    let max_yield_vol = params.number("maxYieldVol");
    let deviation = bars.deviation(&bars.bar_change(&x), params.bars("volWindow"));
    let days = bars.days_to_expiry();
    let volatility = times(root_of_day, &deviation);
    bars.observe(&YIELD, &x, &[&[0.0]]);
    bars.observe(&DAYS, &days, &[&[low], &[high]]);
    bars.observe(&VOLATILITY, &Line::unnamed(&volatility), &[&[max_yield_vol]]);
    Rule::Levels(each([&x, &days, &volatility], |[x, days, volatility]| {
        when(all([low <= days, days <= high, x > 0.0, volatility <= max_yield_vol]))
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn holds_in_its_days_while_yields_are_calm_and_positive() {
        // daily changes: 0, 0, 2 %, 0, 0, -8 %; the sd of two changes is their distance/sqrt(2)
        let y = [0.05, 0.05, 0.05, 0.07, 0.07, 0.07, -0.01];
        let bars = Bars::daily(7, 10).with(|s| &mut s.log_yield, &y);
        let seen = bars.signals("roll-down-capture", &[("volWindow", 2.0)]);
        // sd 1.41 % on bars 3 and 4 is not calm; the last yield is not positive
        assert_eq!(seen, [HOLD, HOLD, IN, OUT, OUT, IN, OUT]);
        // days to expiry 16, 15, .., 10
        let near =
            bars.signals("roll-down-capture", &[("volWindow", 2.0), ("maxDaysToExpiry", 11.0)]);
        assert_eq!(near, [HOLD, HOLD, OUT, OUT, OUT, IN, OUT]);
    }
}
