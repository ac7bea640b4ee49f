//! `discount-zscore`: buy when yields are high against their recent past.
//!
//! Rule: `band(z, entry, exit)`, where `z` is the z-score of `y` over the window; no opinion
//! without deviation. Lookback: `window`. Source: Avellaneda and Lee, Statistical Arbitrage in the
//! US Equities Market (2010).

use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, ParamValues, Rule, StrategySpec, zscore_band,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "discount-zscore",
        name: "Discount z-score",
        category: Category::Convergence,
        summary: "Buys PT when its yield stands out above its recent mean, sells when it is back.",
        source: "Avellaneda and Lee 2010",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: zscore_band::PARAMS,
        relations: zscore_band::RELATIONS,
    },
    rule,
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    zscore_band::rule(params, bars, &bars.log_yield())
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_high_yields_and_sells_at_the_mean() {
        // 4 4 4 4 9: z (9-5)/2.24 = 1.79; 4 4 4 9 6: mean 5.4, sd 2.19, z 0.27; 4 4 9 6 5: z < 0
        let y = [0.04, 0.04, 0.04, 0.04, 0.04, 0.09, 0.06, 0.05];
        let seen = Bars::of_log_yields(&y).signals("discount-zscore", &[("window", 5.0)]);
        assert_eq!(seen, [HOLD, HOLD, HOLD, HOLD, HOLD, IN, HOLD, OUT]);
    }
}
