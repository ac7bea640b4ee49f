//! Figures of a candidate in a sweep.

use crate::simulation::CoreMetrics;

/// The figures of a candidate, equal to those of its evaluation for the official run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The terms of the utility.
    pub core: CoreMetrics,
    /// Daily Sharpe ratio, not annualised; `None` where undefined.
    pub daily_sharpe: Option<f64>,
    /// Executed intents.
    pub fills: usize,
    /// All intents.
    pub intents: usize,
    /// Utility relative to that of Hold.
    pub score: f64,
    /// Probability that the Sharpe ratio is above 0; `None` where undefined.
    pub probabilistic_sharpe: Option<f64>,
}

impl Point {
    /// The names of [`figures`](Self::figures).
    pub const NAMES: [&'static str; 10] = [
        "annualizedMeanReturn",
        "maxDrawdown",
        "cvar",
        "turnover",
        "executionCost",
        "score",
        "dailySharpe",
        "probabilisticSharpe",
        "fills",
        "intents",
    ];

    /// 1 where larger figures are better, -1 where smaller ones are, in the order of the names.
    pub const SIGNS: [f64; Self::NAMES.len()] =
        [1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0];

    /// Returns the figures as numbers, `NaN` where undefined; as in JSON, -0 is 0.
    pub fn figures(&self) -> [f64; Self::NAMES.len()] {
        let core = &self.core;
        [
            core.annualized_mean_return,
            core.max_drawdown,
            core.cvar,
            core.turnover,
            core.execution_cost,
            self.score,
            self.daily_sharpe.unwrap_or(f64::NAN),
            self.probabilistic_sharpe.unwrap_or(f64::NAN),
            self.fills as f64,
            self.intents as f64,
        ]
        .map(|figure| figure + 0.0)
    }
}
