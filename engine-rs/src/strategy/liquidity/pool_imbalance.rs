//! `pool-imbalance`: buy when the pool is full of PT that others sold.
//!
//! Rule: `band(p, entry, exit)`, `p` the share of PT in the pool. Lookback: none. Source: order
//! imbalance, Kyle, Continuous Auctions and Insider Trading (1985).

use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Observable, ParamSpec, ParamValues, Relation, Rule,
    StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "pool-imbalance",
        name: "Pool imbalance",
        category: Category::Liquidity,
        summary: "Buys PT while the pool holds much of it, sells when it holds little.",
        source: "Kyle 1985",
        features: FeatureSet::of(&[Feature::PoolState, Feature::ImpliedApy]),
        params: &[
            ParamSpec::number(
                ("entry", "Entry"),
                0.35,
                (0.05, 0.95),
                "share of the pool",
                "PT share at or above which it buys",
            ),
            ParamSpec::number(
                ("exit", "Exit"),
                0.25,
                (0.02, 0.9),
                "share of the pool",
                "PT share at or below which it sells",
            ),
        ],
        relations: &[Relation::at_most("exit", "entry")],
    },
    rule,
};

/// The observed line and its marks.
const SHARE: Observable = Observable::band("PT in the pool", "share of the pool");

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let line = bars.pool_pt_share();
    bars.band(&SHARE, line, (params.number("entry"), params.number("exit")))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn the_share_of_pt_in_the_pool() {
        // 6 M PT of 6 + 5*1.2 = 12 M; 3 of 9 M; 1 of 7 M
        let bars = Bars::daily(3, 30)
            .with(|s| &mut s.total_pt, &[6e6, 3e6, 1e6])
            .with(|s| &mut s.total_sy, &[5e6; 3])
            .with(|s| &mut s.sy_index, &[1.2; 3]);
        assert_eq!(bars.signals("pool-imbalance", &[]), [IN, HOLD, OUT]);
    }
}
