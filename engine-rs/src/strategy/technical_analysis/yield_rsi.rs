//! `yield-rsi`: buy after yields rose more than they fell, and sell after the opposite.
//!
//! Rule: `RSI` is Wilder's index of the changes of `x` over one day; `band(RSI, overbought,
//! oversold)`. On daily data it is the textbook RSI. Lookback: one day and the period.
//! Source: Wilder, New Concepts in Technical Trading Systems (1978).

use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Relation,
    Role, Rule, StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-rsi",
        name: "Yield RSI",
        category: Category::TechnicalAnalysis,
        summary: "Buys PT when Wilder's RSI of the daily yield changes is high, sells when it is low.",
        source: "Wilder 1978",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(("period", "Period"), 14.0, 2, 120, "length of Wilder's averages"),
            ParamSpec::number(
                ("overbought", "Buy above"),
                70.0,
                (50.0, 95.0),
                "RSI points",
                "RSI at or above which it buys",
            ),
            ParamSpec::number(
                ("oversold", "Sell below"),
                30.0,
                (5.0, 50.0),
                "RSI points",
                "RSI at or below which it sells",
            ),
        ],
        relations: &[Relation::at_most("oversold", "overbought")],
    },
    rule,
};

/// The observed line and its marks.
const RSI: Observable = Observable {
    name: "RSI",
    unit: "RSI points",
    marks: &[
        Mark(Role::Buy, Compare::AtLeast, "overbought"),
        Mark(Role::Sell, Compare::AtMost, "oversold"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let changes = bars.day_change(&bars.field(params));
    let edges = (params.number("overbought"), params.number("oversold"));
    bars.band(&RSI, bars.rsi(&changes, params.bars("period")), edges)
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_after_rises_and_sells_after_falls() {
        // changes +1, +1: RSI 100; then -1: averages (1+0)/2 and (0+1)/2, RSI 50; then -1: RSI 25
        let bars = Bars::of_log_yields(&[0.05, 0.06, 0.07, 0.06, 0.05]);
        let seen = bars.signals("yield-rsi", &[("period", 2.0)]);
        assert_eq!(seen, [HOLD, HOLD, IN, HOLD, OUT]);
    }
}
