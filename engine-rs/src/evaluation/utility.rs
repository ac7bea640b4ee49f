//! The utility of a run: its return, less its risk and its costs.

use crate::json::{Emit, Sink};
use crate::simulation::CoreMetrics;

/// Weight of each term. The return is per year, the drawdown per window, the others per day.
pub const WEIGHTS: CoreMetrics = CoreMetrics {
    annualized_mean_return: 1.0,
    max_drawdown: -0.6,
    cvar: -2.0,
    turnover: -0.3,
    execution_cost: -1.0,
};

/// Floor of the benchmark's utility in the score.
pub const BENCHMARK_FLOOR: f64 = 0.0001;

/// The signed terms of a utility: metrics times their weights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Utility(CoreMetrics);

impl Utility {
    /// Returns the terms of a run's metrics.
    pub fn of(metrics: &CoreMetrics) -> Self {
        Self(CoreMetrics {
            annualized_mean_return: WEIGHTS.annualized_mean_return * metrics.annualized_mean_return,
            max_drawdown: WEIGHTS.max_drawdown * metrics.max_drawdown,
            cvar: WEIGHTS.cvar * metrics.cvar,
            turnover: WEIGHTS.turnover * metrics.turnover,
            execution_cost: WEIGHTS.execution_cost * metrics.execution_cost,
        })
    }

    /// Returns the sum of the terms, added from left to right.
    pub fn total(&self) -> f64 {
        let terms = &self.0;
        terms.annualized_mean_return
            + terms.max_drawdown
            + terms.cvar
            + terms.turnover
            + terms.execution_cost
    }
}

impl Emit for Utility {
    fn emit(&self, sink: &mut dyn Sink) {
        self.0.emit(sink);
    }
}

/// Returns `100*utility/max(benchmark, 0.0001)` and whether the floor was used.
pub fn score(utility: f64, benchmark: f64) -> (f64, bool) {
    let floored = benchmark < BENCHMARK_FLOOR;
    let divisor = if floored { BENCHMARK_FLOOR } else { benchmark };
    (100.0 * utility / divisor, floored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Printer;

    #[test]
    fn the_published_example_comes_out_to_the_bit() {
        let metrics = CoreMetrics {
            annualized_mean_return: 0.133_845_473_268_819_26,
            max_drawdown: 0.000_399_600_399_600_377_3,
            cvar: 0.000_399_600_399_600_399_6,
            turnover: 0.023_333_333_333_333_334,
            execution_cost: 0.000_056_646_019_048_577_51,
        };
        assert_eq!(Utility::of(&metrics).total(), 0.125_749_866_210_809_66);
    }

    #[test]
    fn the_terms_are_printed_with_their_signs() {
        let metrics = CoreMetrics {
            annualized_mean_return: 0.5,
            max_drawdown: 0.25,
            cvar: 0.125,
            turnover: 0.5,
            execution_cost: 0.0625,
        };
        let mut printer = Printer::with_capacity(64);
        Utility::of(&metrics).emit(&mut printer);
        assert_eq!(
            String::from_utf8(printer.finish().unwrap()).unwrap(),
            r#"{"annualizedMeanReturn":0.5,"cvar":-0.25,"executionCost":-0.0625,"maxDrawdown":-0.15,"turnover":-0.15}"#
        );
    }

    #[test]
    fn a_benchmark_under_the_floor_counts_as_the_floor() {
        assert_eq!(score(0.05, 0.1), (50.0, false));
        assert_eq!(score(0.0001, -3.0), (100.0, true));
        assert_eq!(score(0.0001, 0.0001), (100.0, false));
    }
}
