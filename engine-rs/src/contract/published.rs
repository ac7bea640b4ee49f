//! Documents that the engine publishes: versions, catalogue, policy and formula.

use super::answer::answer;
use super::candidate;
use super::evidence::fingerprint;
use crate::error::Result;
use crate::evaluation::scenario::{self, Scenario};
use crate::evaluation::verdict::{self, edge, rotation, student, timing};
use crate::evaluation::{capital_score, gate, luck, score_interval, utility};
use crate::execution::PROFILE;
use crate::generator::path_seeds;
use crate::json::{Emit, Printer, Sink};
use crate::market::Timeframe;
use crate::strategy::catalogue;
use crate::version::{
    CONTRACT_VERSION, ENGINE_VERSION, FORMULA_VERSION, POLICY_VERSION, RULES_VERSION,
};

/// Answers with the versions that determine every number.
pub fn engine_info() -> Vec<u8> {
    published(|sink| {
        sink.member("catalogueHash", fingerprint(&[&strategy_catalogue()]));
        sink.member("contractVersion", CONTRACT_VERSION);
        sink.member("engineVersion", ENGINE_VERSION);
        sink.member("formulaVersion", FORMULA_VERSION);
        sink.member("policyVersion", POLICY_VERSION);
        sink.member("rulesVersion", RULES_VERSION);
    })
}

/// Answers with all strategies, their parameters and relations.
pub fn strategy_catalogue() -> Vec<u8> {
    published(|sink| {
        sink.key("strategies");
        sink.begin_array();
        for entry in catalogue::all().chain([catalogue::EXPRESSION]) {
            entry.spec.emit(sink);
        }
        sink.end_array();
    })
}

/// Answers with the execution policy, the scoring formula with all its constants, and the bounds of
/// a candidate.
pub fn family_profile() -> Vec<u8> {
    published(|sink| {
        sink.key("candidate");
        candidate::emit_bounds(sink);
        sink.key("capitalScore");
        emit_capital_score(sink);
        sink.member("executionPolicy", PROFILE);
        sink.key("gates");
        emit_gates(sink);
        sink.key("luck");
        emit_luck(sink);
        sink.key("scenarios");
        emit_scenarios(sink);
        sink.key("scoring");
        emit_scoring(sink);
        sink.key("timeframes");
        emit_timeframes(sink);
        sink.key("verdict");
        emit_verdict(sink);
    })
}

fn emit_timeframes(sink: &mut dyn Sink) {
    sink.begin_array();
    for timeframe in Timeframe::ALL {
        sink.begin_object();
        sink.member("barsPerDay", timeframe.bars_per_day());
        sink.member("timeframe", timeframe);
        sink.end_object();
    }
    sink.end_array();
}

fn emit_scoring(sink: &mut dyn Sink) {
    sink.begin_object();
    sink.member("benchmarkFloor", utility::BENCHMARK_FLOOR);
    sink.member("formulaVersion", FORMULA_VERSION);
    sink.member("score", "100*utility/max(benchmarkUtility, benchmarkFloor)");
    sink.member(
        "utility",
        "annualizedMeanReturn*w.annualizedMeanReturn + maxDrawdown*w.maxDrawdown + cvar*w.cvar + turnover*w.turnover + executionCost*w.executionCost",
    );
    sink.member("weights", utility::WEIGHTS);
    sink.end_object();
}

/// Emits the gates, with the passing side of each threshold.
fn emit_gates(sink: &mut dyn Sink) {
    let gates = [
        ("POSITIVE_UTILITY", "utility above", Some(0.0)),
        ("EDGE", "verdict.edge above 0 and verdict.pAdjusted at most", Some(gate::P_VALUE_MAX)),
        (
            "TIMING",
            "verdict.timing.pAdjusted at most; absent without a generator",
            Some(gate::P_VALUE_MAX),
        ),
        (
            "ONE_HISTORY",
            "the dataset has a generator: one history gives no verdict; absent with a generator",
            None,
        ),
        ("MAX_DRAWDOWN", "official maxDrawdown at most", Some(gate::DRAWDOWN_MAX)),
        (
            "WORST_SCENARIO_DRAWDOWN",
            "largest maxDrawdown of the official run and the five stresses at most",
            Some(gate::WORST_DRAWDOWN_MAX),
        ),
        ("MAX_TURNOVER", "turnover per day at most", Some(gate::TURNOVER_MAX)),
        ("MIN_SCORED_DAYS", "scored days at least", Some(gate::SCORED_DAYS_MIN)),
        ("MIN_FILLS", "fills at least", Some(gate::FILLS_MIN)),
        ("RUNTIME_BUDGET", "bars times components at most", Some(gate::RUNTIME_MAX)),
        ("CONFIG_VALID", "the candidate is valid", None),
        ("FINITE_NUMBERS", "every number of the answer is finite", None),
    ];
    sink.begin_array();
    for (name, rule, threshold) in gates {
        sink.begin_object();
        sink.member("gate", name);
        sink.member("rule", rule);
        match threshold {
            Some(threshold) => sink.member("threshold", threshold),
            None => sink.member("threshold", true),
        }
        sink.end_object();
    }
    sink.end_array();
}

