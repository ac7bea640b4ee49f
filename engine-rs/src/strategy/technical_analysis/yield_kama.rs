//! `yield-kama`: buy while Kaufman's adaptive average of yields falls.
//!
//! Rule: in while `KAMA[t] < KAMA[t-1]` and `x < KAMA[t]`, else out. Lookback: `er` and one bar.
//! Source: Kaufman, Smarter Trading (1995).

use crate::indicator::{Change, Kama};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bar, Category, Context, Field, ParamSpec, ParamValues, Relation, Signal, Strategy, StrategySpec,
};

/// The strategy's memory.
#[derive(Debug)]
pub(super) struct YieldKama {
    field: Field,
    kama: Kama,
    bar: Change,
}

impl Strategy for YieldKama {
    const SPEC: StrategySpec = StrategySpec {
        id: "yield-kama",
        name: "Yield KAMA trend",
        category: Category::TechnicalAnalysis,
        summary: "Holds PT while Kaufman's adaptive average of the yield falls and the yield is under it.",
        source: "Kaufman 1995",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window("er", 10.0, 2, 60, "window of the efficiency ratio"),
            ParamSpec::window("fast", 2.0, 2, 30, "span of the fastest average"),
            ParamSpec::window("slow", 30.0, 3, 120, "span of the slowest average"),
        ],
        relations: &[Relation::below("fast", "slow")],
    };

    fn new(params: &ParamValues, _: &Context) -> Self {
        Self {
            field: Field::of(params),
            kama: Kama::new(params.bars("er"), params.bars("fast"), params.bars("slow")),
            bar: Change::new(),
        }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let x = self.field.read(bar);
        let Some(average) = self.kama.push(x) else {
            return Signal::Hold;
        };
        match self.bar.push(average) {
            Some(change) => Signal::when(change < 0.0 && x < average),
            None => Signal::Hold,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn in_while_the_average_falls_above_the_yield() {
        // the average starts from 6 % at bar 1; 6 to 8 % raises it (bar 2), 3 % pulls it down
        // towards 3 % (bars 3, 4); 6.9 % is under the start but over the average by then (bar 5)
        let bars = Bars::of_log_yields(&[0.05, 0.06, 0.08, 0.03, 0.03, 0.069]);
        let seen = bars.signals("yield-kama", &[("er", 2.0), ("fast", 2.0), ("slow", 3.0)]);
        assert_eq!(seen, [HOLD, HOLD, OUT, IN, IN, OUT]);
    }

    #[test]
    fn a_still_yield_is_out() {
        let seen = Bars::of_log_yields(&[0.05; 4])
            .signals("yield-kama", &[("er", 2.0), ("fast", 2.0), ("slow", 3.0)]);
        assert_eq!(seen, [HOLD, HOLD, OUT, OUT]);
    }
}
