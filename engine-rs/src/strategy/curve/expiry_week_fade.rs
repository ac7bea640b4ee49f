//! `expiry-week-fade`: buy into the rise of yields before expiry, and stay.
//!
//! Rule: in once `d <= maxDays` and `y - mean(y, window) >= entry`, and from then on; out before.
//! Lookback: `window`. Source: ours, yields jump as the pool thins out.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Role, Rule,
    StrategySpec, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "expiry-week-fade",
        name: "Expiry week fade",
        category: Category::Curve,
        summary: "Buys PT when its yield jumps over its mean shortly before expiry, and holds it to the end.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::window(("window", "Window"), 14.0, 3, 60, "window of the mean yield"),
            ParamSpec::integer(
                ("maxDays", "Most time to expiry"),
                14,
                (2, 60),
                "days",
                "most days to expiry to buy at",
            ),
            ParamSpec::number(
                ("entry", "Entry"),
                0.003,
                (0.0, 0.2),
                "annual log yield",
                "rise over the mean at or above which it buys",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const RISE: Observable = Observable {
    name: "Rise over the mean",
    unit: "annual log yield",
    marks: &[Mark(Role::Buy, Compare::AtLeast, "entry")],
};
/// The second observed line.
const DAYS: Observable = Observable {
    name: "Days to expiry",
    unit: "days",
    marks: &[Mark(Role::Buy, Compare::AtMost, "maxDays")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (y, days) = (bars.log_yield(), bars.days_to_expiry());
    let (max_days, entry) = (params.number("maxDays"), params.number("entry"));
    let mean = bars.mean(&y, params.bars("window"));
    let rise = bars.less(&y, &mean);
    bars.observe(&RISE, &rise, &[&[entry]]);
    bars.observe(&DAYS, &days, &[&[max_days]]);
    let mut entered = false;
    Rule::Levels(each([&days, &rise], |[days, rise]| {
        entered |= days <= max_days && rise >= entry;
        when(entered)
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_a_rise_near_expiry_and_stays() {
        // days to expiry 7, 6, .., 2; means of three 6, 6, 6, 6.4, 6.4 %: rises of 1 % at bar 2, of
        // 1.2 - 0.4 % at bar 4
        let bars =
            Bars::daily(6, 2).with(|s| &mut s.log_yield, &[0.055, 0.055, 0.07, 0.06, 0.072, 0.03]);
        let seen = bars.signals("expiry-week-fade", &[("window", 3.0), ("maxDays", 4.0)]);
        assert_eq!(seen, [HOLD, HOLD, OUT, OUT, IN, IN]);
    }
}
