//! `yield-donchian`: follow a breakout of yields, buying PT when yields break down.
//!
//! Rule: `x` under the lowest of the `entryWindow` bars before it is in; `x` over the highest of
//! the `exitWindow` bars before it is out. Lookback: the longer window and one bar.
//! Source: Donchian channels, as in Faith, Way of the Turtle (2007).

use crate::indicator::{RollingMax, RollingMin};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bar, Category, Context, Field, ParamSpec, ParamValues, Signal, Strategy, StrategySpec,
};

/// The strategy's memory: the windows end at the bar before.
#[derive(Debug)]
pub(super) struct YieldDonchian {
    field: Field,
    entry: RollingMin,
    exit: RollingMax,
    lowest: Option<f64>,
    highest: Option<f64>,
}

impl Strategy for YieldDonchian {
    const SPEC: StrategySpec = StrategySpec {
        id: "yield-donchian",
        name: "Yield Donchian breakout",
        category: Category::TechnicalAnalysis,
        summary: "Buys PT when the yield breaks under its recent low, sells when it breaks over its recent high.",
        source: "Donchian; Faith 2007",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window("entryWindow", 20.0, 3, 120, "window of the low to break"),
            ParamSpec::window("exitWindow", 10.0, 2, 120, "window of the high to break"),
        ],
        relations: &[],
    };

    fn new(params: &ParamValues, _: &Context) -> Self {
        Self {
            field: Field::of(params),
            entry: RollingMin::new(params.bars("entryWindow")),
            exit: RollingMax::new(params.bars("exitWindow")),
            lowest: None,
            highest: None,
        }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let x = self.field.read(bar);
        let (lowest, highest) = (self.lowest, self.highest);
        self.lowest = self.entry.push(x);
        self.highest = self.exit.push(x);
        match (lowest, highest) {
            (Some(low), Some(_)) if x < low => Signal::IN,
            (Some(_), Some(high)) if x > high => Signal::OUT,
            _ => Signal::Hold,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn breaks_of_the_previous_windows_only() {
        let bars = Bars::of_log_yields(&[0.06, 0.05, 0.07, 0.04, 0.05, 0.051, 0.05]);
        // bar 3: 0.04 < min(0.06, 0.05, 0.07); bar 5: 0.051 > max(0.04, 0.05)
        let seen = bars.signals("yield-donchian", &[("entryWindow", 3.0), ("exitWindow", 2.0)]);
        assert_eq!(seen, [HOLD, HOLD, HOLD, IN, HOLD, OUT, HOLD]);
    }
}
