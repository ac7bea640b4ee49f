//! Eligibility gates: what a candidate must satisfy to be reviewed. They never promise capital.

use super::ScenarioOutcome;
use crate::json::{Emit, Sink};
use crate::num::max;
use crate::simulation::Metrics;

/// What `ABOVE_IDLE` asks for above the utility of idle capital.
pub const IDLE_MARGIN: f64 = 1e-9;
/// Share of the scenarios in which a candidate is above idle.
pub const ABOVE_IDLE_FRACTION_MIN: f64 = 0.6;
/// Deepest fall of any scenario.
pub const WORST_DRAWDOWN_MAX: f64 = 0.15;
/// Deepest fall of the official run.
pub const DRAWDOWN_MAX: f64 = 0.05;
/// Largest turnover per day.
pub const TURNOVER_MAX: f64 = 0.25;
/// Fewest scored days.
pub const SCORED_DAYS_MIN: f64 = 30.0;
/// Fewest fills.
pub const FILLS_MIN: f64 = 1.0;
/// Most bars times components, warmup included.
pub const RUNTIME_MAX: f64 = 1_000_000.0;

/// A gate with what it measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// Public name.
    pub name: &'static str,
    /// What it measured and wants; `None` for a fact that holds for every answer.
    pub measure: Option<Measure>,
    /// Whether it is passed.
    pub passed: bool,
}

/// A measured value against a threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// The value.
    pub value: f64,
    /// The threshold.
    pub threshold: f64,
    /// Distance on the passing side, negative when failed.
    pub margin: f64,
}

impl Gate {
    /// Returns a gate that is passed above its threshold, or at it when `inclusive`.
    pub fn at_least(name: &'static str, value: f64, threshold: f64, inclusive: bool) -> Self {
        let margin = value - threshold;
        let passed = value > threshold || (inclusive && value >= threshold);
        Self { name, measure: Some(Measure { value, threshold, margin }), passed }
    }

    /// Returns a gate that is passed at or below its threshold.
    pub fn at_most(name: &'static str, value: f64, threshold: f64) -> Self {
        let margin = threshold - value;
        Self {
            name,
            measure: Some(Measure { value, threshold, margin }),
            passed: value <= threshold,
        }
    }

    /// Returns a gate for what is checked before there is an answer at all.
    pub fn holds(name: &'static str) -> Self {
        Self { name, measure: None, passed: true }
    }
}

/// Returns every gate of a candidate in the published order: its scenarios, the official one first,
/// the metrics of the official run, and its bars times components.
pub fn all(scenarios: &[ScenarioOutcome], metrics: &Metrics, bars: f64) -> Vec<Gate> {
    let above = |outcome: &ScenarioOutcome| outcome.utility() > idle_bar(outcome);
    let above_count = scenarios.iter().filter(|outcome| above(outcome)).count();
    let fraction = above_count as f64 / scenarios.len() as f64;
    let worst =
        scenarios.iter().fold(0.0, |worst, outcome| max(worst, outcome.metrics.max_drawdown));
    let (utility, bar) = scenarios.first().map_or((0.0, 0.0), |o| (o.utility(), idle_bar(o)));
    vec![
        Gate::at_least("POSITIVE_UTILITY", utility, 0.0, false),
        Gate::at_least("ABOVE_IDLE", utility, bar, false),
        Gate::at_least("ABOVE_IDLE_FRACTION", fraction, ABOVE_IDLE_FRACTION_MIN, true),
        Gate::at_most("MAX_DRAWDOWN", metrics.core.max_drawdown, DRAWDOWN_MAX),
        Gate::at_most("WORST_SCENARIO_DRAWDOWN", worst, WORST_DRAWDOWN_MAX),
        Gate::at_most("MAX_TURNOVER", metrics.core.turnover, TURNOVER_MAX),
        Gate::at_least("MIN_SCORED_DAYS", metrics.days, SCORED_DAYS_MIN, true),
        Gate::at_least("MIN_FILLS", metrics.fills as f64, FILLS_MIN, true),
        Gate::at_most("RUNTIME_BUDGET", bars, RUNTIME_MAX),
        Gate::holds("CONFIG_VALID"),
        Gate::holds("FINITE_NUMBERS"),
    ]
}

/// What a utility must be above in a scenario.
fn idle_bar(outcome: &ScenarioOutcome) -> f64 {
    outcome.idle_utility() + IDLE_MARGIN
}

impl Emit for Gate {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("gate", self.name);
        sink.member("margin", self.measure.map(|measure| measure.margin));
        sink.member("passed", self.passed);
        match self.measure {
            Some(measure) => sink.member("threshold", measure.threshold),
            None => sink.member("threshold", true),
        }
        match self.measure {
            Some(measure) => sink.member("value", measure.value),
            None => sink.member("value", true),
        }
        sink.end_object();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_distances_on_the_passing_side() {
        let above = Gate::at_least("A", 2.0, 2.0, false);
        assert!(!above.passed);
        assert!(Gate::at_least("A", 2.0, 2.0, true).passed);
        let below = Gate::at_most("B", 0.06, 0.05);
        assert!(!below.passed && below.measure.unwrap().margin < 0.0);
        assert!(Gate::at_most("B", 0.05, 0.05).passed);
    }
}
