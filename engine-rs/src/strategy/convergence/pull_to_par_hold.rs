//! `pull-to-par-hold`: hold PT while the yield to par is worth it.
//!
//! Rule: in while `impliedApy >= minYield` and `minDays <= daysToExpiry <= maxDays`, else out.
//! Lookback: none. Source: carry, Koijen, Moskowitz, Pedersen and Vrugt (2018).

use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bar, Category, Context, ParamSpec, ParamValues, Relation, Signal, Strategy, StrategySpec,
};

/// The strategy's bounds.
#[derive(Debug)]
pub(super) struct PullToParHold {
    min_yield: f64,
    min_days: f64,
    max_days: f64,
}

impl Strategy for PullToParHold {
    const SPEC: StrategySpec = StrategySpec {
        id: "pull-to-par-hold",
        name: "Pull to par",
        category: Category::Convergence,
        summary: "Holds PT while the implied yield and the time to expiry are within bounds.",
        source: "Koijen et al. 2018",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::number(
                "minYield",
                0.03,
                (0.0, 0.5),
                "annual yield",
                "smallest implied yield to hold",
            ),
            ParamSpec::integer("minDays", 0, (0, 60), "days", "fewest days to expiry"),
            ParamSpec::integer("maxDays", 400, (10, 1000), "days", "most days to expiry"),
        ],
        relations: &[Relation::at_most("minDays", "maxDays")],
    };

    const IS_SWITCH: bool = true;

    const READS_IMPLIED_APY: bool = true;

    fn new(params: &ParamValues, _: &Context) -> Self {
        Self {
            min_yield: params.number("minYield"),
            min_days: params.number("minDays"),
            max_days: params.number("maxDays"),
        }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let (days, implied_apy) = (bar.days_to_expiry(), bar.implied_apy());
        let in_time = self.min_days <= days && days <= self.max_days;
        Signal::when(in_time && implied_apy >= self.min_yield)
    }
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
