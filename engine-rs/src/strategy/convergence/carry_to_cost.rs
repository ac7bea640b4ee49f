//! `carry-to-cost`: hold PT while its carry over a horizon pays for a round trip.
//!
//! Rule: with less than `horizonDays` to expiry no opinion; otherwise in while
//! `y*horizonDays/365*1e4 >= ratio*roundTripBps`, else out. Lookback: none. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, HOLD, Line, Mark, Observable, ParamSpec, ParamValues,
    Role, Rule, StrategySpec, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "carry-to-cost",
        name: "Carry to cost",
        category: Category::Convergence,
        summary: "Holds PT while the carry of the horizon is a multiple of a round trip's cost.",
        source: "",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::integer(
                ("horizonDays", "Horizon"),
                10,
                (1, 90),
                "days",
                "horizon of the carry",
            ),
            ParamSpec::number(
                ("roundTripBps", "Cost of in and out"),
                8.0,
                (0.0, 100.0),
                "basis points",
                "cost of in and out",
            ),
            ParamSpec::number(
                ("ratio", "Smallest carry"),
                2.0,
                (0.5, 10.0),
                "multiple of the cost",
                "smallest carry to hold",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const CARRY: Observable = Observable {
    name: "Carry of the horizon",
    unit: "basis points",
    marks: &[
        Mark(Role::Buy, Compare::AtLeast, "ratio of roundTripBps"),
        Mark(Role::Sell, Compare::Under, "ratio of roundTripBps"),
    ],
};
/// The second observed line.
const DAYS: Observable = Observable {
    name: "Days to expiry",
    unit: "days",
    marks: &[
        Mark(Role::Buy, Compare::AtLeast, "horizonDays"),
        Mark(Role::Sell, Compare::AtLeast, "horizonDays"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let horizon_days = params.number("horizonDays");
    let hurdle_bps = params.number("ratio") * params.number("roundTripBps");
    let (y, days) = (bars.log_yield(), bars.days_to_expiry());
    let carry = each([&y], |[y]| y * horizon_days / 365.0 * 1e4);
    bars.observe(&CARRY, &Line::unnamed(&carry), &[&[hurdle_bps], &[hurdle_bps]]);
    bars.observe(&DAYS, &days, &[&[horizon_days], &[horizon_days]]);
    Rule::Levels(each([&carry, &days], |[carry_bps, days]| {
        if days < horizon_days { HOLD } else { when(carry_bps >= hurdle_bps) }
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn carry_of_ten_days_against_sixteen_basis_points() {
        // 0.0584*10/365*1e4 = 16 bps is the hurdle; days to expiry 11, 10, 9
        let bars = Bars::daily(3, 9).with(|s| &mut s.log_yield, &[0.0585, 0.0583, 0.0585]);
        assert_eq!(bars.signals("carry-to-cost", &[]), [IN, OUT, HOLD]);
    }
}
