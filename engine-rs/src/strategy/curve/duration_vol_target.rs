//! `duration-vol-target`: hold as much PT as a target volatility allows.
//!
//! Rule: `w = clamp(targetVol/(tau*sd(dy, volWindow)*sqrt(barsPerYear)), 0, 1)`, `dy` the change of
//! `y` over one bar; no opinion without deviation. Lookback: `volWindow` and one bar. Source:
//! Moreira and Muir, Volatility-Managed Portfolios (2017).

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::num::clamp;
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, HOLD, Line, Mark, Observable, ParamSpec, ParamValues,
    Role, Rule, StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "duration-vol-target",
        name: "Duration volatility target",
        category: Category::Curve,
        summary: "Sizes PT so that the volatility of its price, duration times that of the yield, meets a target.",
        source: "Moreira and Muir 2017",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::number(
                ("targetVol", "Target volatility"),
                0.01,
                (0.001, 0.1),
                "annual volatility",
                "volatility of the sleeve",
            ),
            ParamSpec::window(
                ("volWindow", "Volatility window"),
                20.0,
                5,
                120,
                "window of the yield's volatility",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The line that the position shrinks with.
const VOLATILITY: Observable = Observable {
    name: "Volatility of the price",
    unit: "annual volatility",
    marks: &[Mark(Role::Full, Compare::AtMost, "targetVol")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let target_vol = params.number("targetVol");
    let root_of_year = bars.per_year().sqrt();
    let deviation = bars.deviation(&bars.bar_change(&bars.log_yield()), params.bars("volWindow"));
    let volatility = each([&bars.tau(), &deviation], |[tau, deviation]| {
        let volatility = tau * deviation * root_of_year;
        if volatility == 0.0 { HOLD } else { volatility }
    });
    bars.observe(&VOLATILITY, &Line::unnamed(&volatility), &[&[target_vol]]);
    Rule::Levels(each([&volatility], |[volatility]| {
        let level = clamp(target_vol / volatility, 0.0, 1.0);
        if volatility.is_nan() { HOLD } else { level }
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, Signal};

    #[test]
    fn the_target_is_volatility_over_duration_and_deviation() {
        // changes -1, +1, -1, +1, -1 % around -0.2 %: sd = sqrt(4.8/4) %; one year left
        let y = [0.06, 0.05, 0.06, 0.05, 0.06, 0.05];
        let bars = Bars::of_log_yields(&y);
        let seen = bars.signals("duration-vol-target", &[("volWindow", 5.0)]);
        assert_eq!(seen[4], HOLD);
        let Signal::Target(weight) = seen[5] else { panic!("a target") };
        let expected = 0.01 / (0.01 * 1.2_f64.sqrt() * 365.0_f64.sqrt());
        // the deviation of the changes has a rounding error of 1e-16 of a yield of 5 %
        assert!((weight - expected).abs() < 1e-12, "{weight} {expected}");
    }

    #[test]
    fn without_deviation_there_is_no_opinion() {
        let seen =
            Bars::of_log_yields(&[0.05; 7]).signals("duration-vol-target", &[("volWindow", 5.0)]);
        assert_eq!(seen, [HOLD; 7]);
    }
}
