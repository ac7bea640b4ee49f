//! `par-path-residual`: buy PT that is cheap against the path to par its median yield draws.
//!
//! Rule: `e = exp(-median(y, window)*tau) - exp(-y*tau)`, each bar's with the window that ends at
//! it; `band(e/sd(e, window), k, 0)`; without deviation no opinion. Lookback: two windows less one
//! bar. Source: ours.

use crate::indicator::{Rolling, RollingMedian};
use crate::market::{Feature, FeatureSet};
use crate::num::transcend::exp_m1;
use crate::strategy::{
    Bar, Category, Context, ParamSpec, ParamValues, Signal, Strategy, StrategySpec, band,
};

/// The strategy's memory.
#[derive(Debug)]
pub(super) struct ParPathResidual {
    median: RollingMedian,
    residuals: Rolling,
    entry: f64,
}

impl Strategy for ParPathResidual {
    const SPEC: StrategySpec = StrategySpec {
        id: "par-path-residual",
        name: "Par path residual",
        category: Category::Convergence,
        summary: "Buys PT when it is cheap against the path to par that its median yield draws, sells when it is not.",
        source: "",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::window("window", 20.0, 5, 120, "window of the median and of the deviation"),
            ParamSpec::number(
                "k",
                1.0,
                (0.2, 4.0),
                "standard deviations",
                "cheapness from which on to buy",
            ),
        ],
        relations: &[],
    };

    fn new(params: &ParamValues, _: &Context) -> Self {
        let window = params.bars("window");
        Self {
            median: RollingMedian::new(window),
            residuals: Rolling::new(window),
            entry: params.number("k"),
        }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let (y, tau) = (bar.log_yield(), bar.tau());
        let Some(median) = self.median.push(y) else {
            return Signal::Hold;
        };
        let residual = exp_m1(-median * tau) - exp_m1(-y * tau);
        let Some(window) = self.residuals.push(residual) else {
            return Signal::Hold;
        };
        let deviation = window.deviation();
        if deviation == 0.0 {
            return Signal::Hold;
        }
        band(residual / deviation, self.entry, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_above_the_median_yield_and_sells_at_it() {
        // a year left: e is about y less its median. Medians of five from bar 4 on: 5 % throughout;
        // e about 0 0 0 0 2 0.4 -1 %, so bar 8 is sd 0.9 above, bar 9 half of that, bar 10 under
        let y = [0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.07, 0.054, 0.04];
        let seen = Bars::of_log_yields(&y).signals("par-path-residual", &[("window", 5.0)]);
        assert_eq!(seen[..8], [HOLD; 8]);
        assert_eq!(seen[8..], [IN, HOLD, OUT]);
    }

    #[test]
    fn without_deviation_there_is_no_opinion() {
        let seen =
            Bars::of_log_yields(&[0.05; 12]).signals("par-path-residual", &[("window", 5.0)]);
        assert_eq!(seen, [HOLD; 12]);
    }
}
