//! The golden cases: whole runs compared with the figures of an independent implementation of the
//! rules.
//!
//! Tolerances are those of `tests/golden/engine/README.md`.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test may fail by panic")]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]

mod support;

use arena_engine::internals::evaluation::scenario::{
    PERTURBATION_BLOCK, Scenario, drawn_days, random_of,
};
use arena_engine::internals::evaluation::utility::Utility;
use arena_engine::internals::evaluation::{
    Assessment, Official, ScenarioOutcome, ScenarioSet, Trials, benchmark, utility,
};
use arena_engine::internals::execution::SkipReason;
use arena_engine::internals::json::Json;
use arena_engine::internals::market::Dataset;
use arena_engine::internals::num;
use arena_engine::internals::portfolio::{ComponentRun, Event, EventKind, Run};
use arena_engine::internals::simulation::{Figure, METRICS, Metrics, ScoredRun, Value, run};
use arena_engine::internals::strategy::{Columns, Context};
use support::{Case, at, golden_cases, number, text};

/// Tolerance relative to the figure, or to the total that it is part of.
const TOLERANCE: f64 = 1e-9;

struct Check<'c> {
    case: &'c str,
    failures: Vec<String>,
}

impl Check<'_> {
    fn close(&mut self, what: &str, found: f64, expected: &Json<'_>, scale: f64) {
        let expected = number(expected);
        let bound = TOLERANCE * num::max(scale, expected.abs());
        if (found - expected).abs() > bound || !found.is_finite() {
            self.failures.push(format!("{} {what}: {found}, expected {expected}", self.case));
        }
    }

    /// Tolerance of everything else: relative 1e-9, or 1e-12.
    fn figure(&mut self, what: &str, found: f64, expected: &Json<'_>) {
        self.close(what, found, expected, 1e-3);
    }

    fn optional(&mut self, what: &str, found: Option<f64>, expected: &Json<'_>) {
        match (found, expected) {
            (None, Json::Null) => {}
            (Some(found), Json::Number(_)) => self.close(what, found, expected, 1.0),
            _ => self
                .failures
                .push(format!("{} {what}: {found:?}, expected {expected:?}", self.case)),
        }
    }

    fn equal(
        &mut self,
        what: &str,
        found: impl PartialEq<f64> + std::fmt::Debug + Copy,
        expected: &Json<'_>,
    ) {
        if found != number(expected) {
            self.failures.push(format!("{} {what}: {found:?}, expected {expected:?}", self.case));
        }
    }

    fn same(&mut self, what: &str, found: &str, expected: &Json<'_>) {
        if found != text(expected) {
            self.failures.push(format!("{} {what}: {found}, expected {expected:?}", self.case));
        }
    }
}

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

fn compare_component(
    (record, at_component, component): (&Run, usize, &ComponentRun),
    expected: &Json<'_>,
    dataset: &Dataset,
    check: &mut Check<'_>,
) {
    let id = text(at(expected, "strategyId")).to_owned();
    let counts = &component.counts;
    let events: Vec<&Event> = record.events_of(at_component).collect();
    for (name, found) in
        [("intents", counts.intents()), ("fills", counts.fills), ("skips", counts.skips())]
    {
        check.equal(&format!("{id} {name}"), found as f64, at(expected, &format!("counts/{name}")));
    }
    for reason in SkipReason::ALL {
        let found = counts.skips_by_reason[reason as usize] as f64;
        check.equal(
            &format!("{id} {}", reason.code()),
            found,
            at(at(expected, "skippedByReason"), reason.code()),
        );
        compare_first_skip(
            (&events, component.capital),
            reason,
            at(at(expected, "firstSkips"), reason.code()),
            check,
        );
    }
    check.equal(&format!("{id} events"), events.len() as f64, at(expected, "events"));
    let fills: Vec<_> =
        events.iter().filter(|e| matches!(e.kind, EventKind::Fill { .. })).collect();
    for (name, event) in [("firstFill", fills.first()), ("lastFill", fills.last())] {
        let expected = at(expected, name);
        match event {
            None => assert_eq!(*expected, Json::Null, "{} {id} {name}", check.case),
            Some(event) => compare_fill(event.at, &event.kind, expected, component.capital, check),
        }
    }
    let redeemed: f64 = events
        .iter()
        .map(|event| match event.kind {
            EventKind::Redemption { notional, .. } => notional,
            _ => 0.0,
        })
        .sum();
    let held = component.position;
    let last = dataset.series.bars() - 1;
    let equity = held.equity(dataset.series.pt_price[last], dataset.series.sy_index[last]);
    let capital = component.capital;
    check.close(&format!("{id} redeemed"), redeemed, at(expected, "redeemed"), capital);
    check.figure(
        &format!("{id} signalTarget"),
        component.targets.column(last + 1)[last],
        at(expected, "signalTarget"),
    );
    check.figure(&format!("{id} position"), held.target, at(expected, "position"));
    check.close(&format!("{id} units"), held.units, at(expected, "units"), capital);
    check.close(&format!("{id} shares"), held.shares, at(expected, "shares"), capital);
    check.close(&format!("{id} equity"), equity, at(expected, "equity"), capital);
}

