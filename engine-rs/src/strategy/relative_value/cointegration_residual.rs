//! `cointegration-residual`: buy when the implied yield is high for the current underlying rate.
//!
//! Rule: `y = a + b*u` by least squares over the window; `z` is the newest residual over the
//! deviation of the window's residuals (`n - 2` degrees); `band(z, entry, exit)`. No opinion while
//! all `u`, all `y` or all residuals are equal. Lookback: `window`. Source: Engle and Granger (1987).

use crate::indicator::residual;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Observable, ParamSpec, ParamValues, Relation, Rule,
    StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "cointegration-residual",
        name: "Cointegration residual",
        category: Category::RelativeValue,
        summary: "Buys PT when its yield is high for the underlying yield by their recent line, sells when it is back on it.",
        source: "Engle and Granger 1987",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::UnderlyingApy]),
        params: &[
            ParamSpec::window(("window", "Window"), 60.0, 20, 120, "window of the line"),
            ParamSpec::number(
                ("entry", "Entry"),
                1.0,
                (0.2, 4.0),
                "standard deviations",
                "residual at or above which it buys",
            ),
            ParamSpec::number(
                ("exit", "Exit"),
                0.0,
                (-2.0, 2.0),
                "standard deviations",
                "residual at or below which it sells",
            ),
        ],
        relations: &[Relation::at_most("exit", "entry")],
    },
    rule,
};

/// The observed line and its marks.
const RESIDUAL: Observable = Observable::band("Residual", "standard deviations");

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (u, y, window) = (bars.log_underlying(), bars.log_yield(), params.bars("window"));
    let line = bars.made("residual", &[&u, &y], &[window], || residual(&u, &y, window));
    bars.band(&RESIDUAL, line, (params.number("entry"), params.number("exit")))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_over_the_line_and_sells_under_it() {
        // residuals about the line y = 2 % + u: alternating +-0.1 %, then 0.5, 0.1 and -0.5 %
        let off = |at: usize| if at.is_multiple_of(2) { 0.001 } else { -0.001 };
        let u: Vec<f64> = (0..23).map(|at| 0.04 + 0.01 * f64::from(at % 4)).collect();
        let mut y: Vec<f64> = u.iter().enumerate().map(|(at, u)| 0.02 + u + off(at)).collect();
        (y[20], y[21], y[22]) = (0.02 + u[20] + 0.005, 0.02 + u[21] + 0.001, 0.02 + u[22] - 0.005);
        let bars = Bars::of_log_yields(&y).with(|s| &mut s.log_underlying, &u);
        let seen = bars.signals("cointegration-residual", &[("window", 20.0)]);
        assert_eq!(seen[..19], [HOLD; 19]);
        assert_eq!(seen[20..], [IN, HOLD, OUT]);
    }

    #[test]
    fn on_the_line_there_is_no_opinion() {
        let u: Vec<f64> = (0..24).map(|at| 0.04 + 0.01 * f64::from(at % 4)).collect();
        let y: Vec<f64> = u.iter().map(|u| 0.02 + 0.5 * u).collect();
        let bars = Bars::of_log_yields(&y).with(|s| &mut s.log_underlying, &u);
        assert_eq!(bars.signals("cointegration-residual", &[("window", 20.0)]), [HOLD; 24]);
    }
}
