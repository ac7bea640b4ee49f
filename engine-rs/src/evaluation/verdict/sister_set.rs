//! Fresh paths of a dataset's generator, on which a candidate is compared with the passive lines.

use super::line::Line;
use super::timing::TWIN_PATHS;
use crate::evaluation::benchmark;
use crate::evaluation::utility::Utility;
use crate::generator::{MarketSpec, path, path_seeds};
use crate::market::{Dataset, Provenance, Series};
use crate::portfolio::Run;
use crate::simulation::{CoreMetrics, Plan, run_fills, run_targets};
use crate::strategy::Targets;

/// Capital of the passive lines. Their utilities do not depend on it, up to rounding.
pub const LINE_CAPITAL: f64 = 100_000.0;

/// Paths with the utility of both passive lines on each, made once per dataset. Columns that
/// neither line needs are made when the first candidate reads them.
#[derive(Debug)]
pub struct SisterSet {
    series: Vec<Series>,
    /// Utility of Hold, path by path.
    pub hold: Vec<f64>,
    /// Utility of all capital left in SY, path by path.
    pub idle: Vec<f64>,
    /// Mean utility of Hold minus idle over the reference paths.
    pub passive_gap: f64,
    /// The seed behind those of the paths.
    pub path_seed: u64,
}

impl SisterSet {
    /// Makes the sister paths of a dataset; `None` without a generator or with fewer than two
    /// scored bars.
    pub fn of(dataset: &Dataset) -> Option<Self> {
        Self::of_seed(dataset, path_seeds::SCENARIO_SEED)
    }

    /// Makes paths that no caller knew before the candidate with this fingerprint was written.
    pub fn of_candidate(dataset: &Dataset, candidate_hash: &str) -> Option<Self> {
        Self::of_seed(dataset, path_seeds::path_seed(candidate_hash))
    }

    fn of_seed(dataset: &Dataset, path_seed: u64) -> Option<Self> {
        let paths = Self::of_seeds(dataset, &path_seeds::sister_seeds(path_seed))?;
        Some(Self { path_seed, ..paths })
    }

    /// Makes paths of a dataset from other seeds.
    pub fn of_seeds(dataset: &Dataset, seeds: &[u64]) -> Option<Self> {
        let (spec, passive_gap) = generator_of(dataset)?;
        let (clock, start) = (&dataset.series.clock, dataset.trade_start_index);
        let (mut series, mut hold, mut idle) = (Vec::new(), Vec::new(), Vec::new());
        for seed in seeds {
            let path = path(spec, *seed, clock)?;
            let utility = |metrics| Utility::of(&metrics).total();
            hold.push(utility(benchmark::buy_and_hold(LINE_CAPITAL, &path, start)?));
            idle.push(utility(benchmark::idle(LINE_CAPITAL, &path, start)?));
            series.push(path);
        }
        Some(Self { series, hold, idle, passive_gap, path_seed: 0 })
    }

    /// Makes the pools of the paths; every candidate that trades reads them.
    pub fn make_pools(&self) {
        for path in &self.series {
            let _: &[f64] = &path.tvl;
        }
    }

    /// Returns the bars of each path.
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// Runs a plan on every path, and its blind twin on the first of them; `None` with fewer than
    /// two scored bars.
    pub fn run(&self, plan: &Plan) -> Option<PathUtilities> {
        let count = self.series.len();
        let (mut own, mut twin) = (Vec::with_capacity(count), Vec::with_capacity(TWIN_PATHS));
        let mut before: Option<(&Series, Vec<Targets>)> = None;
        for series in &self.series {
            let record = run_fills(plan, series);
            own.push(utility(&record, series)?);
            let components = record.components.into_iter();
            let chosen: Vec<Targets> = components.map(|component| component.targets).collect();
            // The twin on the previous path executes the targets chosen on this one. Where both
            // paths led to the same targets, the twin is the candidate itself.
            if let Some((series, own_choice)) = before.filter(|_| twin.len() < TWIN_PATHS) {
                let mut pairs = own_choice.iter().zip(&chosen);
                let is_own = pairs.all(|(own, chosen)| own.steps() == chosen.steps());
                twin.push(if is_own {
                    own[twin.len()]
                } else {
                    utility(&run_targets(plan, series, chosen.clone()), series)?
                });
            }
            before = Some((series, chosen));
        }
        let (hold, idle) = (self.hold.clone(), self.idle.clone());
        let Self { passive_gap, path_seed, .. } = *self;
        Some(PathUtilities { own, twin, hold, idle, passive_gap, path_seed })
    }
}

/// Utilities of a candidate and of both passive lines on every path, and of the candidate's blind twin
/// on the first 32: everything that a verdict reads of the paths.
#[derive(Debug, Clone, PartialEq)]
pub struct PathUtilities {
    /// Candidate, path by path.
    pub own: Vec<f64>,
    /// Twin, path by path.
    pub twin: Vec<f64>,
    /// Hold, path by path.
    pub hold: Vec<f64>,
    /// All capital left in SY, path by path.
    pub idle: Vec<f64>,
    /// Mean utility of Hold minus idle over the reference paths.
    pub passive_gap: f64,
    /// The seed behind those of the paths.
    pub path_seed: u64,
}

impl PathUtilities {
    /// Returns the better passive line, which is the same for every candidate.
    pub fn line(&self) -> Line {
        if self.passive_gap >= 0.0 { Line::Hold } else { Line::Idle }
    }
}

/// Returns the utility of a run; `None` with fewer than two scored bars.
pub fn utility(record: &Run, series: &Series) -> Option<f64> {
    CoreMetrics::of(record, series).map(|metrics| Utility::of(&metrics).total())
}

/// Returns whether a generator makes bars like those of a dataset.
pub fn has_generator(dataset: &Dataset) -> bool {
    generator_of(dataset).is_some()
}

/// Returns the mean utility of Hold minus idle over the reference paths of a dataset with a generator.
pub fn passive_gap(dataset: &Dataset) -> Option<f64> {
    Some(generator_of(dataset)?.1)
}

/// Returns the generator's market if its bars close at the same instants as those of a dataset, and
/// the passive gap.
fn generator_of(dataset: &Dataset) -> Option<(&'static MarketSpec, f64)> {
    let Provenance::Synthetic { passive_gap, .. } = dataset.provenance else { return None };
    let spec = MarketSpec::of_key(&dataset.market_key)?;
    spec.has_clock(&dataset.series.clock).then_some((spec, passive_gap))
}
