//! `term-slope`: hold PT while the curve of yields is inverted, the near maturity paying more.
//!
//! Rule: `slope = SMA((yFar-y)/(tauFar-tau), smooth)`; `slope <= minSlope` is in, else out. Lookback:
//! `smooth`. Source: ours.

use crate::indicator::Rolling;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bar, Category, Context, ParamSpec, ParamValues, Signal, Strategy, StrategySpec,
};

/// The strategy's memory.
#[derive(Debug)]
pub(super) struct TermSlope {
    slopes: Rolling,
    min_slope: f64,
}

impl Strategy for TermSlope {
    const SPEC: StrategySpec = StrategySpec {
        id: "term-slope",
        name: "Term slope",
        category: Category::Curve,
        summary: "Holds PT while its yield is rich against that of the next maturity.",
        source: "",
        features: FeatureSet::of(&[
            Feature::ImpliedApy,
            Feature::DaysToExpiry,
            Feature::TermStructure,
        ]),
        params: &[
            ParamSpec::number(
                "minSlope",
                0.0,
                (-0.2, 0.2),
                "annual log yield per year",
                "largest slope at which to hold",
            ),
            ParamSpec::window("smooth", 3.0, 1, 30, "window of the mean slope"),
        ],
        relations: &[],
    };

    fn new(params: &ParamValues, _: &Context) -> Self {
        Self { slopes: Rolling::new(params.bars("smooth")), min_slope: params.number("minSlope") }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        let slope = (bar.log_far_yield() - bar.log_yield()) / bar.far_gap();
        match self.slopes.push(slope) {
            Some(window) => Signal::when(window.mean() <= self.min_slope),
            None => Signal::Hold,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::market::{Column, Series};
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    fn far(series: &mut Series) -> &mut Column {
        series.log_far_yield.as_mut().unwrap()
    }

    #[test]
    fn holds_the_near_maturity_while_it_is_the_rich_one() {
        // the next maturity is 73 days later, a fifth of a year; slopes 5, -10, 5, 0 % per year:
        // means of two -2.5, -2.5, 2.5 %
        let bars =
            Bars::of_log_yields(&[0.07, 0.08, 0.07, 0.07]).with(far, &[0.08, 0.06, 0.08, 0.07]);
        let seen = bars.signals("term-slope", &[("smooth", 2.0)]);
        assert_eq!(seen, [HOLD, IN, IN, OUT]);
    }

    #[test]
    fn the_slope_is_per_year() {
        // 1 % over a fifth of a year is 5 % per year
        let bars = Bars::of_log_yields(&[0.07]).with(far, &[0.08]);
        let at = |slope| bars.signals("term-slope", &[("smooth", 1.0), ("minSlope", slope)]);
        assert_eq!((at(0.051), at(0.049)), (vec![IN], vec![OUT]));
    }
}