fn emit_capital_score(sink: &mut dyn Sink) {
    sink.begin_object();
    sink.member("c", capital_score::C);
    sink.member("formula", "mean(utility) - kappa*sd(utility) - c/sqrt(tEff), over the official run, the sister paths and the scenarios that count");
    sink.member("kappa", capital_score::KAPPA);
    sink.member("tEff", "m/(1 + 2*sum((1 - k/m)*rho_k)) of the m daily returns, up to the last lag before the first rho <= 0, in [1, m]");
    sink.end_object();
}

fn emit_luck(sink: &mut dyn Sink) {
    sink.begin_object();
    sink.member("intervalDraws", score_interval::DRAWS);
    sink.member("intervalGenerator", score_interval::GENERATOR as f64);
    sink.member("intervalMeanBlockDays", score_interval::MEAN_BLOCK as f64);
    sink.member("intervalRanks", [score_interval::RANKS.0, score_interval::RANKS.1].as_slice());
    sink.member("nullHypothesis", luck::NULL_HYPOTHESIS);
    sink.member("trialsForVariance", luck::TRIALS_FOR_VARIANCE);
    sink.end_object();
}

fn emit_scenarios(sink: &mut dyn Sink) {
    sink.begin_object();
    sink.member("generator", "xoshiro256++ of four SplitMix64 words from seed + 1000003*k");
    sink.key("list");
    sink.begin_array();
    for scenario in Scenario::ALL {
        sink.begin_object();
        sink.member("id", scenario.id());
        sink.member("inCapitalScore", scenario.in_capital_score());
        sink.member("kind", scenario.kind());
        sink.member("rule", scenario.rule());
        sink.end_object();
    }
    sink.end_array();
    sink.member(
        "logYieldRange",
        [scenario::LOG_YIELD_RANGE.0, scenario::LOG_YIELD_RANGE.1].as_slice(),
    );
    let (number, block) = scenario::LONG_PERTURBATION;
    sink.member("perturbationMeanBlockDays", scenario::PERTURBATION_BLOCK as f64);
    sink.key("perturbationMeanBlockDaysOf");
    sink.begin_object();
    sink.member(Scenario::Perturbation(number).id(), block as f64);
    sink.end_object();
    sink.member("scenarioSeed", scenario::SCENARIO_SEED as f64);
    sink.member(
        "stressBegin",
        "tradeStartIndex + floor(scoredBars/2); e days since then, ramp(d) = min(1, e/d)",
    );
    sink.end_object();
}

/// Emits the constants of the two tests of a verdict.
fn emit_verdict(sink: &mut dyn Sink) {
    sink.begin_object();
    sink.member("controlSquaresMin", edge::CONTROL_MIN);
    sink.member("deviationMax", timing::DEVIATION_MAX);
    sink.member("intervalQuantile", edge::INTERVAL_QUANTILE);
    sink.member("lineCapital", verdict::LINE_CAPITAL);
    sink.member("paths", path_seeds::SISTERS);
    sink.member("pathsGenerator", path_seeds::SISTER_GENERATOR as f64);
    sink.member("referencePaths", path_seeds::REFERENCES);
    sink.member("referencePathsGenerator", path_seeds::REFERENCE_GENERATOR as f64);
    sink.member("residualSquaresMax", edge::RESIDUAL_MAX);
    sink.member("rotations", rotation::ROTATIONS);
    sink.member("sameUtility", verdict::SAME_UTILITY);
    sink.member("triesMax", student::TRIALS_MAX);
    sink.member("twinPaths", timing::TWIN_PATHS);
    sink.end_object();
}

fn published(emit: impl FnOnce(&mut dyn Sink)) -> Vec<u8> {
    answer(|printer: &mut Printer| -> Result<()> {
        printer.begin_object();
        emit(printer);
        printer.end_object();
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::METRICS;

    #[test]
    fn the_formula_adds_terms_in_the_order_of_the_table() {
        let terms = METRICS.iter().filter(|row| row.figure.is_term());
        let terms: Vec<String> = terms.map(|row| format!("{0}*w.{0}", row.name)).collect();
        let profile = String::from_utf8(family_profile()).unwrap();
        let formula = format!(r#""utility":"{}""#, terms.join(" + "));
        assert!(profile.contains(&formula), "{formula}");
    }
}
