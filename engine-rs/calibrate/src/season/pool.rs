//! Candidates of all families with their utilities on many fresh paths.

use crate::draw::Draw;
use crate::family::Family;
use crate::worker_pool::WorkerPool;
use arena_engine::internals::evaluation::benchmark::{buy_and_hold, idle};
use arena_engine::internals::evaluation::utility::Utility;
use arena_engine::internals::evaluation::verdict::{LINE_CAPITAL, utility};
use arena_engine::internals::generator::{MarketSpec, path};
use arena_engine::internals::market::Dataset;
use arena_engine::internals::num::{max, stats};
use arena_engine::internals::simulation::{Plan, run_fills};
use core::ops::Range;

/// How many candidates and paths a pool has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    /// Dice; the other families are in proportion.
    pub(super) dice: usize,
    /// Paths that tell what is true.
    pub(super) truth: usize,
    /// Paths that seasons take theirs from.
    pub(super) hidden: usize,
}

/// A candidate of a pool.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) family: Family,
    /// Utilities on the paths of seasons.
    pub(super) hidden: Vec<f64>,
    /// Mean utility on the other paths.
    pub(super) mean: f64,
    /// Mean difference to the better line there.
    pub(super) edge: f64,
}

/// The candidates of a dataset, and its lines.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) members: Vec<Member>,
    /// Hold and idle.
    pub(super) lines: [Member; 2],
}

/// Seed of the first path; the others are consecutive. No other calibration has them.
const FIRST_SEED: u64 = 19_000_000;

impl Extent {
    /// Returns the number of candidates of a family.
    fn count(self, family: Family) -> usize {
        match family {
            Family::Dice => self.dice,
            Family::HoldLike | Family::Catalogue => self.dice / 4,
            Family::Rule => self.dice * 3 / 4,
            Family::Foresight => self.dice / 2,
        }
    }
}

impl Pool {
    /// Runs the candidates; `None` without a generator.
    pub(super) fn of(
        dataset: &Dataset,
        extent: Extent,
        seed: u64,
        workers: &WorkerPool<'_>,
    ) -> Option<Self> {
        let spec = MarketSpec::of_key(&dataset.market_key)?;
        let plans: Vec<(Family, Plan)> = Family::ALL
            .into_iter()
            .flat_map(|family| (0..extent.count(family)).map(move |number| (family, number)))
            .map(|(family, number)| {
                let stream = 7_000 + u64::from(dataset.market_id) * 32 + family as u64;
                let draw = &mut Draw::of(seed, stream, number as u64);
                (family, family.candidate(dataset, draw))
            })
            .collect();
        let start = dataset.trade_start_index;
        let columns = workers.results("paths", extent.truth + extent.hidden, |at| {
            let series = path(spec, FIRST_SEED + at as u64, &dataset.series.clock)?;
            let own = plans.iter().map(|(_, plan)| utility(&run_fills(plan, &series), &series));
            let lines = [buy_and_hold, idle].map(|line| {
                line(LINE_CAPITAL, &series, start).map(|metrics| Utility::of(&metrics).total())
            });
            own.chain(lines).collect::<Option<Vec<f64>>>()
        });
        let columns = columns.into_iter().collect::<Option<Vec<_>>>()?;
        let row = |at: usize, paths: Range<usize>| -> Vec<f64> {
            columns[paths].iter().map(|column| column[at]).collect()
        };
        let truth = |at| row(at, 0..extent.truth);
        let [hold, idle] = [plans.len(), plans.len() + 1].map(truth);
        let (hold, idle) = (stats::mean(&hold)?, stats::mean(&idle)?);
        let line = if hold >= idle { hold } else { idle };
        let member = |(at, family): (usize, Family)| {
            let own = truth(at);
            Some(Member {
                family,
                hidden: row(at, extent.truth..extent.truth + extent.hidden),
                mean: stats::mean(&own)?,
                edge: stats::mean(&own)? - line,
            })
        };
        let families = plans.iter().map(|(family, _)| *family);
        let members = families.enumerate().map(member).collect::<Option<Vec<_>>>()?;
        let line = |at| member((at, Family::HoldLike));
        let lines = [line(plans.len())?, line(plans.len() + 1)?];
        Some(Self { members, lines })
    }

    /// Returns the most that a candidate is below the better of its lines on a path; 0 if it never
    /// is.
    pub(super) fn largest_loss(&self, member: &Member) -> f64 {
        let line = usize::from(self.lines[1].mean > self.lines[0].mean);
        let pairs = self.lines[line].hidden.iter().zip(&member.hidden);
        pairs.map(|(line, own)| line - own).fold(0.0, max)
    }

    /// Returns the candidates that satisfy a condition.
    pub(super) fn those(&self, wanted: impl Fn(&Member) -> bool) -> Vec<&Member> {
        self.members.iter().filter(|member| wanted(member)).collect()
    }
}

impl Member {
    /// Returns whether it is truly not better than the line, up to the error of the truth.
    pub(super) fn is_no_better(&self) -> bool {
        self.edge <= 0.0
    }

    /// Returns whether its true edge is in a range, per year.
    pub(super) fn has_edge(&self, range: &Range<f64>) -> bool {
        range.contains(&self.edge)
    }
}
