//! The whole evaluation of a candidate: official run, scenarios, verdict, score and gates.

use super::capital_score::{CapitalScore, effective_days};
use super::gate::{self, Gate};
use super::luck::SharpeMoments;
use super::official::Official;
use super::scenario::Scenario;
use super::scenario_outcome::ScenarioOutcome;
use super::scenario_set::ScenarioSet;
use super::score_interval::score_interval;
use super::trials::Trials;
use super::utility::score;
use super::verdict::{PathUtilities, Verdict};

/// How far a result is from luck. A ratio is `None` where it is undefined.
#[derive(Debug, Clone, Copy)]
pub struct Luck {
    /// Trials of the key.
    pub trials: Trials,
    /// Probability that the true Sharpe ratio is positive.
    pub probabilistic_sharpe: Option<f64>,
    /// Deflated Sharpe ratio: the probability that the true ratio is above the best that as many
    /// candidates give by luck.
    pub deflated_sharpe: Option<f64>,
    /// 90 % interval of the score.
    pub score_interval: (f64, f64),
}

/// The result of an evaluation.
#[derive(Debug, Clone)]
pub struct Assessment {
    /// Every scenario, the official one first.
    pub scenarios: Vec<ScenarioOutcome>,
    /// The score of the official run.
    pub score: f64,
    /// Whether the floor replaced the benchmark's utility.
    pub benchmark_floor_used: bool,
    /// Whether the candidate is better than the better passive line.
    pub verdict: Verdict,
    /// The robustness over the paths and the scenarios that count.
    pub capital_score: CapitalScore,
    /// The gates, in their order.
    pub gates: Vec<Gate>,
    /// How far the result is from luck.
    pub luck: Luck,
}

impl Assessment {
    /// Runs every scenario and assesses the candidate by its utilities on the sister paths; without
    /// them the verdict comes from rotation. `None` with fewer than two scored bars.
    pub fn of(
        official: &Official<'_>,
        trials: Trials,
        scenario_set: &ScenarioSet,
        paths: Option<PathUtilities>,
    ) -> Option<Self> {
        let Official { dataset, plan, run } = *official;
        let first = ScenarioOutcome::with(Scenario::Official, run.core, run.record, run.series)?;
        let mut scenarios = vec![first];
        for (scenario, series) in scenario_set.iter().skip(1) {
            scenarios.push(ScenarioOutcome::of(plan, scenario, series)?);
        }
        let verdict = Verdict::of(official, &first, trials, paths)?;
        let benchmark_utility = first.benchmark_utility();
        let (score, benchmark_floor_used) = score(first.utility(), benchmark_utility);
        let moments = SharpeMoments::of(&run.excess);
        let draws = scenario_set.draws.utilities(&run.daily, &run.core);
        let luck = Luck {
            trials,
            probabilistic_sharpe: moments.and_then(|moments| moments.probabilistic(0.0)),
            deflated_sharpe: moments.and_then(|moments| moments.deflated_by(trials)),
            score_interval: score_interval(&draws, &scenario_set.hold_draws, benchmark_utility),
        };
        let utilities = capital_utilities(&scenarios, &verdict);
        let capital_score = CapitalScore::of(&utilities, effective_days(&run.daily))?;
        let bars = (dataset.series.bars() * plan.components.len()) as f64;
        let gates = gate::all(&first, &scenarios, &verdict, run.days, bars);
        Some(Self { scenarios, score, benchmark_floor_used, verdict, capital_score, gates, luck })
    }

    /// Returns whether every gate is passed.
    pub fn is_eligible(&self) -> bool {
        self.gates.iter().all(|gate| gate.passed)
    }
}

/// Returns the utilities behind the capital score: the official run, the sister paths, and the
/// scenarios that count, in the order of the answer.
fn capital_utilities(scenarios: &[ScenarioOutcome], verdict: &Verdict) -> Vec<f64> {
    let counted = |outcome: &&ScenarioOutcome| outcome.scenario.in_capital_score();
    let of = |outcome: &ScenarioOutcome| outcome.utility();
    let (official, others) = scenarios.split_at(1);
    let paths: &[f64] = if verdict.sisters.is_some() { &verdict.series.utility } else { &[] };
    let others = others.iter().filter(counted).map(of);
    official.iter().map(of).chain(paths.iter().copied()).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::verdict;

    #[test]
    fn a_candidate_that_passes_every_gate_is_eligible() {
        let passed = |passed| Gate::fact("A", passed);
        for (gates, eligible) in [
            (vec![passed(true), passed(true)], true),
            (vec![passed(true), passed(false)], false),
            (vec![passed(false), passed(true)], false),
            (vec![passed(false), passed(false)], false),
        ] {
            let luck = Luck {
                trials: Trials::UNCOUNTED,
                probabilistic_sharpe: None,
                deflated_sharpe: None,
                score_interval: (0.0, 0.0),
            };
            let assessment = Assessment {
                scenarios: Vec::new(),
                score: 0.0,
                benchmark_floor_used: false,
                verdict: verdict::testing::by_rotation(0.0, 1.0),
                capital_score: CapitalScore::of(&[0.0, 1.0], 4.0).unwrap(),
                gates,
                luck,
            };
            assert_eq!(assessment.is_eligible(), eligible, "{:?}", assessment.gates);
        }
    }
}
