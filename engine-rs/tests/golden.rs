//! The golden cases: whole runs compared with the figures of an independent implementation of the
//! rules.
//!
//! Tolerances are those of `tests/golden/engine/README.md`.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]

use crate::support::check::Check;
use crate::support::golden_component::compare_component;
use crate::support::{Case, at, golden_cases, number, text};
use arena_engine::internals::evaluation::scenario::{
    PERTURBATION_BLOCK, Scenario, drawn_days, random_of,
};
use arena_engine::internals::evaluation::utility::Utility;
use arena_engine::internals::evaluation::{
    Assessment, Official, ScenarioOutcome, ScenarioSet, Trials, benchmark, utility,
};
use arena_engine::internals::json::Json;
use arena_engine::internals::market::Dataset;
use arena_engine::internals::simulation::{Figure, METRICS, Metrics, ScoredRun, Value, run};
use arena_engine::internals::strategy::{Columns, Context};

#[test]
fn every_case_gives_the_expected_figures() {
    let cases = golden_cases();
    assert_eq!(cases.len(), 39);
    let mut failures = Vec::new();
    for (name, bytes) in &cases {
        let mut check = Check { case: name, failures: Vec::new() };
        compare(&Case::new(bytes), &mut check);
        failures.extend(check.failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn compare(case: &Case<'_>, check: &mut Check<'_>) {
    let (dataset, candidate) = case.loaded();
    let plan = candidate.plan(dataset.trade_start_index);
    let record = run(&plan, &dataset.series);
    let Some(scored) = ScoredRun::of(&record, &dataset.series) else {
        assert_ne!(*case.at("expected/error"), Json::Null, "{} has no metrics", check.case);
        return;
    };
    assert_eq!(*case.at("expected/error"), Json::Null, "{} should be an error", check.case);
    compare_metrics(&scored, case.at("expected/metrics"), check);
    compare_scores(case.at("expected"), &dataset, &scored, check);
    compare_assessment(case, &Official { dataset: &dataset, plan: &plan, run: &scored }, check);
    for (at_component, component) in record.components.iter().enumerate() {
        let expected = case.at(&format!("expected/components/{at_component}")).clone();
        let planned = &plan.components[at_component];
        let context = Context {
            timeframe: dataset.series.clock.timeframe,
            capital: plan.capital * planned.weight,
        };
        let columns = Columns::of(&dataset.series);
        let opinions = planned.entry.opinions(&planned.params, &context, &columns);
        assert_eq!(component.targets.has_opinion(), opinions > 0, "{}", check.case);
        let id = planned.entry.spec.id;
        check.equal(&format!("{id} opinions"), opinions as f64, at(&expected, "counts/opinions"));
        compare_component((&record, at_component, component), &expected, &dataset, check);
    }
    let path = record.equity(&dataset.series);
    for (bar, equity) in case.at("expected/portfolioEquity").members().expect("equity") {
        let at: usize = bar.parse().expect("bar");
        let found = if at < record.start { record.capital } else { path[at - record.start] };
        check.close(&format!("equity {at}"), found, equity, record.capital);
    }
}

fn compare_assessment(case: &Case<'_>, official: &Official<'_>, check: &mut Check<'_>) {
    let (dataset, expected) = (official.dataset, case.at("expected"));
    let seed = at(expected, "scenarioSeed").number().map_or(0, |seed| seed as u64);
    let trials = Trials { searched: 5, ..Trials::UNCOUNTED };
    // The cases have no generator.
    let scenarios = ScenarioSet::of(dataset, seed);
    let assessment = Assessment::of(official, trials, &scenarios, None).expect("assessment");
    let luck = &assessment.luck;
    check.close("tEff", assessment.capital_score.t_eff, at(expected, "tEff"), 1.0);
    check.optional("psr", luck.probabilistic_sharpe, at(expected, "probabilisticSharpe"));
    check.optional("dsr", luck.deflated_sharpe, at(expected, "deflatedSharpeOf5Trials"));
    compare_gates(&assessment, at(expected, "gates"), check);
    if seed == 0 {
        return;
    }
    let days = drawn_days(&dataset.series, random_of(seed, 1), PERTURBATION_BLOCK);
    let expected_days = at(expected, "daysOfPerturbation1").items().expect("days");
    let expected_days: Vec<usize> = expected_days.iter().map(|day| number(day) as usize).collect();
    assert_eq!(days, expected_days, "{} daysOfPerturbation1", check.case);
    for outcome in &assessment.scenarios {
        let id = outcome.scenario.id();
        let group = match outcome.scenario {
            Scenario::Official => continue,
            Scenario::Perturbation(_) => format!("perturbations/{id}"),
            Scenario::Stress(_) => format!("stresses/{id}"),
        };
        compare_outcome(outcome, at(expected, &group), check);
    }
}

fn compare_outcome(outcome: &ScenarioOutcome, expected: &Json<'_>, check: &mut Check<'_>) {
    let id = outcome.scenario.id();
    for (name, found) in [
        ("utility", outcome.utility()),
        ("idleUtility", outcome.idle_utility()),
        ("benchmarkUtility", outcome.benchmark_utility()),
    ] {
        check.figure(&format!("{id} {name}"), found, at(expected, name));
    }
    for (name, found) in outcome.metrics.members() {
        let scale = scale_of(name, outcome.metrics.turnover);
        check.close(&format!("{id} {name}"), found, at(expected, name), scale);
    }
    check.equal(&format!("{id} fills"), outcome.fills as f64, at(expected, "fills"));
}

fn compare_gates(assessment: &Assessment, expected: &Json<'_>, check: &mut Check<'_>) {
    for expected in expected.items().expect("gates") {
        let name = text(at(expected, "gate"));
        let gate = assessment.gates.iter().find(|gate| gate.name == name).expect(name);
        let measure = gate.measure.expect("measure");
        check.figure(&format!("{name} value"), measure.value, at(expected, "value"));
        check.figure(&format!("{name} threshold"), measure.threshold, at(expected, "threshold"));
        check.figure(&format!("{name} margin"), measure.margin, at(expected, "margin"));
        assert_eq!(*at(expected, "passed"), Json::Boolean(gate.passed), "{} {name}", check.case);
    }
}

/// Compares the metrics that the cases contain; newer metrics have their own tests.
fn compare_metrics(run: &ScoredRun<'_>, expected: &Json<'_>, check: &mut Check<'_>) {
    let metrics = Metrics::of(run);
    let known = expected.members().expect("metrics");
    check.figure("scoredDays", run.days, at(expected, "scoredDays"));
    check.equal("dailyReturns", run.daily.len() as f64, at(expected, "dailyReturns"));
    for (name, expected) in known {
        let name = name.as_ref();
        if ["scoredDays", "dailyReturns"].contains(&name) {
            continue;
        }
        let row = METRICS.iter().find(|row| row.name == name).expect(name);
        let found = metrics.members().find(|(member, _)| *member == name).expect(name).1;
        match (found, row.figure) {
            (Value::Flag(found), _) => {
                assert_eq!(*expected, Json::Boolean(found), "{} {name}", check.case);
            }
            (Value::Missing, _) => check.optional(name, None, expected),
            (Value::Number(found), Figure::Count(_)) => check.equal(name, found, expected),
            (Value::Number(found), Figure::Optional(_)) => {
                check.optional(name, Some(found), expected);
            }
            (Value::Number(found), _) => {
                check.close(name, found, expected, scale_of(name, run.core.turnover));
            }
        }
    }
}

/// The scale of a metric's tolerance; for a cost, that of the traded value.
fn scale_of(name: &str, turnover: f64) -> f64 {
    if name == "executionCost" { turnover } else { 1e-3 }
}

fn compare_scores(
    expected: &Json<'_>,
    dataset: &Dataset,
    run: &ScoredRun<'_>,
    check: &mut Check<'_>,
) {
    let (record, series, start) = (run.record, &dataset.series, dataset.trade_start_index);
    let hold = benchmark::buy_and_hold(record.capital, series, start).expect("hold");
    let idle = benchmark::idle(record.capital, series, start).expect("idle");
    let total = |metrics| Utility::of(metrics).total();
    let (own, hold, idle) = (total(&run.core), total(&hold), total(&idle));
    check.figure("utility", own, at(expected, "utility"));
    check.figure("benchmarkUtility", hold, at(expected, "benchmarkUtility"));
    check.figure("idleUtility", idle, at(expected, "idleUtility"));
    let (score, floored) = utility::score(own, hold);
    check.close("score", score, at(expected, "score"), 1.0);
    assert_eq!(*at(expected, "benchmarkFloorUsed"), Json::Boolean(floored), "{}", check.case);
}
