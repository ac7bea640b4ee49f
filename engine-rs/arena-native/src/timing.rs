//! How long the engine takes, for the benchmarks: the one place that reads a clock.

#![allow(clippy::disallowed_methods, reason = "measures; no number of a run depends on it")]

use arena_engine::internals::contract::{Arena, Candidate, read_dataset};
use arena_engine::internals::evaluation::benchmark;
use arena_engine::internals::evaluation::scenario::{SCENARIO_SEED, Scenario, derive};
use arena_engine::internals::evaluation::score_interval::{Draws, score_interval};
use arena_engine::internals::evaluation::verdict::SisterSet;
use arena_engine::internals::json::parse;
use arena_engine::internals::market::{Dataset, Series};
use arena_engine::internals::simulation::{CoreMetrics, Plan, daily_returns, run_fills};
use arena_engine::internals::strategy::{Columns, Context, Step};
use std::hint::black_box;
use std::io;
use std::time::Instant;

/// Answers with the nanoseconds that `count` runs of a simulation took together:
/// `{"nanoseconds"}`.
pub(crate) fn simulations(arena: &Arena, count: u32, request: &[u8]) -> Vec<u8> {
    let nanoseconds = time(count, || arena.simulate(black_box(request)));
    format!("{{\"nanoseconds\":{nanoseconds}}}").into_bytes()
}

/// Answers with the nanoseconds that `count` times each part of an evaluation took, by name.
///
/// # Errors
/// When the dataset or the candidate is none.
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

/// Answers with the nanoseconds that `count` backtests took together as one writes them by hand:
/// the targets of the first component, then its equity with a flat fee, mean and deviation of the
/// returns and the deepest fall. There are no guardrails, no pool, no ledger and no evidence.
///
/// # Errors
/// When the dataset or the candidate is none.
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
        backtest(targets.steps(), series, plan.start)
    });
    Ok(format!("{{\"nanoseconds\":{nanoseconds}}}").into_bytes())
}

/// Part of what is traded that a trade costs.
const FLAT_FEE: f64 = 0.001;

/// Returns mean and deviation of the returns of a bar, and the deepest fall, of a capital of 1 that
/// is in PT as far as its target says and else in SY.
fn backtest(steps: &[Step], series: &Series, start: usize) -> [f64; 3] {
    let bars = series.bars();
    let (mut units, mut shares, mut target) = (0.0, 1.0 / series.sy_index[start], 0.0);
    let (mut last, mut peak, mut fall) = (1.0_f64, 1.0_f64, 0.0_f64);
    let (mut sum, mut squares) = (0.0, 0.0);
    for (place, step) in steps.iter().enumerate() {
        let end = steps.get(place + 1).map_or(bars, |next| next.at);
        let from = step.at.max(start);
        if end <= from {
            continue;
        }
        if step.target != target {
            let (price, index) = (series.pt_price[from], series.sy_index[from]);
            let equity = units * price + shares * index;
            let rest = equity - (step.target - target).abs() * equity * FLAT_FEE;
            target = step.target;
            units = rest * target / price;
            shares = rest * (1.0 - target) / index;
        }
        let prices = series.pt_price[from..end].iter().zip(&series.sy_index[from..end]);
        for (price, index) in prices {
            let equity = units * price + shares * index;
            let change = equity / last - 1.0;
            sum += change;
            squares += change * change;
            last = equity;
            peak = peak.max(equity);
            fall = fall.max(1.0 - equity / peak);
        }
    }
    let count = (bars - start) as f64;
    let mean = sum / count;
    [mean, (squares / count - mean * mean).max(0.0).sqrt(), fall]
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
