//! `yield-ema-trend`: buy while yields are well below their average.
//!
//! Rule: `x < EMA - band*abs(EMA)` is in, `x > EMA + band*abs(EMA)` out, between them no opinion.
//! Lookback: `span`. Source: ours, a moving average with a filter band.

use crate::indicator::{each, plus, sizes};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Role, Rule,
    StrategySpec, switch,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-ema-trend",
        name: "Yield EMA trend",
        category: Category::TechnicalAnalysis,
        summary: "Buys PT while the yield is under a band around its average, sells while it is over the band.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(("span", "Average"), 20.0, 2, 120, "span of the average"),
            ParamSpec::number(
                ("band", "Neutral band"),
                0.005,
                (0.0, 0.1),
                "fraction of the average",
                "half width of the band without an opinion",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const BAND: Observable = Observable {
    name: "Yield",
    unit: "annual yield",
    marks: &[
        Mark(Role::Buy, Compare::Under, "lower edge"),
        Mark(Role::Sell, Compare::Over, "upper edge"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let x = bars.field(params);
    let average = bars.ema(&x, params.bars("span"));
    let band = params.number("band");
    if bars.is_observed() {
        let edge = |factor: f64| plus(&average, factor, &sizes(&average));
        bars.observe(&BAND, &x, &[&edge(-band), &edge(band)]);
    }
    Rule::Levels(each([&x, &average], |[x, average]| {
        let width = band * average.abs();
        switch(x < average - width, x > average + width)
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn outside_the_band_only() {
        // span 2: seed (4+6)/2 = 5 %, alpha 2/3: EMA 5, 5.033, 5.011, 4.337 %; band 1 %: 0.05 %
        let bars = Bars::of_log_yields(&[0.04, 0.06, 0.0505, 0.05, 0.04]);
        let seen = bars.signals("yield-ema-trend", &[("span", 2.0), ("band", 0.01)]);
        assert_eq!(seen, [HOLD, OUT, HOLD, HOLD, IN]);
    }

    #[test]
    fn the_band_of_a_negative_average_has_a_width_too() {
        // seed -1.5 %, band 10 %: from -1.65 to -1.35 %
        let bars = Bars::of_log_yields(&[-0.016, -0.014]);
        let seen = bars.signals("yield-ema-trend", &[("span", 2.0), ("band", 0.1)]);
        assert_eq!(seen, [HOLD, HOLD]);
    }
}
