//! `fixed-floating-breakeven`: hold PT while its discount exceeds the earnings of floating.
//!
//! Rule: in while `(1-P) - (1-ytFee)*(exp(EMA(u)*tau)-1) > margin*tau`, else out. Lookback:
//! `emaSpan`. Source: ours, the break-even of a yield token.

use crate::indicator::{each, times};
use crate::market::{Feature, FeatureSet};
use crate::num::transcend::exp_m1;
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Line, Mark, Observable, ParamSpec, ParamValues, Role,
    Rule, StrategySpec, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "fixed-floating-breakeven",
        name: "Fixed against floating break-even",
        category: Category::RelativeValue,
        summary: "Holds PT while its discount beats what the underlying would pay to expiry, less the yield token's fee.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::UnderlyingApy]),
        params: &[
            ParamSpec::window(
                ("emaSpan", "Average"),
                14.0,
                1,
                60,
                "span of the average of the underlying yield",
            ),
            ParamSpec::number(
                ("ytFee", "Fee on floating yield"),
                0.05,
                (0.0, 0.2),
                "fraction of the yield",
                "fee on floating yield",
            ),
            ParamSpec::number(
                ("margin", "Advantage of fixed"),
                0.0,
                (-0.01, 0.05),
                "annual yield",
                "advantage that fixed must have",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const ADVANTAGE: Observable = Observable {
    name: "Advantage of fixed to expiry",
    unit: "accounting asset per PT",
    marks: &[Mark(Role::Hold, Compare::Over, "margin to expiry")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let floating = bars.ema(&bars.log_underlying(), params.bars("emaSpan"));
    let (tau, price) = (bars.tau(), bars.pt_price());
    let growth = each([&floating, &tau], |[floating, tau]| exp_m1(floating * tau));
    let (keep, margin) = (1.0 - params.number("ytFee"), params.number("margin"));
    let advantage = each([&growth, &price], |[growth, price]| (1.0 - price) - keep * growth);
    if bars.is_observed() {
        bars.observe(&ADVANTAGE, &Line::unnamed(&advantage), &[&times(margin, &tau)]);
    }
    Rule::Levels(each([&advantage, &tau], |[advantage, tau]| when(advantage > margin * tau)))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn the_discount_against_a_year_of_floating() {
        // one year left at the last bar: 0.95*(exp(0.1) - 1) = 0.0999 is the break-even discount
        let bars = Bars::daily(3, 365)
            .with(|s| &mut s.log_underlying, &[0.1, 0.1, 0.1])
            .with(|s| &mut s.pt_price, &[0.8, 0.899, 0.901]);
        assert_eq!(bars.signals("fixed-floating-breakeven", &[("emaSpan", 2.0)]), [HOLD, IN, OUT]);
    }
}
