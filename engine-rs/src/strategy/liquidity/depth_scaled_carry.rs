//! `depth-scaled-carry`: hold as much PT for its yield as the pool's depth allows.
//!
//! Rule: while `impliedApy >= minYield`, `w = min(1, pctPool*tvl/capital)` with the capital of the
//! sleeve; else out. Lookback: none. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::num::min;
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Mark, OUT, Observable, ParamSpec, ParamValues, Role,
    Rule, StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "depth-scaled-carry",
        name: "Depth scaled carry",
        category: Category::Liquidity,
        summary: "Holds PT for its yield, no more than a share of the pool.",
        source: "",
        features: FeatureSet::of(&[Feature::Liquidity, Feature::ImpliedApy]),
        params: &[
            ParamSpec::number(
                ("pctPool", "Largest position"),
                0.02,
                (0.001, 0.2),
                "fraction of tvl",
                "largest position",
            ),
            ParamSpec::number(
                ("minYield", "Smallest yield"),
                0.03,
                (0.0, 0.5),
                "annual yield",
                "smallest implied yield to hold",
            ),
        ],
        relations: &[],
    },
    rule,
};

/// The observed line and its marks.
const YIELD: Observable = Observable {
    name: "Implied yield",
    unit: "annual yield",
    marks: &[Mark(Role::Hold, Compare::AtLeast, "minYield")],
};
/// The line that the position grows with.
const DEPTH: Observable = Observable {
    name: "Value of the pool",
    unit: "accounting asset",
    marks: &[
        Mark(Role::Empty, Compare::AtMost, "empty pool"),
        Mark(Role::Full, Compare::AtLeast, "capital over pctPool"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (share, capital) = (params.number("pctPool"), bars.capital());
    let min_yield = params.number("minYield");
    let (implied_apy, tvl) = (bars.implied_apy(), bars.tvl());
    bars.observe(&YIELD, &implied_apy, &[&[min_yield]]);
    bars.observe(&DEPTH, &tvl, &[&[0.0], &[capital / share]]);
    Rule::Levels(each([&implied_apy, &tvl], |[implied_apy, tvl]| {
        let level = min(1.0, share * tvl / capital);
        if implied_apy >= min_yield { level } else { OUT }
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, IN, OUT, Signal};

    #[test]
    fn the_position_is_a_share_of_the_pool() {
        // the sleeve has 100,000; an eighth of 400,000 is half of it
        let bars = Bars::daily(3, 30)
            .with(|s| &mut s.tvl, &[4e5, 1e7, 1e7])
            .with(|s| &mut s.implied_apy, &[0.05, 0.05, 0.02]);
        let seen = bars.signals("depth-scaled-carry", &[("pctPool", 0.125)]);
        assert_eq!(seen, [Signal::Target(0.5), IN, OUT]);
    }
}
