//! Fresh paths of a market that no verdict uses; they measure the true figures of a candidate.

use crate::worker_pool::WorkerPool;
use arena_engine::internals::evaluation::benchmark;
use arena_engine::internals::evaluation::gate::P_VALUE_MAX;
use arena_engine::internals::evaluation::utility::Utility;
use arena_engine::internals::evaluation::verdict::{Edge, LINE_CAPITAL, Timing};
use arena_engine::internals::generator::path_seeds::SISTERS;
use arena_engine::internals::generator::{MarketSpec, path};
use arena_engine::internals::market::{Dataset, Series};
use arena_engine::internals::num::stats;
use arena_engine::internals::portfolio::Run;
use arena_engine::internals::simulation::{CoreMetrics, Plan, run_fills, run_targets};
use std::ops::Range;
use std::sync::Arc;

/// Seed of the first fresh path; the others are consecutive.
const FIRST_SEED: u64 = 9_000_000;

/// Fresh paths of a market, with the utility of both passive lines.
#[derive(Debug)]
pub struct FreshPaths {
    series: Vec<Series>,
    passive_gap: f64,
    /// Utility of holding PT on each path.
    pub hold: Vec<f64>,
    /// Utility of all capital left in SY.
    pub idle: Vec<f64>,
}

/// True figures of a candidate, up to the error of the fresh paths.
#[derive(Debug, Clone)]
pub struct Truth {
    /// Utility on each path. It orders candidates like their scores if the path were the official
    /// one.
    pub utilities: Arc<[f64]>,
    /// Mean utility over the paths.
    pub mean_utility: f64,
    /// The edge over the better passive line.
    pub edge: Edge,
    /// Test of the candidate against its blind twin.
    pub timing: Timing,
    /// The edge's test on sets of paths as large as that of the verdict.
    pub other_sets: OtherSets,
}

/// The edge's test on consecutive sets of fresh paths, each as large as the verdict's: whether it
/// passes, or `None` where the candidate is better than the line on the paths outside the set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OtherSets(pub Vec<Option<bool>>);

impl OtherSets {
    /// Returns the paths of a set.
    pub fn paths(set: usize) -> Range<usize> {
        set * SISTERS..(set + 1) * SISTERS
    }

    fn of(differences: &[f64], gaps: &[f64], passive_gap: f64) -> Self {
        // A single set would leave no paths outside.
        let count = Some(differences.len() / SISTERS).filter(|count| *count > 1).unwrap_or(0);
        let passes = |set| {
            let Range { start, end } = Self::paths(set);
            let rest = |all: &[f64]| [&all[..start], &all[end..]].concat();
            let truth = Edge::of(&rest(differences), &rest(gaps), passive_gap);
            let edge = Edge::of(&differences[start..end], &gaps[start..end], passive_gap);
            (truth.edge <= 0.0).then_some(edge.edge > 0.0 && edge.p <= P_VALUE_MAX)
        };
        Self((0..count).map(passes).collect())
    }
}

impl Truth {
    /// From this `t` a candidate is truly better: luck would not reach it in a thousand candidates.
    const SURE_T: f64 = 3.5;

    /// Returns whether it beats the line by looking at the market.
    pub fn is_better(&self) -> bool {
        let sure = |t: Option<f64>| t.is_some_and(|t| t > Self::SURE_T);
        sure(self.edge.t) && sure(self.timing.t)
    }

    /// Returns whether it is no better than the line.
    pub fn is_no_better(&self) -> bool {
        self.edge.edge <= 0.0
    }
}

impl FreshPaths {
    /// Makes `count` paths of a dataset's market on the dataset's clock.
    pub fn of(
        dataset: &Dataset,
        passive_gap: f64,
        count: usize,
        pool: &WorkerPool<'_>,
    ) -> Option<Self> {
        let spec = MarketSpec::of_key(&dataset.market_key)?;
        let clock = &dataset.series.clock;
        let series =
            pool.results("fresh paths", count, |at| path(spec, FIRST_SEED + at as u64, clock));
        let series = series.into_iter().collect::<Option<Vec<Series>>>()?;
        let start = dataset.trade_start_index;
        let line = |line: fn(f64, &Series, usize) -> Option<CoreMetrics>| {
            let utilities =
                series.iter().map(|one| line(LINE_CAPITAL, one, start).as_ref().map(total));
            utilities.collect::<Option<Vec<f64>>>()
        };
        let (hold, idle) = (line(benchmark::buy_and_hold)?, line(benchmark::idle)?);
        Some(Self { series, passive_gap, hold, idle })
    }

    /// Returns the true figures of a candidate; `None` with fewer than two scored bars.
    pub fn truth(&self, plan: &Plan) -> Option<Truth> {
        let count = self.series.len();
        let (mut own, mut twin) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (at, series) in self.series.iter().enumerate() {
            let run = run_fills(plan, series);
            own.push(utility(&run, series)?);
            if let Some(before) = at.checked_sub(1).map(|before| &self.series[before]) {
                let chosen = run.components.into_iter().map(|component| component.targets);
                twin.push(utility(&run_targets(plan, before, chosen.collect()), before)?);
            }
        }
        let line = if self.passive_gap >= 0.0 { &self.hold } else { &self.idle };
        let pairs = |left: &[f64], right: &[f64]| {
            left.iter().zip(right).map(|(left, right)| left - right).collect::<Vec<f64>>()
        };
        let gaps = pairs(&self.hold, &self.idle);
        let differences = pairs(&own, line);
        Some(Truth {
            mean_utility: stats::mean(&own)?,
            edge: Edge::of(&differences, &gaps, self.passive_gap),
            timing: Timing::of(&own, &twin, 1),
            other_sets: OtherSets::of(&differences, &gaps, self.passive_gap),
            utilities: own.into(),
        })
    }
}

fn utility(run: &Run, series: &Series) -> Option<f64> {
    CoreMetrics::of(run, series).as_ref().map(total)
}

fn total(metrics: &CoreMetrics) -> f64 {
    Utility::of(metrics).total()
}
