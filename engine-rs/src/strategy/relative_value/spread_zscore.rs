//! `spread-zscore`: buy when the spread of fixed over floating is wide against its recent past.
//!
//! Rule: `band(z, entry, exit)`, where `z` is the z-score of `y - u` over the window; no opinion
//! without deviation. Lookback: `window`. Source: Gatev, Goetzmann and Rouwenhorst, Pairs Trading
//! (2006).

use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, ParamValues, Rule, StrategySpec, zscore_band,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "spread-zscore",
        name: "Spread z-score",
        category: Category::RelativeValue,
        summary: "Buys PT when its spread over the underlying yield stands out above its mean, sells when it is back.",
        source: "Gatev et al. 2006",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::UnderlyingApy]),
        params: zscore_band::PARAMS,
        relations: zscore_band::RELATIONS,
    },
    rule,
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    zscore_band::rule(params, bars, &bars.less(&bars.log_yield(), &bars.log_underlying()))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_wide_spreads_and_sells_at_the_mean() {
        // spreads 1 1 1 1 6: z (6-2)/2.24 = 1.79; 1 1 1 6 3: mean 2.4, sd 2.19, z 0.27; then z < 0
        let bars = Bars::of_log_yields(&[0.06, 0.06, 0.06, 0.06, 0.11, 0.09, 0.06])
            .with(|s| &mut s.log_underlying, &[0.05, 0.05, 0.05, 0.05, 0.05, 0.06, 0.05]);
        let seen = bars.signals("spread-zscore", &[("window", 5.0)]);
        assert_eq!(seen, [HOLD, HOLD, HOLD, HOLD, IN, HOLD, OUT]);
    }
}
