//! Properties of the verdict on any candidate: on passive lines, on repeats, at the ends of the
//! ranges.

use crate::support::judged::{Arena, arenas, holding_from, imported};
use crate::support::plans::{plan, runnable};
use arena_engine::internals::evaluation::utility::Utility;
use arena_engine::internals::evaluation::verdict::{
    LINE_CAPITAL, Line, Method, SisterSet, Verdict, edge::mean,
};
use arena_engine::internals::evaluation::{Assessment, ScenarioOutcome, Trials, benchmark};
use arena_engine::internals::generator::{MarketSpec, generate, path_seeds};
use arena_engine::internals::market::{Clock, Dataset, Series};
use arena_engine::internals::simulation::{CoreMetrics, Plan, run, run_targets, run_totals};
use arena_engine::internals::strategy::Targets;
use proptest::prelude::*;
use std::sync::Arc;

fn passes(assessment: &Assessment, name: &str) -> Option<bool> {
    assessment.gates.iter().find(|gate| gate.name == name).map(|gate| gate.passed)
}

fn utility(plan: &Plan, series: &Series, targets: Option<Vec<Targets>>) -> f64 {
    let record = match targets {
        Some(targets) => run_targets(plan, series, targets),
        None => run_totals(plan, series),
    };
    Utility::of(&CoreMetrics::of(&record, series).expect("metrics")).total()
}

fn all_finite(verdict: &Verdict) -> bool {
    let mut numbers = vec![verdict.edge, verdict.p_value, verdict.p_adjusted];
    if let Some(sisters) = &verdict.sisters {
        let (low, high) = sisters.edge.interval();
        numbers.extend([sisters.edge.standard_error, low, high, sisters.timing.edge]);
        numbers.extend([sisters.edge.t, sisters.timing.t].into_iter().flatten());
        numbers.push(sisters.timing.p);
    }
    let series = &verdict.series;
    numbers
        .extend([&series.utility, &series.hold, &series.idle, &series.twin].into_iter().flatten());
    let probabilities = [verdict.p_value, verdict.p_adjusted];
    numbers.iter().all(|number| number.is_finite())
        && probabilities.iter().all(|p| (0.0..=1.0).contains(p))
}

#[test]
fn sister_paths_have_the_published_seeds() {
    for arena in arenas() {
        let (dataset, sisters) = (&arena.dataset, arena.sisters.as_ref().unwrap());
        let spec = MarketSpec::of_key(&dataset.market_key).unwrap();
        let start = dataset.trade_start_index;
        for (at, seed) in
            path_seeds::sister_seeds(path_seeds::SCENARIO_SEED).into_iter().enumerate().step_by(21)
        {
            let (terms, columns) = generate(spec, seed, dataset.series.clock.timeframe);
            let series = Series::new(&terms, columns.clone()).expect("a valid path");
            assert_eq!(sisters.series()[at].columns(), series.columns());
            let total = |metrics: Option<CoreMetrics>| Utility::of(&metrics.unwrap()).total();
            let hold = benchmark::buy_and_hold(LINE_CAPITAL, &series, start);
            assert_eq!(sisters.hold[at], total(hold));
            assert_eq!(sisters.idle[at], total(benchmark::idle(LINE_CAPITAL, &series, start)));
        }
    }
}

#[test]
fn the_series_of_a_verdict_are_runs_on_the_paths_and_twins_of_the_next() {
    for arena in arenas() {
        let sisters = arena.sisters.as_ref().unwrap();
        let plan = arena.plan(&[("yield-bollinger", 3), ("yield-rsi", 2)], 5e4);
        let verdict = arena.verdict(&plan);
        let series = &verdict.series;
        assert_eq!((series.utility.len(), series.hold.len(), series.idle.len()), (64, 64, 64));
        assert_eq!(series.twin.len(), 32);
        for at in (0..32).step_by(5) {
            let here = &sisters.series()[at];
            assert_eq!(series.utility[at], utility(&plan, here, None));
            // the ledger column of the run on the next path, including everything printed of it
            let next = run(&plan, &sisters.series()[at + 1]);
            let bars = here.bars();
            let chosen = next.components.iter().map(|one| one.targets.column(bars));
            let chosen = chosen.map(|column| Targets::of_column(&column)).collect();
            assert_eq!(series.twin[at], utility(&plan, here, Some(chosen)));
        }
        let beats = |line: &[f64]| {
            let pairs = series.utility.iter().zip(line);
            pairs.filter(|(own, line)| **own > **line + 1e-9).count()
        };
        let line = if verdict.line == Line::Hold { &series.hold } else { &series.idle };
        let found = verdict.sisters.as_ref().unwrap().beats;
        assert_eq!(found, [beats(&series.hold), beats(&series.idle), beats(line)]);
    }
}

