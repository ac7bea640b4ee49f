//! `term-slope`: hold PT while the curve of yields is inverted, the near maturity paying more.
//!
//! Rule: `slope = SMA((yFar-y)/(tauFar-tau), smooth)`; `slope <= minSlope` is in, else out. Lookback:
//! `smooth`. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Role, Rule,
    StrategySpec, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
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
                ("minSlope", "Hold up to a slope of"),
                0.0,
                (-0.2, 0.2),
                "annual log yield per year",
                "slope up to which to hold",
            ),
            ParamSpec::window(("smooth", "Smoothing"), 3.0, 1, 30, "window of the mean slope"),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const SLOPE: Observable = Observable {
    name: "Slope",
    unit: "annual log yield per year",
    marks: &[Mark(Role::Hold, Compare::AtMost, "minSlope")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (y, far, gap) = (bars.log_yield(), bars.log_far_yield(), bars.far_gap());
    let slopes =
        bars.made("slope", &[&y, &far], &[], || each([&y, &far], |[y, far]| (far - y) / gap));
    let min_slope = params.number("minSlope");
    let mean = bars.mean(&slopes, params.bars("smooth"));
    bars.observe(&SLOPE, &mean, &[&[min_slope]]);
    Rule::Levels(each([&mean], |[slope]| when(slope <= min_slope)))
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
