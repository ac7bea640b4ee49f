//! `forward-rate-value`: hold PT while it pays at least the following forward yield.
//!
//! Rule: `f = (yFar*tauFar - y*tau)/(tauFar-tau)`, the yield that the two maturities imply from this
//! expiry to the next; `band(EMA(y-f, emaSpan), entry, exit)`. Lookback: `emaSpan`. Source: Cochrane
//! and Piazzesi, Bond Risk Premia (2005).

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Observable, ParamSpec, ParamValues, Relation, Rule,
    StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "forward-rate-value",
        name: "Forward rate value",
        category: Category::Curve,
        summary: "Buys PT while it pays at least the forward yield after its maturity, sells when it pays less.",
        source: "Cochrane and Piazzesi 2005",
        features: FeatureSet::of(&[
            Feature::ImpliedApy,
            Feature::DaysToExpiry,
            Feature::TermStructure,
        ]),
        params: &[
            ParamSpec::window(
                ("emaSpan", "Average"),
                14.0,
                1,
                60,
                "span of the average excess over the forward",
            ),
            ParamSpec::number(
                ("entry", "Entry"),
                0.0,
                (-0.05, 0.2),
                "annual log yield",
                "excess at or above which it buys",
            ),
            ParamSpec::number(
                ("exit", "Exit"),
                -0.005,
                (-0.1, 0.2),
                "annual log yield",
                "excess at or below which it sells",
            ),
        ],
        relations: &[Relation::at_most("exit", "entry")],
    },
    rule,
};

/// The observed line and its marks.
const EXCESS: Observable = Observable::band("Excess over the forward yield", "annual log yield");

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (y, far, tau, gap) = (bars.log_yield(), bars.log_far_yield(), bars.tau(), bars.far_gap());
    let excess = bars.made("forwardExcess", &[&y, &far], &[], || {
        each([&y, &far, &tau], |[y, far, tau]| y - (far * (tau + gap) - y * tau) / gap)
    });
    let line = bars.ema(&excess, params.bars("emaSpan"));
    bars.band(&EXCESS, line, (params.number("entry"), params.number("exit")))
}

#[cfg(test)]
mod tests {
    use crate::market::{Column, Series};
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    fn far(series: &mut Series) -> &mut Column {
        series.log_far_yield.as_mut().unwrap()
    }

    #[test]
    fn the_yield_against_the_forward_after_it() {
        // 73, 72 and 71 days left, the next maturity 73 days later: f is about 2*yFar - y, so y - f
        // is twice y - yFar: 2, -0.4 (f is 7.2 %), -2 %
        let bars = Bars::daily(3, 71)
            .with(|s| &mut s.log_yield, &[0.08, 0.07, 0.07])
            .with(far, &[0.07, 0.072, 0.08]);
        let seen = bars.signals("forward-rate-value", &[("emaSpan", 1.0)]);
        assert_eq!(seen, [IN, HOLD, OUT]);
    }

    #[test]
    fn the_excess_is_averaged() {
        // flat, then a rise of the far yield: averages of two
        let bars = Bars::of_log_yields(&[0.08, 0.08]).with(far, &[0.08, 0.08]);
        let seen = bars.signals("forward-rate-value", &[("emaSpan", 2.0), ("entry", -0.001)]);
        assert_eq!(seen, [HOLD, IN]);
    }
}
