//! `spread-zscore`: buy when the spread of fixed over floating is wide against its recent past.
//!
//! Rule: `band(z, entry, exit)`, `z` of `y - u` over the window; without deviation no opinion.
//! Lookback: `window`. Source: Gatev, Goetzmann and Rouwenhorst, Pairs Trading (2006).

use crate::indicator::Rolling;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bar, Category, Context, ParamSpec, ParamValues, Relation, Signal, Strategy, StrategySpec, band,
};

/// The strategy's memory.
#[derive(Debug)]
pub(super) struct SpreadZscore {
    window: Rolling,
    entry: f64,
    exit: f64,
}

impl Strategy for SpreadZscore {
    const SPEC: StrategySpec = StrategySpec {
        id: "spread-zscore",
        name: "Spread z-score",
        category: Category::RelativeValue,
        summary: "Buys PT when its spread over the underlying yield stands out above its mean, sells when it is back.",
        source: "Gatev et al. 2006",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::UnderlyingApy]),
        params: &[
            ParamSpec::window("window", 30.0, 5, 120, "window of mean and deviation"),
            ParamSpec::number(
                "entry",
                1.0,
                (0.2, 4.0),
                "standard deviations",
                "z-score from which on to buy",
            ),
            ParamSpec::number(
                "exit",
                0.0,
                (-2.0, 2.0),
                "standard deviations",
                "z-score down to which to sell",
            ),
        ],
        relations: &[Relation::at_most("exit", "entry")],
    };

    fn new(params: &ParamValues, _: &Context) -> Self {
        Self {
            window: Rolling::new(params.bars("window")),
            entry: params.number("entry"),
            exit: params.number("exit"),
        }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let window = self.window.push(bar.log_yield() - bar.log_underlying());
        match window.and_then(|window| window.zscore()) {
            Some(z) => band(z, self.entry, self.exit),
            None => Signal::Hold,
        }
    }
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
