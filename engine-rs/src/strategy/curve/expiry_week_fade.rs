//! `expiry-week-fade`: buy into the rise of yields before expiry, and stay.
//!
//! Rule: when `d <= maxDays` and `y - mean(y, window) >= entry`, in, and from then on in; before that
//! out. Lookback: `window`. Source: ours, yields jump as the pool thins out.

use crate::indicator::Rolling;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bar, Category, Context, ParamSpec, ParamValues, Signal, Strategy, StrategySpec,
};

/// The strategy's memory.
#[derive(Debug)]
pub(super) struct ExpiryWeekFade {
    window: Rolling,
    max_days: f64,
    entry: f64,
    entered: bool,
}

impl Strategy for ExpiryWeekFade {
    const SPEC: StrategySpec = StrategySpec {
        id: "expiry-week-fade",
        name: "Expiry week fade",
        category: Category::Curve,
        summary: "Buys PT when its yield jumps over its mean shortly before expiry, and holds it to the end.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::window("window", 14.0, 3, 60, "window of the mean yield"),
            ParamSpec::integer("maxDays", 14, (2, 60), "days", "most days to expiry to buy at"),
            ParamSpec::number(
                "entry",
                0.003,
                (0.0, 0.2),
                "annual log yield",
                "rise over the mean from which on to buy",
            ),
        ],
        relations: &[],
    };

    fn new(params: &ParamValues, _: &Context) -> Self {
        Self {
            window: Rolling::new(params.bars("window")),
            max_days: params.number("maxDays"),
            entry: params.number("entry"),
            entered: false,
        }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        if self.entered {
            return Signal::IN;
        }
        let y = bar.log_yield();
        let Some(window) = self.window.push(y) else {
            return Signal::Hold;
        };
        self.entered = bar.days_to_expiry() <= self.max_days && y - window.mean() >= self.entry;
        Signal::when(self.entered)
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_a_rise_near_expiry_and_stays() {
        // days to expiry 7, 6, .., 2; means of three 6, 6, 6, 6.4, 6.4 %: rises of 1 % at bar 2, of
        // 1.2 - 0.4 % at bar 4
        let bars =
            Bars::daily(6, 2).with(|s| &mut s.log_yield, &[0.055, 0.055, 0.07, 0.06, 0.072, 0.03]);
        let seen = bars.signals("expiry-week-fade", &[("window", 3.0), ("maxDays", 4.0)]);
        assert_eq!(seen, [HOLD, HOLD, OUT, OUT, IN, IN]);
    }
}
