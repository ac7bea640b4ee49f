//! Generated markets and plans on them, for property tests.

use arena_engine::internals::execution::PROFILE;
use arena_engine::internals::generator::{MarketSpec, generate};
use arena_engine::internals::market::{Dataset, Provenance, Series, Timeframe, Unknown};
use arena_engine::internals::portfolio::{EventKind, Run};
use arena_engine::internals::simulation::{Plan, PlannedComponent};
use arena_engine::internals::strategy::ParamValues;
use arena_engine::internals::strategy::{CatalogueEntry, catalogue};
use proptest::prelude::*;

/// Returns the dataset of a seed, with thirty days of warmup.
pub(crate) fn dataset(spec: &MarketSpec, timeframe: Timeframe, seed: u64) -> Dataset {
    let (terms, columns) = generate(spec, seed, timeframe);
    let warmup = 30 * timeframe.bars_per_day();
    Dataset {
        market_id: spec.market_id,
        market_key: spec.market_key.into(),
        asset: None,
        is_served: true,
        provenance: Provenance::Synthetic { seed, passive_gap: spec.passive_gap(timeframe) },
        unknown: Unknown::default(),
        sha256: "0".repeat(64),
        trade_start_index: warmup,
        series: Series::new(&terms, columns).expect("a generated dataset"),
    }
}

/// Returns every market on both timeframes.
pub(crate) fn datasets(seed: u64) -> impl Iterator<Item = Dataset> {
    let all = MarketSpec::ALL.into_iter().flat_map(|spec| Timeframe::ALL.map(|t| (spec, t)));
    all.map(move |(spec, timeframe)| dataset(&spec, timeframe, seed))
}

/// Returns a plan of strategies with default parameters, each with its share of all shares.
pub(crate) fn plan(
    chosen: &[(&'static CatalogueEntry, u32)],
    dataset: &Dataset,
    capital: f64,
) -> Plan {
    let timeframe = dataset.series.clock.timeframe;
    let shares: u32 = chosen.iter().map(|(_, share)| share).sum();
    let components = chosen.iter().map(|(entry, share)| PlannedComponent {
        entry,
        params: ParamValues::defaults(entry.spec.params, timeframe),
        weight: f64::from(*share) / f64::from(shares),
    });
    let components = components.collect();
    Plan { profile: PROFILE, capital, components, start: dataset.trade_start_index }
}

/// Returns the strategies whose features a dataset offers.
pub(crate) fn runnable(dataset: &Dataset) -> Vec<&'static CatalogueEntry> {
    let offered = dataset.series.features();
    catalogue::all().filter(|entry| entry.spec.features.first_missing(offered).is_none()).collect()
}

/// A dataset of any market, timeframe and seed.
pub(crate) fn any_dataset() -> impl Strategy<Value = Dataset> {
    (0..3_usize, 0..2_usize, 1..1_000_u64).prop_map(|(market, timeframe, seed)| {
        dataset(&MarketSpec::ALL[market], Timeframe::ALL[timeframe], seed)
    })
}

/// A dataset and some strategies that run on it, with their capital.
pub(crate) fn any_plan() -> impl Strategy<Value = (Dataset, Plan)> {
    let choices = prop::collection::vec((any::<prop::sample::Index>(), 1..100_u32), 1..6);
    (any_dataset(), choices, 0..9_i32, 1..10_u32).prop_map(|(dataset, choices, size, digit)| {
        let entries = runnable(&dataset);
        let chosen: Vec<_> =
            choices.iter().map(|(choice, share)| (*choice.get(&entries), *share)).collect();
        // Every size has other guardrails that veto most.
        let capital = (0..size).fold(f64::from(digit), |capital, _| capital * 10.0);
        let plan = plan(&chosen, &dataset, capital);
        (dataset, plan)
    })
}

/// Returns the bits of numbers, which decide whether columns are equal.
pub(crate) fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Returns the record of a run up to bar `at`, as text.
pub(crate) fn history(run: &Run, series: &Series, at: usize) -> String {
    let targets: Vec<_> = run
        .components
        .iter()
        .map(|component| bits(&component.targets.column(series.bars())[..=at]))
        .collect();
    let equity = run.equity(series);
    let equity = bits(&equity[..(at + 1).saturating_sub(run.start).min(equity.len())]);
    let mut events: Vec<_> = run.events.iter().filter(|event| event.at <= at).cloned().collect();
    for event in &mut events {
        // a run of skips may continue after `at`
        if let EventKind::Skip { bars, .. } = &mut event.kind {
            *bars = (*bars).min(at + 1 - event.at);
        }
    }
    let costs: Vec<_> = run.costs.iter().filter(|cost| cost.at <= at).collect();
    format!("{targets:?} {equity:?} {events:?} {costs:?}")
}
