//! `turnover-carry`: hold PT for its yield while the pool is quiet.
//!
//! Rule: in while `mean(volume/tvl, window)*barsPerDay <= maxTurnover` and
//! `impliedApy >= minYield`, else out. Lookback: `window`. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, ParamSpec, ParamValues, Rule, StrategySpec, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "turnover-carry",
        name: "Quiet pool carry",
        category: Category::Liquidity,
        summary: "Holds PT for its yield while the pool's daily turnover is small.",
        source: "",
        features: FeatureSet::of(&[Feature::Liquidity, Feature::Volume, Feature::ImpliedApy]),
        params: &[
            ParamSpec::window("window", 10.0, 3, 60, "window of the mean turnover"),
            ParamSpec::number(
                "maxTurnover",
                0.1,
                (0.005, 1.0),
                "fraction of tvl per day",
                "largest turnover",
            ),
            ParamSpec::number(
                "minYield",
                0.04,
                (0.0, 0.5),
                "annual yield",
                "smallest implied yield to hold",
            ),
        ],
        relations: &[],
    },
    rule,
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let turnover = bars.mean(&bars.turnover(), params.bars("window"));
    let bars_per_day = bars.per_day() as f64;
    let (max_turnover, min_yield) = (params.number("maxTurnover"), params.number("minYield"));
    Rule::Levels(each([&turnover, &bars.implied_apy()], |[turnover, implied_apy]| {
        when(turnover * bars_per_day <= max_turnover && implied_apy >= min_yield)
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn holds_while_the_mean_turnover_is_small() {
        // turnover 0.05, 0.05, 0.14, 0.17, 0: means 0.08, 0.12, 0.103 of three bars
        let bars = Bars::daily(5, 30)
            .with(|s| s.volume.as_mut().unwrap(), &[5e5, 5e5, 1.4e6, 1.7e6, 0.0])
            .with(|s| &mut s.implied_apy, &[0.05; 5]);
        assert_eq!(bars.signals("turnover-carry", &[("window", 3.0)]), [HOLD, HOLD, IN, OUT, OUT]);
    }
}
