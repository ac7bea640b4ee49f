//! `par-path-residual`: buy PT that is cheap against the path to par implied by its median yield.
//!
//! Rule: `e = exp(-median(y, window)*tau) - exp(-y*tau)` on each bar, with the window that ends at
//! it; `band(e/sd(e, window), k, 0)`; no opinion without deviation. Lookback: two windows less one
//! bar. Source: ours.

use crate::indicator::{each, less};
use crate::market::{Feature, FeatureSet};
use crate::strategy::bars::par_path;
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, HOLD, Mark, Observable, ParamSpec, ParamValues, Role,
    Rule, StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "par-path-residual",
        name: "Par path residual",
        category: Category::Convergence,
        summary: "Buys PT when it is cheap against the path to par that its median yield draws, sells when it is not.",
        source: "",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::window(
                ("window", "Window"),
                20.0,
                5,
                120,
                "window of the median and of the deviation",
            ),
            ParamSpec::number(
                ("k", "Entry"),
                1.0,
                (0.2, 4.0),
                "standard deviations",
                "cheapness at or above which it buys",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const CHEAPNESS: Observable = Observable {
    name: "Cheapness against the path to par",
    unit: "standard deviations",
    marks: &[Mark(Role::Buy, Compare::AtLeast, "k"), Mark(Role::Sell, Compare::AtMost, "zero")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (y, tau, window) = (bars.log_yield(), bars.tau(), params.bars("window"));
    let residual = bars.made("parPathResidual", &[&y], &[window], || {
        less(&par_path(&bars.median(&y, window), &tau), &bars.par_path())
    });
    let line = bars.made("parPathScore", &[&residual], &[window], || {
        each([&residual, &bars.deviation(&residual, window)], |[residual, deviation]| {
            if deviation == 0.0 { HOLD } else { residual / deviation }
        })
    });
    bars.band(&CHEAPNESS, line, (params.number("k"), 0.0))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn buys_above_the_median_yield_and_sells_at_it() {
        // a year left: e is about y less its median. Medians of five from bar 4: 5 % throughout; e
        // about 0 0 0 0 2 0.4 -1 %, so bar 8 is 0.9 sd above, bar 9 half of that, bar 10 below
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