#[test]
fn holding_is_not_a_strategy() {
    for arena in arenas() {
        // small enough for every pool and every guardrail
        let plan = Plan { capital: 1_000.0, ..holding_from(arena, 0.0) };
        let assessment = arena.assessed(&plan, Trials::UNCOUNTED);
        let verdict = &assessment.verdict;
        let sisters = verdict.sisters.as_ref().unwrap();
        // up to the price impact of a purchase
        let worst = verdict.series.utility.iter().zip(&verdict.series.hold);
        assert!(worst.clone().all(|(own, hold)| own < hold && hold - own < 1e-3));
        assert_eq!((sisters.timing.edge, sisters.timing.t, sisters.timing.p), (0.0, None, 1.0));
        assert_eq!(verdict.same_as, Some(Line::Hold));
        let key = &arena.dataset.market_key;
        assert_eq!(passes(&assessment, "TIMING"), Some(false), "{key}");
        assert!(!assessment.is_eligible());
        if verdict.line == Line::Hold {
            assert!(verdict.edge < 0.0 && verdict.p_value > 0.5, "{key}");
            assert_eq!(passes(&assessment, "EDGE"), Some(false), "{key}");
        }
    }
}

#[test]
fn a_candidate_without_fills_is_no_better_than_the_line() {
    for arena in arenas() {
        for capital in [0.01, 7.0, LINE_CAPITAL] {
            let plan = Plan { capital, ..holding_from(arena, 0.5) };
            let assessment = arena.assessed(&plan, Trials::UNCOUNTED);
            let verdict = &assessment.verdict;
            let sisters = verdict.sisters.as_ref().unwrap();
            let gap = sisters.passive_gap;
            let expected = if verdict.line == Line::Hold { -gap } else { 0.0 };
            assert!((verdict.edge - expected).abs() < 1e-12, "{}", verdict.edge);
            assert!(sisters.edge.residuals < 1e-20);
            assert_eq!((sisters.edge.t, verdict.p_value, verdict.p_adjusted), (None, 1.0, 1.0));
            assert_eq!((sisters.timing.t, verdict.same_as), (None, Some(Line::Idle)));
            assert_eq!(passes(&assessment, "EDGE"), Some(false));
        }
    }
}

#[test]
fn the_capital_score_covers_the_official_run_the_paths_and_four_stresses() {
    for arena in arenas() {
        let plan = arena.plan(&[("yield-bollinger", 1)], LINE_CAPITAL);
        let found = arena.assessed(&plan, Trials::UNCOUNTED);
        let rows: Vec<f64> = found.scenarios.iter().map(ScenarioOutcome::utility).collect();
        let ids: Vec<&str> = found.scenarios.iter().map(|row| row.scenario.id()).collect();
        assert_eq!((ids.len(), ids[4]), (6, "par-break"));
        let counted = [&rows[..1], &found.verdict.series.utility, &rows[1..4], &rows[5..]].concat();
        assert_eq!((counted.len(), found.capital_score.scenarios), (69, 69));
        assert_eq!(found.capital_score.mean_utility, mean(&counted));
        let alone = Arena::of(imported(&arena.dataset));
        let found = alone.assessed(&plan, Trials::UNCOUNTED);
        assert_eq!((found.scenarios.len(), found.capital_score.scenarios), (12, 11));
    }
}

