//! `turnover-carry`: hold PT for its yield while the pool is quiet.
//!
//! Rule: in while `mean(volume/tvl, window)*barsPerDay <= maxTurnover` and
//! `impliedApy >= minYield`, else out. Lookback: `window`. Source: ours.

use crate::indicator::{each, times};
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, Line, Mark, Observable, ParamSpec, ParamValues, Role,
    Rule, StrategySpec, all, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "turnover-carry",
        name: "Quiet pool carry",
        category: Category::Liquidity,
        summary: "Holds PT for its yield while the pool's daily turnover is small.",
        source: "",
        features: FeatureSet::of(&[Feature::Liquidity, Feature::Volume, Feature::ImpliedApy]),
        params: &[
            ParamSpec::window(("window", "Window"), 10.0, 3, 60, "window of the mean turnover"),
            ParamSpec::number(
                ("maxTurnover", "Largest turnover"),
                0.1,
                (0.005, 1.0),
                "fraction of tvl per day",
                "largest turnover",
            ),
            ParamSpec::number(
                ("minYield", "Smallest yield"),
                0.04,
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
const TURNOVER: Observable = Observable {
    name: "Turnover",
    unit: "fraction of tvl per day",
    marks: &[Mark(Role::Hold, Compare::AtMost, "maxTurnover")],
};
/// The second observed line.
const YIELD: Observable = Observable {
    name: "Implied yield",
    unit: "annual yield",
    marks: &[Mark(Role::Hold, Compare::AtLeast, "minYield")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let turnover = bars.mean(&bars.turnover(), params.bars("window"));
    let bars_per_day = bars.per_day() as f64;
    let (max_turnover, min_yield) = (params.number("maxTurnover"), params.number("minYield"));
    let daily = times(bars_per_day, &turnover);
    let implied_apy = bars.implied_apy();
    bars.observe(&TURNOVER, &Line::unnamed(&daily), &[&[max_turnover]]);
    bars.observe(&YIELD, &implied_apy, &[&[min_yield]]);
    Rule::Levels(each([&daily, &implied_apy], |[turnover, implied_apy]| {
        when(all([turnover <= max_turnover, implied_apy >= min_yield]))
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn holds_while_the_mean_turnover_is_small() {
        // turnover 0.05, 0.05, 0.14, 0.17, 0: means 0.08, 0.12, 0.103 of three bars
        let bars = Bars::daily(5, 30)
            .with(|s| s.volume.as_mut().unwrap(), &[5e5, 5e5, 1.4e6, 1.7e6, 0.0])
            .with(|s| &mut s.implied_apy, &[0.05; 5]);
        assert_eq!(bars.signals("turnover-carry", &[("window", 3.0)]), [HOLD, HOLD, IN, OUT, OUT]);
    }
}
