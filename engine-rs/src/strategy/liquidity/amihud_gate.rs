//! `amihud-gate`: hold PT for its yield while trading moves the yield little.
//!
//! Rule: in while `sum(abs(Dy))/barsPerDay/sum(volume/tvl) <= maxIlliq` over the window, `Dy` the
//! change of `y` over one day, and `impliedApy >= minYield`, else out; no opinion without volume.
//! Lookback: `window` and a day. Source: after Amihud, Illiquidity and Stock Returns (2002).

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, HOLD, Line, Mark, Observable, ParamSpec, ParamValues,
    Role, Rule, StrategySpec, all, when,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "amihud-gate",
        name: "Amihud illiquidity gate",
        category: Category::Liquidity,
        summary: "Holds PT for its yield while turnover moves the yield little.",
        source: "after Amihud 2002",
        features: FeatureSet::of(&[Feature::Volume, Feature::Liquidity, Feature::ImpliedApy]),
        params: &[
            ParamSpec::window(("window", "Window"), 20.0, 5, 120, "window of moves and turnover"),
            ParamSpec::number(
                ("maxIlliq", "Largest illiquidity"),
                0.08,
                (0.005, 2.0),
                "log yield per turnover of the pool",
                "largest illiquidity",
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
const ILLIQUIDITY: Observable = Observable {
    name: "Illiquidity",
    unit: "log yield per turnover of the pool",
    marks: &[Mark(Role::Hold, Compare::AtMost, "maxIlliq")],
};
/// The second observed line.
const YIELD: Observable = Observable {
    name: "Implied yield",
    unit: "annual yield",
    marks: &[Mark(Role::Hold, Compare::AtLeast, "minYield")],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let window = params.bars("window");
    let moves = bars.day_move(&bars.log_yield());
    let [moves, turnover] = [moves, bars.turnover()].map(|line| bars.sum(&line, window));
    let bars_per_day = bars.per_day() as f64;
    let (max_illiquidity, min_yield) = (params.number("maxIlliq"), params.number("minYield"));
    let illiquidity = each([&moves, &turnover], |[moves, turnover]| {
        if turnover == 0.0 { HOLD } else { moves / bars_per_day / turnover }
    });
    let implied_apy = bars.implied_apy();
    bars.observe(&ILLIQUIDITY, &Line::unnamed(&illiquidity), &[&[max_illiquidity]]);
    bars.observe(&YIELD, &implied_apy, &[&[min_yield]]);
    Rule::Levels(each([&illiquidity, &implied_apy], |[illiquidity, apy]| {
        let level = when(all([illiquidity <= max_illiquidity, apy >= min_yield]));
        if illiquidity.is_nan() { HOLD } else { level }
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn moves_of_the_yield_per_turnover() {
        // moves of 0.1 % a day, turnover 1 % a day: 0.5/5 = 0.1 over five bars; at bar 6 a turnover
        // of 6 % makes it 0.05; at bar 7 the yield is too low
        let y: Vec<f64> = (0..8).map(|at| 0.05 + 0.001 * f64::from(at)).collect();
        let bars = Bars::of_log_yields(&y)
            .with(|s| s.volume.as_mut().unwrap(), &[1e5, 1e5, 1e5, 1e5, 1e5, 1e5, 6e5, 1e5])
            .with(|s| &mut s.implied_apy, &[0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.02]);
        let seen = bars.signals("amihud-gate", &[("window", 5.0)]);
        assert_eq!(seen, [HOLD, HOLD, HOLD, HOLD, HOLD, OUT, IN, OUT]);
    }

    #[test]
    fn without_volume_there_is_no_opinion() {
        let bars = Bars::daily(7, 30)
            .with(|s| s.volume.as_mut().unwrap(), &[1e5, 0.0, 0.0, 0.0, 0.0, 0.0, 1e5]);
        let seen = bars.signals("amihud-gate", &[("window", 5.0)]);
        assert_eq!(seen, [HOLD, HOLD, HOLD, HOLD, HOLD, HOLD, IN]);
    }
}
