//! `expiry-week-fade`: buy into the rise of yields before expiry, and stay.
//!
//! Rule: when `d <= maxDays` and `y - mean(y, window) >= entry`, in, and from then on in; before that
//! out. Lookback: `window`. Source: ours, yields jump as the pool thins out.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, ParamSpec, ParamValues, Rule, StrategySpec, when,
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
            ParamSpec::window("window", 14.0, 3, 60, "window of the mean yield"),
            ParamSpec::integer("maxDays", 14, (2, 60), "days", "most days to expiry to buy at"),
            ParamSpec::number(
                "entry",
                0.003,
                (0.0, 0.2),
                "annual log yield",
                "rise over the mean from which on to buy",
            ),
        ],
        relations: &[],
    },
    rule,
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (y, days) = (bars.log_yield(), bars.days_to_expiry());
    let (max_days, entry) = (params.number("maxDays"), params.number("entry"));
    let mean = bars.mean(&y, params.bars("window"));
    let mut entered = false;
    Rule::Levels(each([&y, &days, &mean], |[y, days, mean]| {
        entered |= days <= max_days && y - mean >= entry;
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
