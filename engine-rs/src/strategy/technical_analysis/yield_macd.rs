//! `yield-macd`: buy while the momentum of yields is falling.
//!
//! Rule: `MACD = EMA(fast) - EMA(slow)` of `x`, `signal` its average; in while `MACD < signal`, out
//! while `MACD > signal`, no opinion when equal. Lookback: `slow + signal` less one bar. Source:
//! Appel (1979).

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Relation,
    Role, Rule, StrategySpec, switch,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-macd",
        name: "Yield MACD",
        category: Category::TechnicalAnalysis,
        summary: "Buys PT while the MACD of the yield is under its signal line, sells while it is over it.",
        source: "Appel 1979",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(("fast", "Fast average"), 12.0, 2, 60, "span of the fast average"),
            ParamSpec::window(("slow", "Slow average"), 26.0, 3, 120, "span of the slow average"),
            ParamSpec::window(
                ("signal", "Signal average"),
                9.0,
                2,
                60,
                "span of the MACD's average",
            ),
        ],
        relations: &[Relation::below("fast", "slow")],
    },
    rule,
};

/// The observed line and its marks.
const MACD: Observable = Observable {
    name: "MACD",
    unit: "annual yield",
    marks: &[Mark(Role::Buy, Compare::Under, "signal"), Mark(Role::Sell, Compare::Over, "signal")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let x = bars.field(params);
    let [fast, slow] = ["fast", "slow"].map(|name| bars.ema(&x, params.bars(name)));
    let line = bars.less(&fast, &slow);
    let signal = bars.ema(&line, params.bars("signal"));
    bars.observe(&MACD, &line, &[&signal, &signal]);
    Rule::Levels(each([&line, &signal], |[line, signal]| switch(line < signal, line > signal)))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn in_under_the_signal_and_out_over_it() {
        // spans 2, 3, 2: alphas 2/3, 1/2, 2/3; x in percent 4 4 4 7 4
        // fast 4 4 6 14/3, slow 4 4 5.5 4.75; MACD 0 0.5 -0.083; signal (0+0.5)/2 = 0.25, then 0.028
        let bars = Bars::of_log_yields(&[0.04, 0.04, 0.04, 0.07, 0.04]);
        let spans = [("fast", 2.0), ("slow", 3.0), ("signal", 2.0)];
        assert_eq!(bars.signals("yield-macd", &spans), [HOLD, HOLD, HOLD, OUT, IN]);
    }

    #[test]
    fn equal_yields_have_no_momentum() {
        let seen = Bars::of_log_yields(&[0.07; 6])
            .signals("yield-macd", &[("fast", 2.0), ("slow", 3.0), ("signal", 2.0)]);
        assert_eq!(seen, [HOLD; 6]);
    }
}
