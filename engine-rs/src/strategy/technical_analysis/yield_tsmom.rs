//! `yield-tsmom`: hold PT in proportion to how far yields fell, per unit of their volatility.
//!
//! Rule: `w = clamp(-scale*(x - x[t-lookback])/(sd(dx, volWindow)*sqrt(lookback)), 0, 1)`, `dx` the
//! change of `x` over one bar and the root taken of bars; no opinion without deviation. Lookback:
//! `lookback`, or `volWindow` and one bar. Source: Moskowitz, Ooi and Pedersen, Time Series Momentum
//! (2012).

use crate::indicator::{Change, Lag, Rolling};
use crate::market::{Feature, FeatureSet};
use crate::num::clamp;
use crate::strategy::{
    Bar, Category, Context, Field, ParamSpec, ParamValues, Signal, Strategy, StrategySpec,
};

/// The strategy's memory.
#[derive(Debug)]
pub(super) struct YieldTsmom {
    field: Field,
    past: Lag,
    bar: Change,
    changes: Rolling,
    scale: f64,
    root_of_lookback: f64,
}

impl Strategy for YieldTsmom {
    const SPEC: StrategySpec = StrategySpec {
        id: "yield-tsmom",
        name: "Yield time-series momentum",
        category: Category::TechnicalAnalysis,
        summary: "Sizes PT by the fall of the yield over a lookback, in units of its volatility.",
        source: "Moskowitz, Ooi and Pedersen 2012",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window("lookback", 20.0, 3, 120, "length of the move"),
            ParamSpec::window("volWindow", 20.0, 5, 120, "window of the yield's volatility"),
            ParamSpec::number(
                "scale",
                1.0,
                (0.1, 5.0),
                "position per standard deviation",
                "position for a fall of one standard deviation",
            ),
        ],
        relations: &[],
    };

    fn new(params: &ParamValues, _: &Context) -> Self {
        let lookback = params.bars("lookback");
        Self {
            field: Field::of(params),
            past: Lag::new(lookback),
            bar: Change::new(),
            changes: Rolling::new(params.bars("volWindow")),
            scale: params.number("scale"),
            root_of_lookback: (lookback as f64).sqrt(),
        }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let x = self.field.read(bar);
        let past = self.past.push(x);
        let window = self.bar.push(x).and_then(|change| self.changes.push(change));
        let (Some(past), Some(window)) = (past, window) else {
            return Signal::Hold;
        };
        let volatility = window.deviation() * self.root_of_lookback;
        if volatility == 0.0 {
            return Signal::Hold;
        }
        Signal::Target(clamp(self.scale * (past - x) / volatility, 0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::Signal;
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn the_position_is_the_fall_in_deviations() {
        // changes -1 1 -1 1 -1 %: mean -0.2, sd sqrt(4.8/4) = 1.095 %; the fall over four bars is 0,
        // over five 1 %; then +4 %: a rise over four bars
        let y = [0.06, 0.05, 0.06, 0.05, 0.06, 0.05, 0.09];
        let bars = Bars::of_log_yields(&y);
        let five =
            |lookback| bars.signals("yield-tsmom", &[("lookback", lookback), ("volWindow", 5.0)]);
        assert_eq!(five(4.0)[4..], [HOLD, OUT, OUT]);
        let Signal::Target(weight) = five(5.0)[5] else { panic!("a target") };
        // the deviation of the changes carries a rounding of 1e-16 of a yield of 5 %
        assert!((weight - 0.01 / (0.01 * 1.2_f64.sqrt() * 5.0_f64.sqrt())).abs() < 1e-12);
    }

    #[test]
    fn a_long_fall_is_a_full_position_and_a_still_yield_no_opinion() {
        let params = [("lookback", 5.0), ("volWindow", 5.0)];
        // changes -1 -2 -1 -2 -1: sd 0.55 %, a fall of 7 % over sqrt(5)*0.55
        let fall = Bars::of_log_yields(&[0.12, 0.11, 0.09, 0.08, 0.06, 0.05]);
        assert_eq!(fall.signals("yield-tsmom", &params)[5], IN);
        let still = Bars::of_log_yields(&[0.05; 7]);
        assert_eq!(still.signals("yield-tsmom", &params), [HOLD; 7]);
    }
}
