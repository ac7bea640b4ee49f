//! Eligibility gates: the conditions for a candidate to be reviewed. They never promise capital.

use super::ScenarioOutcome;
use super::verdict::Verdict;
use crate::json::{Emit, Sink};
use crate::num::max;

/// Largest p-value of the edge and of the timing, each adjusted for the trials.
pub const P_VALUE_MAX: f64 = 0.05;
/// Largest drawdown of the official run and of any stress.
pub const WORST_DRAWDOWN_MAX: f64 = 0.15;
/// Largest drawdown of the official run.
pub const DRAWDOWN_MAX: f64 = 0.05;
/// Largest turnover per day.
pub const TURNOVER_MAX: f64 = 0.25;
/// Fewest scored days.
pub const SCORED_DAYS_MIN: f64 = 30.0;
/// Fewest fills.
pub const FILLS_MIN: f64 = 1.0;
/// Most bars times components, warmup included.
pub const RUNTIME_MAX: f64 = 1_000_000.0;

/// A gate and its measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// Public name.
    pub name: &'static str,
    /// Measured value and threshold; `None` for a fact.
    pub measure: Option<Measure>,
    /// Whether the candidate passes.
    pub passed: bool,
}

/// A measured value against a threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// The value.
    pub value: f64,
    /// The threshold.
    pub threshold: f64,
    /// Distance from the threshold, positive on the passing side.
    pub margin: f64,
}

impl Gate {
    /// Returns a gate that passes above its threshold, or at it when `inclusive`.
    pub fn at_least(name: &'static str, value: f64, threshold: f64, inclusive: bool) -> Self {
        let margin = value - threshold;
        let passed = value > threshold || (inclusive && value >= threshold);
        Self { name, measure: Some(Measure { value, threshold, margin }), passed }
    }

    /// Returns a gate that passes at or below its threshold.
    pub fn at_most(name: &'static str, value: f64, threshold: f64) -> Self {
        let margin = threshold - value;
        Self {
            name,
            measure: Some(Measure { value, threshold, margin }),
            passed: value <= threshold,
        }
    }

    /// Returns a gate for a condition without a measurement.
    pub fn fact(name: &'static str, passed: bool) -> Self {
        Self { name, measure: None, passed }
    }
}

