//! Fresh paths of a dataset's generator, on which a candidate is compared with the passive lines.

use super::line::Line;
use super::timing::TWIN_PATHS;
use crate::evaluation::benchmark;
use crate::evaluation::utility::Utility;
use crate::generator::{MarketSpec, generate, path_seeds};
use crate::market::{Clock, Column, Dataset, Feature, FeatureSet, Provenance, Series};
use crate::portfolio::Run;
use crate::simulation::{CoreMetrics, Plan, run_targets, run_totals};
use crate::time::DAY_MS;
use std::sync::{Arc, OnceLock};

/// Capital of the passive lines: they earn the same with any other, to the rounding.
pub const LINE_CAPITAL: f64 = 100_000.0;

/// Paths with the utility of both passive lines on each, made once for a dataset.
///
/// Columns that only some strategies read are made when the first of them runs: three of eleven,
/// and sixty-four paths of hourly bars are megabytes.
#[derive(Debug)]
pub struct SisterSet {
    spec: &'static MarketSpec,
    seeds: Vec<u64>,
    /// The paths without the columns that are made later.
    series: Vec<Series>,
    log_underlying: OnceLock<Vec<Column>>,
    volume: OnceLock<Vec<Column>>,
    log_far_yield: OnceLock<Vec<Column>>,
    /// Utility of Hold, path by path.
    pub hold: Vec<f64>,
    /// Utility of all capital left in SY, path by path.
    pub idle: Vec<f64>,
    /// Mean of Hold less idle over the reference paths.
    pub passive_gap: f64,
}

impl SisterSet {
    /// Makes the sister paths of a dataset; `None` of one without a generator, or with fewer than
    /// two scored bars.
    pub fn of(dataset: &Dataset) -> Option<Self> {
        Self::of_seeds(dataset, &path_seeds::sister_seeds())
    }

    /// Makes paths of a dataset from other seeds.
    pub fn of_seeds(dataset: &Dataset, seeds: &[u64]) -> Option<Self> {
        let (spec, passive_gap) = generator_of(dataset)?;
        let (clock, start) = (&dataset.series.clock, dataset.trade_start_index);
        let (mut series, mut hold, mut idle) = (Vec::new(), Vec::new(), Vec::new());
        for seed in seeds {
            let path = path(spec, *seed, clock);
            let utility = |metrics| Utility::of(&metrics).total();
            hold.push(utility(benchmark::buy_and_hold(LINE_CAPITAL, &path, start)?));
            idle.push(utility(benchmark::idle(LINE_CAPITAL, &path, start)?));
            let none = Column::default();
            let (log_underlying, volume) = (none.clone(), none);
            series.push(Series { log_underlying, volume, log_far_yield: None, ..path });
        }
        Some(Self {
            spec,
            seeds: seeds.to_vec(),
            series,
            log_underlying: OnceLock::new(),
            volume: OnceLock::new(),
            log_far_yield: OnceLock::new(),
            hold,
            idle,
            passive_gap,
        })
    }

    /// Returns the better passive line, which is the same for every candidate.
    pub fn line(&self) -> Line {
        if self.passive_gap >= 0.0 { Line::Hold } else { Line::Idle }
    }

    /// Returns the number of paths.
    pub fn paths(&self) -> usize {
        self.series.len()
    }

    /// Returns the bars of a path, counted from 0, with what strategies of some features read.
    pub fn series(&self, at: usize, features: FeatureSet) -> Series {
        let made = |column: &OnceLock<Vec<Column>>, of: fn(Series) -> Column| {
            column.get_or_init(|| self.column(of))[at].clone()
        };
        let mut series = self.series[at].shared();
        if features.has(Feature::UnderlyingApy) {
            series.log_underlying = made(&self.log_underlying, |path| path.log_underlying);
        }
        if features.has(Feature::Volume) {
            series.volume = made(&self.volume, |path| path.volume);
        }
        if features.has(Feature::TermStructure) {
            let far = made(&self.log_far_yield, |path| path.log_far_yield.unwrap_or_default());
            series.log_far_yield = Some(far);
        }
        series
    }

    /// Makes every path again for one column of each.
    #[inline(never)]
    fn column(&self, of: fn(Series) -> Column) -> Vec<Column> {
        let paths = self.seeds.iter().zip(&self.series);
        paths.map(|(seed, series)| of(path(self.spec, *seed, &series.clock))).collect()
    }

    /// Runs a plan on every path, and its blind twin on the first; `None` with fewer than two
    /// scored bars.
    pub fn run(&self, plan: &Plan) -> Option<PathUtilities> {
        let (paths, features) = (self.paths(), plan.features());
        let (mut own, mut twin) = (Vec::with_capacity(paths), Vec::with_capacity(TWIN_PATHS));
        let mut before: Option<Series> = None;
        for at in 0..paths {
            let series = self.series(at, features);
            let record = run_totals(plan, &series);
            own.push(utility(&record, &series)?);
            // The twin of the path before carries out what was chosen here.
            if let Some(before) = before.filter(|_| at <= TWIN_PATHS) {
                let chosen = record.components.into_iter().map(|component| component.targets);
                twin.push(utility(&run_targets(plan, &before, chosen.collect()), &before)?);
            }
            before = Some(series);
        }
        Some(PathUtilities { own, twin })
    }
}

/// Makes a path, on the clock of the dataset.
fn path(spec: &MarketSpec, seed: u64, clock: &Arc<Clock>) -> Series {
    let (terms, columns) = generate(spec, seed, clock.timeframe);
    Series::of(clock.clone(), terms.scalar_root, columns)
}

/// What a candidate comes to on every path, and its blind twin on the first 32.
#[derive(Debug, Clone, PartialEq)]
pub struct PathUtilities {
    /// Of the candidate, path by path.
    pub own: Vec<f64>,
    /// Of the twin, path by path.
    pub twin: Vec<f64>,
}

/// Returns the utility of a run; `None` with fewer than two scored bars.
pub(super) fn utility(record: &Run, series: &Series) -> Option<f64> {
    CoreMetrics::of(record, series).map(|metrics| Utility::of(&metrics).total())
}

/// Returns whether there is a generator that makes bars like those of a dataset.
pub fn has_generator(dataset: &Dataset) -> bool {
    generator_of(dataset).is_some()
}

/// Returns the generator's market of a dataset, when it makes bars at the same instants, and the
/// passive gap.
fn generator_of(dataset: &Dataset) -> Option<(&'static MarketSpec, f64)> {
    let Provenance::Synthetic { passive_gap, .. } = dataset.provenance else { return None };
    let spec = MarketSpec::of_key(&dataset.market_key)?;
    let clock = &dataset.series.clock;
    let last = spec.expiry - i64::from(spec.hours_left) * (DAY_MS / 24);
    let bars = spec.days as usize * clock.timeframe.bars_per_day();
    let is_same = clock.expiry == spec.expiry
        && clock.bars() == bars
        && clock.timestamp.last() == Some(&last);
    is_same.then_some((spec, passive_gap))
}