fn compare_first_skip(
    (events, capital): (&[&Event], f64),
    reason: SkipReason,
    expected: &Json<'_>,
    check: &mut Check<'_>,
) {
    let first = events.iter().find_map(|event| match &event.kind {
        EventKind::Skip { skipped, target, .. } if skipped.reason == reason => {
            Some((event.at, skipped, *target))
        }
        _ => None,
    });
    let Some((bar, skipped, target)) = first else {
        assert_eq!(*expected, Json::Null, "{} {}", check.case, reason.code());
        return;
    };
    let what = |name: &str| format!("first {} {name}", reason.code());
    check.equal(&what("t"), bar as f64, at(expected, "t"));
    check.same(&what("side"), skipped.side.name(), at(expected, "side"));
    check.figure(&what("signalTarget"), target, at(expected, "signalTarget"));
    let scale = match reason {
        SkipReason::MaxEstimatedSlippage => 1e4,
        SkipReason::MinEdgeToCost => skipped.value / skipped.cost_rate.unwrap(),
        SkipReason::MaxTradePctLiquidity => capital,
        _ => 1e-3,
    };
    check.close(&what("value"), skipped.value, at(expected, "value"), scale);
    check.figure(&what("limit"), skipped.limit, at(expected, "limit"));
    check.close(&what("notional"), skipped.notional, at(expected, "notional"), capital);
    check.figure(&what("tvl"), skipped.tvl, at(expected, "tvl"));
    for (name, found, scale) in [
        ("estimatedSlippageBps", skipped.slippage_bps, 1e4),
        ("edge", skipped.edge, 1e-3),
        ("costRate", skipped.cost_rate, 1.0),
    ] {
        match (found, at(expected, name)) {
            (None, Json::Null) => {}
            (Some(found), expected @ Json::Number(_)) => {
                check.close(&what(name), found, expected, scale);
            }
            (found, expected) => check.failures.push(format!(
                "{} {}: {found:?}, expected {expected:?}",
                check.case,
                what(name)
            )),
        }
    }
}

fn compare_fill(
    bar: usize,
    kind: &EventKind,
    expected: &Json<'_>,
    capital: f64,
    check: &mut Check<'_>,
) {
    let EventKind::Fill { intent, approved, .. } = kind else {
        return;
    };
    check.equal("fill t", bar as f64, at(expected, "t"));
    check.same("fill side", intent.side.name(), at(expected, "side"));
    check.figure("fill from", intent.from, at(expected, "fromPosition"));
    check.figure("fill to", intent.to, at(expected, "toPosition"));
    check.close("fill units", approved.quote.units, at(expected, "units"), capital);
    check.close("fill notional", intent.notional, at(expected, "notional"), capital);
    check.figure("fill price", 1.0 / approved.quote.exchange_rate, at(expected, "price"));
    check.close("fill fee", approved.fee_cost, at(expected, "feeCost"), intent.notional);
    check.close(
        "fill slippage",
        approved.slippage_cost,
        at(expected, "slippageCost"),
        intent.notional,
    );
    check.close("fill bps", approved.slippage_bps, at(expected, "estimatedSlippageBps"), 1e4);
}
