//! `volume-surge-fade`: buy a rise of yields that comes with a surge of volume, for some days.
//!
//! Rule: with `V` the volume of the last day, a surge is a bar on which the z-score of `ln(1+V)`
//! over the window is at least `volZ` and `y` is above its value a day ago. In on the bars `t ..
//! t+holdDays-1` of a surge at `t` (a new surge restarts the count), else out; without deviation
//! there are no surges. Lookback: `window` and a day. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Line, Mark, Observable, ParamSpec, ParamValues, Role,
    Rule, StrategySpec, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "volume-surge-fade",
        name: "Volume surge fade",
        category: Category::Liquidity,
        summary: "Holds PT for some days after its yield rose on unusual volume.",
        source: "",
        features: FeatureSet::of(&[Feature::Volume, Feature::ImpliedApy]),
        params: &[
            ParamSpec::window(("window", "Window"), 20.0, 5, 120, "window of usual volume"),
            ParamSpec::number(
                ("volZ", "Surge"),
                1.5,
                (0.5, 5.0),
                "standard deviations",
                "z-score of the log volume that is a surge",
            ),
            ParamSpec::window(
                ("holdDays", "Hold for"),
                5.0,
                1,
                60,
                "how long to hold after a surge",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const VOLUME: Observable = Observable {
    name: "Volume of a day",
    unit: "standard deviations",
    marks: &[Mark(Role::Buy, Compare::AtLeast, "volZ")],
};
/// The second observed line.
const CHANGE: Observable = Observable {
    name: "Change of the yield over a day",
    unit: "annual log yield",
    marks: &[Mark(Role::Buy, Compare::Over, "zero")],
};
/// The third observed line.
const LEFT: Observable = Observable {
    name: "Left of holdDays",
    unit: "bars",
    marks: &[Mark(Role::Sell, Compare::AtMost, "zero")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let day = bars.day_change(&bars.log_yield());
    let scores = bars.zscore(&bars.log_day_volume(), params.bars("window"));
    let (surge, hold_bars) = (params.number("volZ"), params.bars("holdDays"));
    let mut bars_left = 0;
    let held = each([&day, &scores], |[change, score]| {
        if change > 0.0 && score >= surge {
            bars_left = hold_bars;
        }
        let held = bars_left as f64;
        bars_left = bars_left.saturating_sub(1);
        held
    });
    bars.observe(&VOLUME, &scores, &[&[surge]]);
    bars.observe(&CHANGE, &day, &[&[0.0]]);
    bars.observe(&LEFT, &Line::unnamed(&held), &[&[0.0]]);
    Rule::Levels(each([&held], |[left]| when(left > 0.0)))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    const PARAMS: [(&str, f64); 2] = [("window", 5.0), ("holdDays", 2.0)];

    /// Volumes with outliers in their logarithms: one of five values is 1.79 deviations from the
    /// others.
    const SURGE: [f64; 9] = [1e5, 1e5, 1e5, 1e5, 1e6, 1e5, 1e5, 1e5, 1e7];

    #[test]
    fn holds_for_two_bars_from_a_surge() {
        let rising: Vec<f64> = (0..9).map(|at| 0.05 + 0.001 * f64::from(at)).collect();
        let bars = Bars::of_log_yields(&rising).with(|s| s.volume.as_mut().unwrap(), &SURGE);
        let seen = bars.signals("volume-surge-fade", &PARAMS);
        // z of bar 8: two of five values stand out, by (7-5.4)/0.89 = 1.77 deviations
        assert_eq!(seen, [HOLD, HOLD, HOLD, HOLD, IN, IN, OUT, OUT, IN]);
    }

    #[test]
    fn falling_yields_and_constant_volume_are_not_surges() {
        let falling: Vec<f64> = (0..9).map(|at| 0.05 - 0.001 * f64::from(at)).collect();
        let bars = Bars::of_log_yields(&falling).with(|s| s.volume.as_mut().unwrap(), &SURGE);
        assert_eq!(bars.signals("volume-surge-fade", &PARAMS)[4..], [OUT; 5]);
        let rising: Vec<f64> = (0..7).map(|at| 0.05 + 0.001 * f64::from(at)).collect();
        let flat = Bars::of_log_yields(&rising).signals("volume-surge-fade", &PARAMS);
        assert_eq!(flat[4..], [OUT; 3]);
    }

    #[test]
    fn a_new_surge_restarts_the_count() {
        let rising: Vec<f64> = (0..8).map(|at| 0.05 + 0.001 * f64::from(at)).collect();
        let volumes = [1e2, 1e2, 1e2, 1e2, 1e3, 1e7, 1e2, 1e2];
        let bars = Bars::of_log_yields(&rising).with(|s| s.volume.as_mut().unwrap(), &volumes);
        // surges at bars 4 and 5
        let seen = bars.signals("volume-surge-fade", &PARAMS);
        assert_eq!(seen[4..], [IN, IN, IN, OUT]);
    }
}
