//! What a candidate of a sweep comes to.

use crate::simulation::CoreMetrics;

/// The figures of a candidate, those of its evaluation for the official run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The terms of the utility.
    pub core: CoreMetrics,
    /// Sharpe ratio of a day, not annualised; `None` where there is none.
    pub daily_sharpe: Option<f64>,
    /// Executed intents.
    pub fills: usize,
    /// All intents.
    pub intents: usize,
    /// Utility against that of Hold.
    pub score: f64,
    /// Probability that the Sharpe ratio is above 0; `None` where there is none.
    pub probabilistic_sharpe: Option<f64>,
}
