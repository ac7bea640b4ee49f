//! What the engine publishes of itself: versions, catalogue, policy and formula.

use super::answer::answer;
use super::evidence::fingerprint;
use crate::error::Result;
use crate::evaluation::{gate, utility};
use crate::execution::PROFILE;
use crate::json::{Emit, Printer, Sink};
use crate::strategy::catalogue;
use crate::version::{
    CONTRACT_VERSION, ENGINE_VERSION, FORMULA_VERSION, POLICY_VERSION, RULES_VERSION,
};

/// Answers with the versions of what decides a number.
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
        for entry in catalogue::all() {
            entry.spec.emit(sink);
        }
        sink.end_array();
    })
}

/// Answers with the execution policy and the scoring formula with all its constants.
pub fn family_profile() -> Vec<u8> {
    published(|sink| {
        sink.member("executionPolicy", PROFILE);
        sink.key("gates");
        emit_gates(sink);
        sink.key("scoring");
        emit_scoring(sink);
    })
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
    sink.key("weights");
    sink.begin_object();
    sink.member("annualizedMeanReturn", utility::RETURN_WEIGHT);
    sink.member("cvar", -utility::CVAR_WEIGHT);
    sink.member("executionCost", -utility::COST_WEIGHT);
    sink.member("maxDrawdown", -utility::DRAWDOWN_WEIGHT);
    sink.member("turnover", -utility::TURNOVER_WEIGHT);
    sink.end_object();
    sink.end_object();
}

fn emit_gates(sink: &mut dyn Sink) {
    let thresholds = [
        ("POSITIVE_UTILITY", "above", 0.0),
        ("ABOVE_IDLE", "above idleUtility plus", gate::IDLE_MARGIN),
        ("MAX_DRAWDOWN", "at most", gate::DRAWDOWN_MAX),
        ("MAX_TURNOVER", "at most", gate::TURNOVER_MAX),
        ("MIN_SCORED_DAYS", "at least", gate::SCORED_DAYS_MIN),
        ("MIN_FILLS", "at least", gate::FILLS_MIN),
        ("RUNTIME_BUDGET", "at most", gate::RUNTIME_MAX),
    ];
    sink.begin_array();
    for (name, rule, threshold) in thresholds {
        sink.begin_object();
        sink.member("gate", name);
        sink.member("rule", rule);
        sink.member("threshold", threshold);
        sink.end_object();
    }
    sink.end_array();
}

fn published(emit: impl FnOnce(&mut dyn Sink)) -> Vec<u8> {
    answer(|printer: &mut Printer| -> Result<()> {
        printer.begin_object();
        emit(printer);
        printer.end_object();
        Ok(())
    })
}
