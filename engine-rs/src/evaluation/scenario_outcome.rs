//! Results of a candidate and of the two passive lines in a scenario.

use super::benchmark;
use super::scenario::Scenario;
use super::utility::Utility;
use crate::market::Series;
use crate::portfolio::Run;
use crate::simulation::{CoreMetrics, Plan, run_fills};

/// A scenario with the metrics of the candidate and of the two passive lines.
#[derive(Debug, Clone, Copy)]
pub struct ScenarioOutcome {
    /// The scenario.
    pub scenario: Scenario,
    /// Metrics of the candidate.
    pub metrics: CoreMetrics,
    /// Number of its executed intents.
    pub fills: usize,
    /// Metrics of buying at once and holding.
    pub buy_and_hold: CoreMetrics,
    /// Metrics of all capital left in SY.
    pub idle: CoreMetrics,
}

impl ScenarioOutcome {
    /// Returns the outcome of a scenario; `None` with fewer than two scored bars.
    pub fn of(plan: &Plan, scenario: Scenario, series: &Series) -> Option<Self> {
        let record = run_fills(plan, series);
        let metrics = CoreMetrics::of(&record, series)?;
        Self::with(scenario, metrics, &record, series)
    }

    /// Returns the outcome of an existing run; `None` with fewer than two scored bars.
    pub(super) fn with(
        scenario: Scenario,
        metrics: CoreMetrics,
        record: &Run,
        series: &Series,
    ) -> Option<Self> {
        let fills = record.counts().fills;
        let buy_and_hold = benchmark::buy_and_hold(record.capital, series, record.start)?;
        let idle = benchmark::idle(record.capital, series, record.start)?;
        Some(Self { scenario, metrics, fills, buy_and_hold, idle })
    }

    /// Returns the utility of the candidate.
    pub fn utility(&self) -> f64 {
        Utility::of(&self.metrics).total()
    }

    /// Returns the utility of all capital left in SY.
    pub fn idle_utility(&self) -> f64 {
        Utility::of(&self.idle).total()
    }

    /// Returns the utility of buying at once and holding.
    pub fn benchmark_utility(&self) -> f64 {
        Utility::of(&self.buy_and_hold).total()
    }
}
