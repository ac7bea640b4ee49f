//! `maturity-ramp`: build up the position as expiry approaches.
//!
//! Rule: `w = clamp((startDays-d)/(startDays-fullDays), 0, 1)`. Lookback: none. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::num::clamp;
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Relation,
    Role, Rule, StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "maturity-ramp",
        name: "Maturity ramp",
        category: Category::Convergence,
        summary: "Builds PT up in a straight line between two distances from expiry.",
        source: "",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::integer(
                ("startDays", "Start of the ramp"),
                60,
                (5, 365),
                "days",
                "days to expiry at which the ramp begins",
            ),
            ParamSpec::integer(
                ("fullDays", "Full position at"),
                20,
                (1, 180),
                "days",
                "days to expiry at or above which the position is full",
            ),
        ],
        relations: &[Relation::below("fullDays", "startDays")],
    },
    rule,
};

/// The line that the position grows with.
const DAYS: Observable = Observable {
    name: "Days to expiry",
    unit: "days",
    marks: &[
        Mark(Role::Empty, Compare::AtLeast, "startDays"),
        Mark(Role::Full, Compare::AtMost, "fullDays"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let start_days = params.number("startDays");
    let full_days = params.number("fullDays");
    let ramp_days = start_days - full_days;
    let days = bars.days_to_expiry();
    bars.observe(&DAYS, &days, &[&[start_days], &[full_days]]);
    Rule::Levels(each([&days], |[days]| clamp((start_days - days) / ramp_days, 0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, IN, OUT, Signal};

    #[test]
    fn the_ramp_is_a_straight_line() {
        // days to expiry 9, 8, .., 3; from 8 to 4 in quarters
        let seen =
            Bars::daily(7, 3).signals("maturity-ramp", &[("startDays", 8.0), ("fullDays", 4.0)]);
        let quarters = [0.25, 0.5, 0.75].map(Signal::Target);
        assert_eq!(seen[..2], [OUT, OUT]);
        assert_eq!(seen[2..5], quarters);
        assert_eq!(seen[5..], [IN, IN]);
    }
}
