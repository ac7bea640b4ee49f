//! `volume-surge-fade`: buy the rise of yields that comes with a surge of trading, for some days.
//!
//! Rule: `V` is the volume of the last day; `z` of `ln(1+V)` over the window at least `volZ` while
//! `y` is over that of a day ago is a surge. In on the bars `t .. t+holdDays-1` of a surge at `t` (a
//! new surge restarts the count), else out; without deviation there is no surge. Lookback: `window`
//! and a day. Source: ours.

use crate::indicator::{Lag, Rolling, RollingSum};
use crate::market::{Feature, FeatureSet};
use crate::num::transcend::ln;
use crate::strategy::{
    Bar, Category, Context, ParamSpec, ParamValues, Signal, Strategy, StrategySpec,
};

/// The strategy's memory.
#[derive(Debug)]
pub(super) struct VolumeSurgeFade {
    volume_of_day: RollingSum,
    window: Rolling,
    day: Lag,
    surge_z: f64,
    hold_bars: usize,
    bars_left: usize,
}

impl Strategy for VolumeSurgeFade {
    const SPEC: StrategySpec = StrategySpec {
        id: "volume-surge-fade",
        name: "Volume surge fade",
        category: Category::Liquidity,
        summary: "Holds PT for some days after its yield rose on unusual volume.",
        source: "",
        features: FeatureSet::of(&[Feature::Volume, Feature::ImpliedApy]),
        params: &[
            ParamSpec::window("window", 20.0, 5, 120, "window of usual volume"),
            ParamSpec::number(
                "volZ",
                1.5,
                (0.5, 5.0),
                "standard deviations",
                "z-score of the log volume that is a surge",
            ),
            ParamSpec::window("holdDays", 5.0, 1, 60, "how long to hold after a surge"),
        ],
        relations: &[],
    };

    fn new(params: &ParamValues, context: &Context) -> Self {
        let bars_per_day = context.timeframe.bars_per_day();
        Self {
            volume_of_day: RollingSum::new(bars_per_day),
            window: Rolling::new(params.bars("window")),
            day: Lag::new(bars_per_day),
            surge_z: params.number("volZ"),
            hold_bars: params.bars("holdDays"),
            bars_left: 0,
        }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let change = self.day.change(bar.log_yield());
        let volume = self.volume_of_day.push(bar.volume());
        let window = volume.and_then(|volume| self.window.push(ln(1.0 + volume)));
        let (Some(change), Some(window)) = (change, window) else {
            return Signal::Hold;
        };
        if change > 0.0 && window.zscore().is_some_and(|z| z >= self.surge_z) {
            self.bars_left = self.hold_bars;
        }
        let holds = self.bars_left > 0;
        self.bars_left = self.bars_left.saturating_sub(1);
        Signal::when(holds)
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    const PARAMS: [(&str, f64); 2] = [("window", 5.0), ("holdDays", 2.0)];

    /// Volumes whose logarithms stand out: one of five values is 1.79 deviations off the others.
    const SURGE: [f64; 9] = [1e5, 1e5, 1e5, 1e5, 1e6, 1e5, 1e5, 1e5, 1e7];

    #[test]
    fn holds_for_two_bars_from_a_surge_on() {
        let rising: Vec<f64> = (0..9).map(|at| 0.05 + 0.001 * f64::from(at)).collect();
        let bars = Bars::of_log_yields(&rising).with(|s| &mut s.volume, &SURGE);
        let seen = bars.signals("volume-surge-fade", &PARAMS);
        // z of bar 8: two of five values stand out, by (7-5.4)/0.89 = 1.77 deviations
        assert_eq!(seen, [HOLD, HOLD, HOLD, HOLD, IN, IN, OUT, OUT, IN]);
    }

    #[test]
    fn falling_yields_are_no_surge_and_neither_is_a_flat_volume() {
        let falling: Vec<f64> = (0..9).map(|at| 0.05 - 0.001 * f64::from(at)).collect();
        let bars = Bars::of_log_yields(&falling).with(|s| &mut s.volume, &SURGE);
        assert_eq!(bars.signals("volume-surge-fade", &PARAMS)[4..], [OUT; 5]);
        let rising: Vec<f64> = (0..7).map(|at| 0.05 + 0.001 * f64::from(at)).collect();
        let flat = Bars::of_log_yields(&rising).signals("volume-surge-fade", &PARAMS);
        assert_eq!(flat[4..], [OUT; 3]);
    }

    #[test]
    fn a_new_surge_restarts_the_count() {
        let rising: Vec<f64> = (0..8).map(|at| 0.05 + 0.001 * f64::from(at)).collect();
        let volumes = [1e2, 1e2, 1e2, 1e2, 1e3, 1e7, 1e2, 1e2];
        let bars = Bars::of_log_yields(&rising).with(|s| &mut s.volume, &volumes);
        // surges at bars 4 and 5
        let seen = bars.signals("volume-surge-fade", &PARAMS);
        assert_eq!(seen[4..], [IN, IN, IN, OUT]);
    }
}
