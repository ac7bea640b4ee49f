//! `yield-tsmom`: hold PT in proportion to the fall of yields, per unit of their volatility.
//!
//! Rule: `w = clamp(-scale*(x - x[t-lookback])/(sd(dx, volWindow)*sqrt(lookback)), 0, 1)`, `dx` the
//! change of `x` over one bar and the root taken of bars; no opinion without deviation. Lookback:
//! `lookback`, or `volWindow` and one bar. Source: Moskowitz, Ooi and Pedersen, Time Series Momentum
//! (2012).

use crate::indicator::{each, lagged};
use crate::market::{Feature, FeatureSet};
use crate::num::clamp;
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, HOLD, Line, Mark, Observable, ParamSpec, ParamValues,
    Role, Rule, StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-tsmom",
        name: "Yield time-series momentum",
        category: Category::TechnicalAnalysis,
        summary: "Sizes PT by the fall of the yield over a lookback, in units of its volatility.",
        source: "Moskowitz, Ooi and Pedersen 2012",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(("lookback", "Lookback"), 20.0, 3, 120, "length of the move"),
            ParamSpec::window(
                ("volWindow", "Volatility window"),
                20.0,
                5,
                120,
                "window of the yield's volatility",
            ),
            ParamSpec::number(
                ("scale", "Position size"),
                1.0,
                (0.1, 5.0),
                "position per standard deviation",
                "position for a fall of one standard deviation",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The line that the position grows with.
const FALL: Observable = Observable {
    name: "Fall of the yield",
    unit: "standard deviations",
    marks: &[
        Mark(Role::Empty, Compare::AtMost, "no fall"),
        Mark(Role::Full, Compare::AtLeast, "full position"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let x = bars.field(params);
    let lookback = params.bars("lookback");
    let (scale, root_of_lookback) = (params.number("scale"), (lookback as f64).sqrt());
    let deviation = bars.deviation(&bars.bar_change(&x), params.bars("volWindow"));
    if bars.is_observed() {
        let fall = each([&x, lagged(&x, lookback), &deviation], |[x, past, deviation]| {
            let volatility = deviation * root_of_lookback;
            if volatility == 0.0 { HOLD } else { (past - x) / volatility }
        });
        bars.observe(&FALL, &Line::unnamed(&fall), &[&[0.0], &[1.0 / scale]]);
    }
    Rule::Levels(each([&x, lagged(&x, lookback), &deviation], |[x, past, deviation]| {
        let volatility = deviation * root_of_lookback;
        let level = clamp(scale * (past - x) / volatility, 0.0, 1.0);
        if volatility == 0.0 { HOLD } else { level }
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT, Signal};

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
        // the deviation of the changes has a rounding error of 1e-16 of a yield of 5 %
        assert!((weight - 0.01 / (0.01 * 1.2_f64.sqrt() * 5.0_f64.sqrt())).abs() < 1e-12);
    }

    #[test]
    fn a_long_fall_is_a_full_position_and_a_constant_yield_no_opinion() {
        let params = [("lookback", 5.0), ("volWindow", 5.0)];
        // changes -1 -2 -1 -2 -1: sd 0.55 %, a fall of 7 % over sqrt(5)*0.55
        let fall = Bars::of_log_yields(&[0.12, 0.11, 0.09, 0.08, 0.06, 0.05]);
        assert_eq!(fall.signals("yield-tsmom", &params)[5], IN);
        let still = Bars::of_log_yields(&[0.05; 7]);
        assert_eq!(still.signals("yield-tsmom", &params), [HOLD; 7]);
    }
}
