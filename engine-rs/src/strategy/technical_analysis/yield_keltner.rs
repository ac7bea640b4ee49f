//! `yield-keltner`: buy when yields break above their Keltner channel.
//!
//! Rule: `A` is the Wilder average of the absolute changes of `x` over one day;
//! `x >= EMA + mult*A` is in, `x <= EMA` out, between them no opinion. Lookback: `ema`, or a day
//! and `atr`. Source: Keltner, How to Make Money in Commodities (1960).

use crate::indicator::{each, plus};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Role, Rule,
    StrategySpec, band,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-keltner",
        name: "Yield Keltner channel",
        category: Category::TechnicalAnalysis,
        summary: "Buys PT when the yield is over its Keltner channel, sells when it is back at its average.",
        source: "Keltner 1960",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(("ema", "Average"), 20.0, 5, 120, "span of the average"),
            ParamSpec::window(
                ("atr", "Range window"),
                10.0,
                3,
                60,
                "length of the mean absolute daily change",
            ),
            ParamSpec::number(
                ("mult", "Channel width"),
                1.5,
                (0.5, 4.0),
                "mean absolute daily changes",
                "width of the channel",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const CHANNEL: Observable = Observable {
    name: "Yield",
    unit: "annual yield",
    marks: &[
        Mark(Role::Buy, Compare::AtLeast, "upper line"),
        Mark(Role::Sell, Compare::AtMost, "average"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let x = bars.field(params);
    let moves = bars.day_move(&x);
    let average = bars.ema(&x, params.bars("ema"));
    let range = bars.wilder(&moves, params.bars("atr"));
    let mult = params.number("mult");
    if bars.is_observed() {
        bars.observe(&CHANNEL, &x, &[&plus(&average, mult, &range), &average]);
    }
    Rule::Levels(each([&x, &average, &range], |[x, average, range]| {
        band(x, average + mult * range, average)
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_over_the_channel_and_sells_at_the_average() {
        // ema 5, alpha 1/3: seed (5+5+5+5+8)/5 = 5.6 %; 6 - 5.6 is 0.4: 5.733; 5.6 is under 5.69
        // mean absolute change of three, from bar 3 on: 0; (0*2 + 3)/3 = 1; (1*2 + 2)/3 = 1.33
        let bars = Bars::of_log_yields(&[0.05, 0.05, 0.05, 0.05, 0.08, 0.06, 0.056]);
        let seen = bars.signals("yield-keltner", &[("ema", 5.0), ("atr", 3.0)]);
        // bar 4: 8 >= 5.6 + 1.5; bar 5: 5.73 < 6 < 5.73 + 2
        assert_eq!(seen, [HOLD, HOLD, HOLD, HOLD, IN, HOLD, OUT]);
    }
}