/// Returns every gate of a candidate in the published order, from its official run, all scenarios,
/// the verdict, its scored days, and its bars times components.
pub fn all(
    official: &ScenarioOutcome,
    scenarios: &[ScenarioOutcome],
    verdict: &Verdict,
    days: f64,
    bars: f64,
) -> Vec<Gate> {
    let bounded = scenarios.iter().filter(|outcome| outcome.scenario.bounds_drawdown());
    let worst = bounded.fold(0.0, |worst, outcome| max(worst, outcome.metrics.max_drawdown));
    let mut edge = Gate::at_most("EDGE", verdict.p_adjusted, P_VALUE_MAX);
    edge.passed &= verdict.edge > 0.0;
    // One past shows no skill: a rule of time alone passes many rotations.
    let second = match verdict.sisters {
        Some(sisters) => Gate::at_most("TIMING", sisters.timing.p_adjusted, P_VALUE_MAX),
        None => Gate::fact("ONE_HISTORY", false),
    };
    vec![
        Gate::at_least("POSITIVE_UTILITY", official.utility(), 0.0, false),
        edge,
        second,
        Gate::at_most("MAX_DRAWDOWN", official.metrics.max_drawdown, DRAWDOWN_MAX),
        Gate::at_most("WORST_SCENARIO_DRAWDOWN", worst, WORST_DRAWDOWN_MAX),
        Gate::at_most("MAX_TURNOVER", official.metrics.turnover, TURNOVER_MAX),
        Gate::at_least("MIN_SCORED_DAYS", days, SCORED_DAYS_MIN, true),
        Gate::at_least("MIN_FILLS", official.fills as f64, FILLS_MIN, true),
        Gate::at_most("RUNTIME_BUDGET", bars, RUNTIME_MAX),
        Gate::fact("CONFIG_VALID", true),
        Gate::fact("FINITE_NUMBERS", true),
    ]
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
            None => sink.member("value", self.passed),
        }
        sink.end_object();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::scenario::{Scenario, Stress};
    use crate::evaluation::verdict::testing::{by_rotation, with_timing};
    use crate::json::Printer;
    use crate::simulation::CoreMetrics;

    #[test]
    fn margins_are_distances_on_the_passing_side() {
        let above = Gate::at_least("A", 2.0, 2.0, false);
        assert!(!above.passed);
        assert!(Gate::at_least("A", 2.0, 2.0, true).passed);
        let below = Gate::at_most("B", 0.06, 0.05);
        assert!(!below.passed && below.measure.unwrap().margin < 0.0);
        assert!(Gate::at_most("B", 0.05, 0.05).passed);
    }

    #[test]
    fn a_gate_has_its_measurement_or_is_a_fact() {
        let printed = |gate: Gate| {
            let mut printer = Printer::with_capacity(64);
            gate.emit(&mut printer);
            String::from_utf8(printer.finish().unwrap()).unwrap()
        };
        assert_eq!(
            printed(Gate::at_most("A", 0.5, 0.25)),
            r#"{"gate":"A","margin":-0.25,"passed":false,"threshold":0.25,"value":0.5}"#
        );
        assert_eq!(
            printed(Gate::at_least("B", 2.0, 0.5, true)),
            r#"{"gate":"B","margin":1.5,"passed":true,"threshold":0.5,"value":2}"#
        );
        assert_eq!(
            printed(Gate::fact("C", true)),
            r#"{"gate":"C","margin":null,"passed":true,"threshold":true,"value":true}"#
        );
        assert_eq!(
            printed(Gate::fact("D", false)),
            r#"{"gate":"D","margin":null,"passed":false,"threshold":true,"value":false}"#
        );
    }

    const NOTHING: CoreMetrics = CoreMetrics {
        annualized_mean_return: 0.0,
        max_drawdown: 0.0,
        cvar: 0.0,
        turnover: 0.0,
        execution_cost: 0.0,
    };

    /// A scenario whose utility is its return less 0.6 of its drawdown; idle capital has 0.
    fn outcome(annualized_mean_return: f64, max_drawdown: f64) -> ScenarioOutcome {
        ScenarioOutcome {
            scenario: Scenario::Official,
            metrics: CoreMetrics { annualized_mean_return, max_drawdown, ..NOTHING },
            fills: 0,
            buy_and_hold: NOTHING,
            idle: NOTHING,
        }
    }

    fn gate(
        name: &str,
        official: &ScenarioOutcome,
        scenarios: &[ScenarioOutcome],
        (days, bars): (f64, f64),
    ) -> (bool, f64, f64) {
        let verdict = by_rotation(0.25, 0.5);
        let gates = all(official, scenarios, &verdict, days, bars);
        let found = gates.iter().find(|gate| gate.name == name).unwrap();
        let measure = found.measure.unwrap();
        (found.passed, measure.value, measure.threshold)
    }

    /// Values just under, at, and just over each threshold.
    #[test]
    fn gates_fail_just_beyond_their_thresholds() {
        let fine = (100.0, 1.0);
        let of = |name, official: ScenarioOutcome, facts| gate(name, &official, &[official], facts);
        let utility = |name, value: f64| of(name, outcome(value, 0.0), fine);
        let tiny = f64::MIN_POSITIVE;
        assert_eq!(utility("POSITIVE_UTILITY", 0.0), (false, 0.0, 0.0));
        assert_eq!(utility("POSITIVE_UTILITY", tiny), (true, tiny, 0.0));
        for (value, passed) in [(0.05, true), (0.05_f64.next_up(), false)] {
            let found = of("MAX_DRAWDOWN", outcome(0.0, value), fine);
            assert_eq!(found, (passed, value, 0.05));
        }
        for (value, passed) in [(0.25, true), (0.25_f64.next_up(), false)] {
            let metrics = CoreMetrics { turnover: value, ..NOTHING };
            let found = of("MAX_TURNOVER", ScenarioOutcome { metrics, ..outcome(0.0, 0.0) }, fine);
            assert_eq!(found, (passed, value, 0.25));
        }
        let facts = |name, facts| of(name, outcome(0.0, 0.0), facts);
        for (days, passed) in [(30.0_f64.next_down(), false), (30.0, true)] {
            assert_eq!(facts("MIN_SCORED_DAYS", (days, 1.0)), (passed, days, 30.0));
        }
        for (fills, passed) in [(0, false), (1, true)] {
            let expected = (passed, f64::from(u8::from(passed)), 1.0);
            let found = of("MIN_FILLS", ScenarioOutcome { fills, ..outcome(0.0, 0.0) }, fine);
            assert_eq!(found, expected);
        }
        for (bars, passed) in [(1e6, true), (1e6 + 1.0, false)] {
            assert_eq!(facts("RUNTIME_BUDGET", (100.0, bars)), (passed, bars, 1e6));
        }
    }

    #[test]
    fn the_worst_drawdown_is_that_of_the_official_run_and_of_the_stresses() {
        let (official, fine) = (outcome(1.0, 0.0), (100.0, 1.0));
        let stress = |scenario, drawdown| ScenarioOutcome { scenario, ..outcome(1.0, drawdown) };
        let breaks = Scenario::Stress(Stress::ParBreak);
        for (worst, passed) in [(0.15, true), (0.15_f64.next_up(), false)] {
            let scenarios = [
                outcome(1.0, 0.1),
                stress(breaks, worst),
                stress(Scenario::Perturbation(2), 0.5),
                stress(breaks, 0.05),
            ];
            let found = gate("WORST_SCENARIO_DRAWDOWN", &official, &scenarios, fine);
            assert_eq!(found, (passed, worst, 0.15));
        }
    }

    #[test]
    fn an_edge_passes_above_zero_with_a_small_p_value() {
        let official = outcome(1.0, 0.0);
        let named = |verdict: &Verdict, name: &str| {
            let gates = all(&official, &[official], verdict, 100.0, 1.0);
            gates.into_iter().find(|gate| gate.name == name)
        };
        for (edge, p, passed) in [
            (0.1, 0.05, true),
            (0.1, 0.05_f64.next_up(), false),
            (0.0, 0.01, false),
            (f64::MIN_POSITIVE, 0.01, true),
            (-0.1, 0.01, false),
        ] {
            let gate = named(&by_rotation(edge, p), "EDGE").unwrap();
            let measure = Measure { value: p, threshold: 0.05, margin: 0.05 - p };
            assert_eq!((gate.passed, gate.measure), (passed, Some(measure)), "{edge} {p}");
        }
        let history = Gate::fact("ONE_HISTORY", false);
        assert_eq!(named(&by_rotation(0.1, 0.01), "TIMING"), None);
        assert_eq!(named(&by_rotation(0.1, 0.01), "ONE_HISTORY"), Some(history));
        assert_eq!(named(&with_timing(0.01), "ONE_HISTORY"), None);
        for (p, passed) in [(0.05, true), (0.05_f64.next_up(), false), (1.0, false)] {
            let gate = named(&with_timing(p), "TIMING").unwrap();
            let measure = Measure { value: p, threshold: 0.05, margin: 0.05 - p };
            assert_eq!((gate.passed, gate.measure), (passed, Some(measure)), "{p}");
        }
    }

    #[test]
    fn gates_keep_the_published_order() {
        let names = |verdict| {
            let gates = all(&outcome(1.0, 0.0), &[], &verdict, 100.0, 1.0);
            gates.iter().map(|gate| gate.name).collect::<Vec<_>>()
        };
        let order = [
            "POSITIVE_UTILITY",
            "EDGE",
            "TIMING",
            "MAX_DRAWDOWN",
            "WORST_SCENARIO_DRAWDOWN",
            "MAX_TURNOVER",
            "MIN_SCORED_DAYS",
            "MIN_FILLS",
            "RUNTIME_BUDGET",
            "CONFIG_VALID",
            "FINITE_NUMBERS",
        ];
        assert_eq!(names(with_timing(0.01)), order);
        let by_history = order.map(|name| if name == "TIMING" { "ONE_HISTORY" } else { name });
        assert_eq!(names(by_rotation(0.1, 0.01)), by_history);
    }
}
