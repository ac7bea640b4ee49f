//! `yield-bollinger`: buy when yields are far above their recent mean.
//!
//! Rule: `band(z, k, exitK)`, where `z` is the z-score of `x` over the window; no opinion without
//! deviation. Lookback: `window`. Source: Bollinger on Bollinger Bands (2001), with the sample
//! deviation.

use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Relation,
    Role, Rule, StrategySpec, zscore_band,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-bollinger",
        name: "Yield Bollinger bands",
        category: Category::TechnicalAnalysis,
        summary: "Buys PT when the yield is over its upper Bollinger band, sells when it is back at the mean.",
        source: "Bollinger 2001",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(("window", "Window"), 20.0, 5, 120, "window of the bands"),
            ParamSpec::number(
                ("k", "Entry"),
                1.5,
                (0.5, 4.0),
                "standard deviations",
                "distance from the mean at or above which it buys",
            ),
            ParamSpec::number(
                ("exitK", "Exit"),
                0.0,
                (-2.0, 2.0),
                "standard deviations",
                "distance from the mean at or below which it sells",
            ),
        ],
        relations: &[Relation::at_most("exitK", "k")],
    },
    rule,
};

/// The observed line and its marks.
const Z: Observable = Observable {
    name: "Distance from the mean",
    unit: "standard deviations",
    marks: &[Mark(Role::Buy, Compare::AtLeast, "k"), Mark(Role::Sell, Compare::AtMost, "exitK")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    zscore_band::named(params, bars, &bars.field(params), ("k", "exitK"), &Z)
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_above_the_upper_band_and_sells_at_the_mean() {
        // bar 5: 4 4 4 4 9 has mean 5, sd sqrt((4*1 + 16)/4) = 2.24, z 1.79
        // bar 6: 4 4 4 9 6 has mean 5.4, sd 2.19, z 0.27; bar 7: 4 4 9 6 5 has mean 5.6, z < 0
        let y = [0.04, 0.04, 0.04, 0.04, 0.04, 0.09, 0.06, 0.05];
        let seen = Bars::of_log_yields(&y).signals("yield-bollinger", &[("window", 5.0)]);
        assert_eq!(seen, [HOLD, HOLD, HOLD, HOLD, HOLD, IN, HOLD, OUT]);
    }
}
