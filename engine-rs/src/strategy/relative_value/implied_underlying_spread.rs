//! `implied-underlying-spread`: buy when fixed pays more than floating has paid.
//!
//! Rule: `band(y - EMA(u), entry, exit)`. Lookback: `emaSpan`. Source: ours, the carry of fixed over
//! floating.

use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Observable, ParamSpec, ParamValues, Relation, Rule,
    StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "implied-underlying-spread",
        name: "Implied over underlying spread",
        category: Category::RelativeValue,
        summary: "Buys PT when its yield is well over the average underlying yield, sells when it is not.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::UnderlyingApy]),
        params: &[
            ParamSpec::window(
                ("emaSpan", "Average"),
                7.0,
                1,
                60,
                "span of the average of the underlying yield",
            ),
            ParamSpec::number(
                ("entry", "Entry"),
                0.01,
                (-0.05, 0.2),
                "annual log yield",
                "spread at or above which it buys",
            ),
            ParamSpec::number(
                ("exit", "Exit"),
                0.0,
                (-0.1, 0.2),
                "annual log yield",
                "spread at or below which it sells",
            ),
        ],
        relations: &[Relation::at_most("exit", "entry")],
    },
    rule,
};

/// The observed line and its marks.
const SPREAD: Observable = Observable::band("Spread", "annual log yield");

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let floating = bars.ema(&bars.log_underlying(), params.bars("emaSpan"));
    let line = bars.less(&bars.log_yield(), &floating);
    bars.band(&SPREAD, line, (params.number("entry"), params.number("exit")))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn the_yield_against_the_average_underlying() {
        // averages of two, alpha 2/3: 5, 5, 7 %; spreads 2, 0.5, -1 %
        let bars = Bars::of_log_yields(&[0.07, 0.07, 0.055, 0.06])
            .with(|s| &mut s.log_underlying, &[0.04, 0.06, 0.05, 0.08]);
        let seen = bars.signals("implied-underlying-spread", &[("emaSpan", 2.0)]);
        assert_eq!(seen, [HOLD, IN, HOLD, OUT]);
    }
}
