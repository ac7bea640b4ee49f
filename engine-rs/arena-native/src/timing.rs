//! Timings of the engine for the benchmarks; no other module reads a clock.

#![allow(clippy::disallowed_methods, reason = "measures; no number of a run depends on it")]

use crate::backtest::backtest;
use arena_engine::Uncounted;
use arena_engine::internals::contract::{Arena, Candidate, read_dataset};
use arena_engine::internals::evaluation::scenario::{SCENARIO_SEED, Scenario, derive};
use arena_engine::internals::evaluation::score_interval::{Draws, score_interval};
use arena_engine::internals::evaluation::verdict::SisterSet;
use arena_engine::internals::evaluation::{ScenarioSet, benchmark};
use arena_engine::internals::json::parse;
use arena_engine::internals::market::{Dataset, Series};
use arena_engine::internals::simulation::{CoreMetrics, Plan, daily_returns, run_fills};
use arena_engine::internals::strategy::{Columns, Context};
use std::hint::black_box;
use std::io;
use std::time::Instant;

/// Answers with the total nanoseconds of `count` runs of a simulation: `{"nanoseconds"}`.
pub(crate) fn simulations(arena: &Arena, count: u32, request: &[u8]) -> Vec<u8> {
    let nanoseconds = time(count, || arena.simulate(black_box(request)));
    format!("{{\"nanoseconds\":{nanoseconds}}}").into_bytes()
}

/// Answers with the total nanoseconds of `count` runs of each part of an evaluation, by name.
///
/// # Errors
/// If the dataset or the candidate is invalid.
pub(crate) fn evaluation_parts(
    count: u32,
    header: &[u8],
    columns: &[f64],
    candidate: &[u8],
) -> io::Result<Vec<u8>> {
    let wrong = |error| io::Error::other(format!("{error:?}"));
    let dataset = read_dataset(header, columns).map_err(wrong)?;
    let document = parse(candidate).map_err(io::Error::other)?;
    let candidate =
        Candidate::read(&document, &[(dataset.market_id, dataset.timeframe())]).map_err(wrong)?;
    let plan = candidate.plan(dataset.trade_start_index);
    let series = &dataset.series;
    let record = run_fills(&plan, series);
    let core = CoreMetrics::of(&record, series).ok_or_else(|| io::Error::other("no metrics"))?;
    let daily = daily_returns(record.capital, &record.holdings, series);
    let mut parts = scenario_parts(count, &dataset, &plan);
    let draws = Draws::of(daily.len(), SCENARIO_SEED);
    let hold = draws.utilities(&daily, &core);
    let interval = time(count, || score_interval(&draws.utilities(&daily, &core), &hold, 0.05));
    parts.push(("makeDraws", time(count, || Draws::of(daily.len(), SCENARIO_SEED))));
    parts.push(("interval", interval));
    let parts: Vec<String> = parts.iter().map(|(name, ns)| format!("\"{name}\":{ns}")).collect();
    Ok(format!("{{{}}}", parts.join(",")).into_bytes())
}

/// Answers with the nanoseconds of the fastest of `count` later evaluations of a payload, and of the
/// fastest of its runs without evidence: `{"evaluation", "runs"}`. The runs are those on the dataset,
/// on its scenarios and on its sister paths, each with the terms of its utility.
///
/// # Errors
/// If the dataset or the payload is invalid.
pub(crate) fn evaluation(
    count: u32,
    header: &[u8],
    columns: &[f64],
    payload: &[u8],
) -> io::Result<Vec<u8>> {
    let wrong = |error| io::Error::other(format!("{error:?}"));
    let dataset = read_dataset(header, columns).map_err(wrong)?;
    let document = parse(payload).map_err(io::Error::other)?;
    let body = document.get("candidate").ok_or_else(|| io::Error::other("no candidate"))?;
    let candidate =
        Candidate::read(body, &[(dataset.market_id, dataset.timeframe())]).map_err(wrong)?;
    let plan = candidate.plan(dataset.trade_start_index);
    let (scenarios, sisters) = (ScenarioSet::of(&dataset, SCENARIO_SEED), SisterSet::of(&dataset));
    let mut arena = Arena::new();
    arena.insert(read_dataset(header, columns).map_err(wrong)?);
    let (mut evaluation, mut runs) = (u128::MAX, u128::MAX);
    // The first round fills the caches that later evaluations use.
    for _ in 0..=count {
        let evaluate = || arena.evaluate(b"{}", black_box(payload), &mut Uncounted);
        evaluation = evaluation.min(time(1, evaluate));
        let core = |series: &Series| CoreMetrics::of(&run_fills(&plan, series), series);
        runs = runs.min(time(1, || {
            let paths = sisters.as_ref().map(|sisters| sisters.run(&plan));
            let changed = scenarios.iter().skip(1).filter_map(|(_, series)| core(series)).count();
            (core(&dataset.series), changed, paths)
        }));
    }
    Ok(format!("{{\"evaluation\":{evaluation},\"runs\":{runs}}}").into_bytes())
}

