//! `carry-roll-score`: size PT by its carry against the risk of its price.
//!
//! Rule: `s = y*min(horizonDays, d)/365/(sd(dy, volWindow)*tau*sqrt(horizonDays*barsPerDay))`, `dy`
//! the change of `y` over one bar; `w = clamp((s-minScore)/(full-minScore), 0, 1)`; no opinion
//! without deviation. Lookback: `volWindow` and one bar. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::num::{clamp, min};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Compare, HOLD, Line, Mark, Observable, ParamSpec, ParamValues,
    Relation, Role, Rule, StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "carry-roll-score",
        name: "Carry and roll score",
        category: Category::Curve,
        summary: "Sizes PT by its carry over a horizon against the deviation of its price over it.",
        source: "",
        features: FeatureSet::of(&[Feature::ImpliedApy, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::window(
                ("volWindow", "Volatility window"),
                20.0,
                5,
                120,
                "window of the yield's volatility",
            ),
            ParamSpec::integer(
                ("horizonDays", "Horizon"),
                7,
                (1, 60),
                "days",
                "horizon of carry and risk",
            ),
            ParamSpec::number(
                ("minScore", "No position up to"),
                0.5,
                (0.0, 5.0),
                "carry per standard deviation",
                "score up to which to hold nothing",
            ),
            ParamSpec::number(
                ("full", "Full position at"),
                2.0,
                (0.5, 10.0),
                "carry per standard deviation",
                "score at or above which the position is full",
            ),
        ],
        relations: &[Relation::below("minScore", "full")],
    },
    rule,
};

/// The line that the position grows with.
const SCORE: Observable = Observable {
    name: "Carry over its risk",
    unit: "carry per standard deviation",
    marks: &[
        Mark(Role::Empty, Compare::AtMost, "minScore"),
        Mark(Role::Full, Compare::AtLeast, "full"),
    ],
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (y, tau, days) = (bars.log_yield(), bars.tau(), bars.days_to_expiry());
    let horizon_days = params.number("horizonDays");
    let root_of_horizon = (horizon_days * bars.per_day() as f64).sqrt();
    let min_score = params.number("minScore");
    let score_range = params.number("full") - min_score;
    let deviation = bars.deviation(&bars.bar_change(&y), params.bars("volWindow"));
    let score = each([&y, &tau, &days, &deviation], |[y, tau, days, deviation]| {
        let risk = deviation * tau * root_of_horizon;
        let carry = y * min(horizon_days, days) / 365.0;
        if risk == 0.0 { HOLD } else { carry / risk }
    });
    bars.observe(&SCORE, &Line::unnamed(&score), &[&[min_score], &[params.number("full")]]);
    Rule::Levels(each([&score], |[score]| {
        let level = clamp((score - min_score) / score_range, 0.0, 1.0);
        if score.is_nan() { HOLD } else { level }
    }))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, Signal};

    #[test]
    fn the_score_is_carry_over_risk() {
        // changes -1 1 -1 1 -1 % around -0.2 %: sd sqrt(4.8/4) %; a tenth of a year left; score of a
        // horizon of 4 days: 0.05*4/365 over 0.01095*0.1*2
        let y = [0.06, 0.05, 0.06, 0.05, 0.06, 0.05];
        let bars = Bars::daily(6, 36).with(|s| &mut s.log_yield, &y);
        let params = [("volWindow", 5.0), ("horizonDays", 4.0), ("minScore", 0.1), ("full", 0.5)];
        let seen = bars.signals("carry-roll-score", &params);
        assert_eq!(seen[..5], [HOLD; 5]);
        let Signal::Target(weight) = seen[5] else { panic!("a target") };
        let score = 0.05 * 4.0 / 365.0 / (0.01 * 1.2_f64.sqrt() * (36.0 / 365.0) * 2.0);
        // the deviation of the changes has a rounding error of 1e-16 of a yield of 5 %
        assert!((weight - (score - 0.1) / 0.4).abs() < 1e-12, "{weight}");
    }

    #[test]
    fn near_expiry_the_carry_ends_with_the_days_left() {
        // three days left of a horizon of seven, a third of its carry per root of the horizon
        let y = [0.06, 0.05, 0.06, 0.05, 0.06, 0.05];
        let bars = Bars::daily(6, 3).with(|s| &mut s.log_yield, &y);
        let params = [("volWindow", 5.0), ("minScore", 0.0), ("full", 2.0)];
        let Signal::Target(weight) = bars.signals("carry-roll-score", &params)[5] else {
            panic!("a target")
        };
        let score = 0.05 * 3.0 / 365.0 / (0.01 * 1.2_f64.sqrt() * (3.0 / 365.0) * 7.0_f64.sqrt());
        assert!((weight - score / 2.0).abs() < 1e-12, "{weight}");
    }

    #[test]
    fn without_deviation_there_is_no_opinion() {
        let seen =
            Bars::of_log_yields(&[0.05; 7]).signals("carry-roll-score", &[("volWindow", 5.0)]);
        assert_eq!(seen, [HOLD; 7]);
    }
}
