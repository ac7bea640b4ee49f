//! `carry-to-cost`: hold PT while the carry of a horizon pays for a round trip.
//!
//! Rule: under `horizonDays` to expiry no opinion; else in while
//! `y*horizonDays/365*1e4 >= ratio*roundTripBps`, else out. Lookback: none. Source: ours.

use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bar, Category, Context, ParamSpec, ParamValues, Signal, Strategy, StrategySpec,
};

/// The strategy's bounds.
#[derive(Debug)]
pub(super) struct CarryToCost {
    horizon_days: f64,
    hurdle_bps: f64,
}

impl Strategy for CarryToCost {
    const SPEC: StrategySpec = StrategySpec {
        id: "carry-to-cost",
        name: "Carry to cost",
        category: Category::Convergence,
        summary: "Holds PT while the carry of the horizon is a multiple of a round trip's cost.",
        source: "",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::integer("horizonDays", 10, (1, 90), "days", "horizon of the carry"),
            ParamSpec::number(
                "roundTripBps",
                8.0,
                (0.0, 100.0),
                "basis points",
                "cost of in and out",
            ),
            ParamSpec::number(
                "ratio",
                2.0,
                (0.5, 10.0),
                "multiple of the cost",
                "smallest carry to hold",
            ),
        ],
        relations: &[],
    };

    const IS_SWITCH: bool = true;

    fn new(params: &ParamValues, _: &Context) -> Self {
        Self {
            horizon_days: params.number("horizonDays"),
            hurdle_bps: params.number("ratio") * params.number("roundTripBps"),
        }
    }

    #[inline(always)]
    fn observe(&mut self, bar: Bar<'_>) -> Signal {
        if bar.days_to_expiry() < self.horizon_days {
            return Signal::Hold;
        }
        let carry_bps = bar.log_yield() * self.horizon_days / 365.0 * 1e4;
        Signal::when(carry_bps >= self.hurdle_bps)
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn carry_of_ten_days_against_sixteen_basis_points() {
        // 0.0584*10/365*1e4 = 16 bps is the hurdle; days to expiry 11, 10, 9
        let bars = Bars::daily(3, 9).with(|s| &mut s.log_yield, &[0.0585, 0.0583, 0.0585]);
        assert_eq!(bars.signals("carry-to-cost", &[]), [IN, OUT, HOLD]);
    }
}