#[test]
fn a_dataset_without_a_generator_is_judged_by_rotation() {
    for arena in arenas() {
        let alone = Arena::of(imported(&arena.dataset));
        assert!(alone.sisters.is_none());
        let plan = alone.plan(&[("yield-bollinger", 1), ("yield-rsi", 1)], LINE_CAPITAL);
        let assessment = alone.assessed(&plan, Trials::UNCOUNTED);
        let (verdict, official) = (&assessment.verdict, &assessment.scenarios[0]);
        let (hold, idle) = (official.benchmark_utility(), official.idle_utility());
        let line = if hold >= idle { hold } else { idle };
        assert_eq!(verdict.method, Method::Rotation);
        assert_eq!(
            (verdict.edge, verdict.series.mean),
            (official.utility() - line, official.utility())
        );
        assert_eq!((verdict.series.utility.len(), verdict.series.twin.len()), (99, 0));
        assert_eq!(
            (&verdict.series.hold[..], &verdict.series.idle[..]),
            (&[hold][..], &[idle][..])
        );
        assert_eq!(passes(&assessment, "TIMING"), None);
        assert!(all_finite(verdict));
        // one bar later, scored bar i is the bar a day before
        let (series, start) = (&alone.dataset.series, plan.start);
        let record = run(&plan, series);
        let turned = record.components.iter().map(|one| {
            let column = one.targets.column(series.bars());
            let scored = &column[start..];
            let days = scored.len();
            let later = (0..days).map(|bar| scored[(bar + days - 1) % days]);
            Targets::of_column(&column[..start].iter().copied().chain(later).collect::<Vec<_>>())
        });
        assert_eq!(verdict.series.utility[0], utility(&plan, series, Some(turned.collect())));
        // a half-year proves nothing after many trials
        let after = |evaluated| Trials { evaluated, counted: true, ..Trials::UNCOUNTED };
        let best = alone.assessed(&plan, after(6)).verdict;
        assert!(best.p_adjusted > 0.05);
        // out of the market there is no target to rotate
        let idle = alone.verdict(&holding_from(&alone, 0.5));
        assert_eq!((idle.p_value, idle.same_as), (1.0, Some(Line::Idle)));
    }
}

#[test]
fn another_maturity_or_an_unknown_market_has_no_paths() {
    for arena in arenas() {
        let dataset = &arena.dataset;
        let Clock { timeframe, timestamp, expiry, far_expiry, .. } =
            (*dataset.series.clock).clone();
        let at = |clock: Clock| {
            let mut changed = dataset.clone();
            changed.series.clock = Arc::new(clock);
            SisterSet::of(&changed)
        };
        assert!(at(Clock::new(timeframe, timestamp.clone(), expiry, far_expiry)).is_some());
        let later = Clock::new(timeframe, timestamp.clone(), expiry + 1, far_expiry);
        assert!(at(later).is_none());
        let moved = timestamp.iter().map(|close| close - 1).collect();
        assert!(at(Clock::new(timeframe, moved, expiry, far_expiry)).is_none());
        let unknown = Dataset { market_key: "other".into(), ..dataset.clone() };
        assert!(SisterSet::of(&unknown).is_none());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// For any run with any capital, repeatedly and in another order.
    #[test]
    fn every_verdict_is_finite_and_reproducible(
        market in 0..3_usize,
        choices in prop::collection::vec((any::<prop::sample::Index>(), 1..100_u32), 1..4),
        digits in -6..13_i32,
        is_imported in any::<bool>(),
        count in 1..=u32::MAX,
    ) {
        let arena = &arenas()[market];
        let entries = runnable(&arena.dataset);
        let chosen: Vec<_> =
            choices.iter().map(|(choice, share)| (*choice.get(&entries), *share)).collect();
        let capital = format!("1e{digits}").parse().expect("a number");
        let plan = plan(&chosen, &arena.dataset, capital);
        let trials = Trials { evaluated: count, counted: true, ..Trials::UNCOUNTED };
        let alone;
        let arena = if is_imported {
            alone = Arena::of(imported(&arena.dataset));
            &alone
        } else {
            arena
        };
        let found = arena.assessed(&plan, trials);
        prop_assert!(all_finite(&found.verdict), "{:?}", found.verdict);
        prop_assert!(found.verdict.p_adjusted >= found.verdict.p_value);
        prop_assert!(found.capital_score.capital_score.is_finite());
        let (low, high) = found.luck.score_interval;
        prop_assert!(low.is_finite() && high.is_finite() && low <= high);
        prop_assert_eq!(&arena.assessed(&plan, trials).verdict, &found.verdict);
        if capital <= 1.0 {
            // small enough not to move the price for the next component
            let mut turned = plan.clone();
            turned.components.reverse();
            let turned = arena.verdict(&turned);
            prop_assert!((turned.edge - found.verdict.edge).abs() < 1e-6);
        }
    }
}