/// Answers with the total nanoseconds of `count` backtests as one would write them by hand: the
/// targets of the first component, then its equity with a flat fee, mean and deviation of the
/// returns, and the maximum drawdown. There are no guardrails, no pool, no ledger and no evidence.
///
/// # Errors
/// If the dataset or the candidate is invalid.
pub(crate) fn backtests(
    count: u32,
    header: &[u8],
    columns: &[f64],
    candidate: &[u8],
) -> io::Result<Vec<u8>> {
    let wrong = |error| io::Error::other(format!("{error:?}"));
    let dataset = read_dataset(header, columns).map_err(wrong)?;
    let document = parse(candidate).map_err(io::Error::other)?;
    let candidate =
        Candidate::read(&document, &[(dataset.market_id, dataset.timeframe())]).map_err(wrong)?;
    let plan = candidate.plan(dataset.trade_start_index);
    let planned = plan.components.first().ok_or_else(|| io::Error::other("no component"))?;
    let series = &dataset.series;
    let context = Context { timeframe: series.clock.timeframe, capital: plan.capital };
    let nanoseconds = time(count, || {
        let columns = Columns::of(black_box(series));
        let targets = planned.entry.targets(&planned.params, &context, &columns);
        backtest(targets.steps(), [&series.pt_price, &series.sy_index], plan.start)
    });
    Ok(format!("{{\"nanoseconds\":{nanoseconds}}}").into_bytes())
}

fn scenario_parts(count: u32, dataset: &Dataset, plan: &Plan) -> Vec<(&'static str, u128)> {
    let made = |kind: &str| {
        let of_kind = Scenario::ALL.into_iter().filter(|scenario| scenario.kind() == kind);
        of_kind.map(|scenario| derive(dataset, scenario, SCENARIO_SEED)).collect::<Vec<Series>>()
    };
    let all = Scenario::ALL.map(|scenario| derive(dataset, scenario, SCENARIO_SEED));
    let sisters = SisterSet::of(dataset);
    let records = all.each_ref().map(|series| run_fills(plan, series));
    vec![
        ("makeSisters", time(count, || SisterSet::of(dataset))),
        ("sisters", time(count, || sisters.as_ref().map(|sisters| sisters.run(plan)))),
        ("makePerturbations", time(count, || made("perturbation"))),
        ("makeStresses", time(count, || made("stress"))),
        ("run", time(count, || all.each_ref().map(|series| run_fills(plan, series).costs.len()))),
        (
            "metrics",
            time(count, || {
                let pairs = all.iter().zip(&records);
                pairs.filter_map(|(series, run)| CoreMetrics::of(run, series)).count()
            }),
        ),
        (
            "holdAndIdle",
            time(count, || {
                all.each_ref().map(|series| {
                    let buy_and_hold = benchmark::buy_and_hold(plan.capital, series, plan.start);
                    (buy_and_hold, benchmark::idle(plan.capital, series, plan.start))
                })
            }),
        ),
    ]
}

/// Returns the nanoseconds of `count` calls.
fn time<T>(count: u32, mut work: impl FnMut() -> T) -> u128 {
    let start = Instant::now();
    for _ in 0..count {
        black_box(work());
    }
    start.elapsed().as_nanos()
}
