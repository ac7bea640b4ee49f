//! `yield-kama`: buy while Kaufman's adaptive average of yields falls.
//!
//! Rule: in while `KAMA[t] < KAMA[t-1]` and `x < KAMA[t]`, else out. Lookback: `er` and one bar.
//! Source: Kaufman, Smarter Trading (1995).

use crate::indicator::{each, kama};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, Observable, ParamSpec, ParamValues, Relation,
    Role, Rule, StrategySpec, all, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "yield-kama",
        name: "Yield KAMA trend",
        category: Category::TechnicalAnalysis,
        summary: "Holds PT while Kaufman's adaptive average of the yield falls and the yield is under it.",
        source: "Kaufman 1995",
        features: FeatureSet::of(&[Feature::ImpliedApy]),
        params: &[
            ParamSpec::field(),
            ParamSpec::window(
                ("er", "Efficiency window"),
                10.0,
                2,
                60,
                "window of the efficiency ratio",
            ),
            ParamSpec::window(("fast", "Fast average"), 2.0, 2, 30, "span of the fastest average"),
            ParamSpec::window(
                ("slow", "Slow average"),
                30.0,
                3,
                120,
                "span of the slowest average",
            ),
        ],
        relations: &[Relation::below("fast", "slow")],
    },
    rule,
};

/// The observed line and its marks.
const YIELD: Observable = Observable {
    name: "Yield",
    unit: "annual yield",
    marks: &[Mark(Role::Hold, Compare::Under, "KAMA")],
};
/// The second observed line.
const SLOPE: Observable = Observable {
    name: "Change of KAMA",
    unit: "annual yield per bar",
    marks: &[Mark(Role::Hold, Compare::Under, "zero")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let x = bars.field(params);
    let windows = ["er", "fast", "slow"].map(|name| params.bars(name));
    let average = bars.made("kama", &[&x], &windows, || kama(&x, windows));
    let slope = bars.change(&average, 1);
    bars.observe(&YIELD, &x, &[&average]);
    bars.observe(&SLOPE, &slope, &[&[0.0]]);
    Rule::Levels(each([&x, &average, &slope], |[x, average, slope]| {
        when(all([slope < 0.0, x < average]))
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn in_while_the_average_falls_above_the_yield() {
        // the average starts from 6 % at bar 1; a yield from 6 to 8 % raises it (bar 2), 3 % pulls
        // it down towards 3 % (bars 3, 4); 6.9 % is below the start but above the average by then
        // (bar 5)
        let bars = Bars::of_log_yields(&[0.05, 0.06, 0.08, 0.03, 0.03, 0.069]);
        let seen = bars.signals("yield-kama", &[("er", 2.0), ("fast", 2.0), ("slow", 3.0)]);
        assert_eq!(seen, [HOLD, HOLD, OUT, IN, IN, OUT]);
    }

    #[test]
    fn a_constant_yield_is_out() {
        let seen = Bars::of_log_yields(&[0.05; 4])
            .signals("yield-kama", &[("er", 2.0), ("fast", 2.0), ("slow", 3.0)]);
        assert_eq!(seen, [HOLD, HOLD, OUT, OUT]);
    }
}
