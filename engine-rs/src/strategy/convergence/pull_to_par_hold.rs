//! `pull-to-par-hold`: hold PT while its yield to par is large enough.
//!
//! Rule: in while `impliedApy >= minYield` and `minDays <= daysToExpiry <= maxDays`, else out.
//! Lookback: none. Source: carry, Koijen, Moskowitz, Pedersen and Vrugt (2018).

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Relation,
    Role, Rule, StrategySpec, all, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "pull-to-par-hold",
        name: "Pull to par",
        category: Category::Convergence,
        summary: "Holds PT while the implied yield and the time to expiry are within bounds.",
        source: "Koijen et al. 2018",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::number(
                ("minYield", "Smallest yield"),
                0.03,
                (0.0, 0.5),
                "annual yield",
                "smallest implied yield to hold",
            ),
            ParamSpec::integer(
                ("minDays", "Least time to expiry"),
                0,
                (0, 60),
                "days",
                "fewest days to expiry",
            ),
            ParamSpec::integer(
                ("maxDays", "Most time to expiry"),
                400,
                (10, 1000),
                "days",
                "most days to expiry",
            ),
        ],
        relations: &[Relation::at_most("minDays", "maxDays")],
    },
    rule,
};

/// The observed line and its marks.
const YIELD: Observable = Observable {
    name: "Implied yield",
    unit: "annual yield",
    marks: &[Mark(Role::Hold, Compare::AtLeast, "minYield")],
};
/// The second observed line.
const DAYS: Observable = Observable {
    name: "Days to expiry",
    unit: "days",
    marks: &[
        Mark(Role::Hold, Compare::AtLeast, "minDays"),
        Mark(Role::Hold, Compare::AtMost, "maxDays"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let min_yield = params.number("minYield");
    let (min_days, max_days) = (params.number("minDays"), params.number("maxDays"));
    let (implied_apy, days) = (bars.implied_apy(), bars.days_to_expiry());
    bars.observe(&YIELD, &implied_apy, &[&[min_yield]]);
    bars.observe(&DAYS, &days, &[&[min_days], &[max_days]]);
    Rule::Levels(each([&implied_apy, &days], |[implied_apy, days]| {
        when(all([min_days <= days, days <= max_days, implied_apy >= min_yield]))
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, IN, OUT};

    #[test]
    fn holds_within_its_bounds() {
        // days to expiry 12, 11, 10, 9
        let bars = Bars::daily(4, 9).with(|s| &mut s.implied_apy, &[0.05, 0.05, 0.02, 0.05]);
        let seen = bars.signals("pull-to-par-hold", &[("maxDays", 11.0)]);
        assert_eq!(seen, [OUT, IN, OUT, IN]);
        let seen = bars.signals("pull-to-par-hold", &[("minDays", 10.0)]);
        assert_eq!(seen, [IN, IN, OUT, OUT]);
    }
}
