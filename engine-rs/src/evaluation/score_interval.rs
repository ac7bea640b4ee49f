//! How far the score could have been another: the candidate and Hold over the same resampled days.

use super::scenario::{StationaryBootstrap, random_of};
use super::utility::{Utility, score};
use crate::metric::tail_of_sorted;
use crate::num::{min, sort};
use crate::simulation::CoreMetrics;

/// Number of draws.
pub const DRAWS: usize = 1_000;
/// Number of the random generator under the scenario seed.
pub const GENERATOR: u64 = 100;
/// Mean block, days.
pub const MEAN_BLOCK: u64 = 5;
/// Ranks of the interval's ends among the sorted scores, from 1: 90 % lie between.
pub const RANKS: (usize, usize) = (50, 950);
/// Draws that are walked side by side: the steps of one path wait for each other, those of two do
/// not.
const LANES: usize = 2;
/// Days of a year.
const DAYS: f64 = 365.0;

/// Days drawn for the interval.
#[derive(Debug)]
pub struct Draws {
    /// Days of a draw.
    days: usize,
    /// The draws in groups that are walked side by side, each as many steps as it has days.
    steps: Vec<[u32; LANES]>,
}

impl Draws {
    /// Draws from `days` days; one generator makes all draws, one after the other.
    #[allow(clippy::cast_possible_truncation, reason = "there are far fewer than 2^32 days")]
    pub fn of(days: usize, scenario_seed: u64) -> Self {
        let mut random = random_of(scenario_seed, GENERATOR);
        let mut steps = vec![[0; LANES]; days * (DRAWS / LANES)];
        for group in steps.chunks_mut(days.max(1)) {
            for lane in 0..LANES {
                let mut draw = StationaryBootstrap::new(&mut random, days, MEAN_BLOCK);
                for step in group.iter_mut() {
                    step[lane] = draw.next_day() as u32;
                }
            }
        }
        Self { days, steps }
    }
}

impl Draws {
    /// Returns the utility of each draw: from `365*mean(D)`, the drawdown and the CVaR of the drawn
    /// days, with turnover and cost as in the run. There are as many daily returns as the draws are
    /// made from.
    pub fn utilities(&self, daily: &[f64], official: &CoreMetrics) -> Vec<f64> {
        let ranks = Ranks::of(daily);
        let mut counts = vec![[0_u32; LANES]; daily.len()];
        let mut utilities = Vec::with_capacity(DRAWS);
        for group in self.steps.chunks(self.days.max(1)) {
            counts.fill([0; LANES]);
            let paths = ranks.walk(group, &mut counts);
            for (lane, path) in paths.iter().enumerate() {
                let cvar = ranks.cvar(&counts, lane);
                utilities.push(path.utility(cvar, daily.len(), official));
            }
        }
        utilities
    }
}

/// Returns the 90 % interval of the score from the utilities of a candidate and of Hold over the
/// same draws: what the candidate gains on Hold, added to the official benchmark.
pub fn score_interval(own: &[f64], hold: &[f64], benchmark_utility: f64) -> (f64, f64) {
    let of_draw =
        |(own, hold): (&f64, &f64)| score(benchmark_utility + own - hold, benchmark_utility).0;
    let mut scores: Vec<f64> = own.iter().zip(hold).map(of_draw).collect();
    sort::ascending(&mut scores);
    (scores[RANKS.0 - 1], scores[RANKS.1 - 1])
}

/// A path of equity, seen as its share of the running peak: no division, no branch.
#[derive(Clone, Copy)]
struct Path {
    sum: f64,
    share_of_peak: f64,
    lowest: f64,
}

impl Path {
    const START: Self = Self { sum: 0.0, share_of_peak: 1.0, lowest: 1.0 };

    #[inline]
    fn add(&mut self, day: f64) {
        self.sum += day;
        self.share_of_peak = min(1.0, self.share_of_peak * (1.0 + day));
        self.lowest = min(self.lowest, self.share_of_peak);
    }

    /// Returns the utility of a path of so many days, the rest being that of the official run.
    #[inline(never)]
    fn utility(&self, cvar: f64, days: usize, official: &CoreMetrics) -> f64 {
        let metrics = CoreMetrics {
            annualized_mean_return: DAYS * (self.sum / days as f64),
            max_drawdown: 1.0 - self.lowest,
            cvar,
            ..*official
        };
        Utility::of(&metrics).total()
    }
}

/// The days by how bad they are: a draw is sorted by counting.
struct Ranks {
    /// Returns from the worst to the best.
    sorted: Vec<f64>,
    /// Each day's return and its rank, from the worst.
    days: Vec<(f64, usize)>,
}

impl Ranks {
    fn of(daily: &[f64]) -> Self {
        let mut sorted = daily.to_vec();
        sort::ascending(&mut sorted);
        let rank = |day: f64| sorted.partition_point(|other| *other < day);
        let days = daily.iter().map(|day| (*day, rank(*day))).collect();
        Self { sorted, days }
    }

    /// Walks a group of draws and counts how often each draws the days of a rank.
    fn walk(&self, group: &[[u32; LANES]], counts: &mut [[u32; LANES]]) -> [Path; LANES] {
        let mut paths = [Path::START; LANES];
        for step in group {
            for (lane, path) in paths.iter_mut().enumerate() {
                let (day, rank) = self.days[step[lane] as usize];
                path.add(day);
                counts[rank][lane] += 1;
            }
        }
        paths
    }

    /// Returns the CVaR of one of the draws that were counted.
    #[inline(never)]
    fn cvar(&self, counts: &[[u32; LANES]], lane: usize) -> f64 {
        let drawn = self.sorted.iter().zip(counts.iter().map(|counts| counts[lane]));
        let worst_first = drawn.flat_map(|(day, count)| core::iter::repeat_n(*day, count as usize));
        let k = self.sorted.len() as f64 / 20.0;
        tail_of_sorted(worst_first, k).map_or(0.0, |tail| tail.cvar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_days_leave_no_interval() {
        let official = CoreMetrics {
            annualized_mean_return: 0.0,
            max_drawdown: 0.0,
            cvar: 0.0,
            turnover: 0.0,
            execution_cost: 0.0,
        };
        let own = Draws::of(40, 1).utilities(&[0.001; 40], &official);
        let (low, high) = score_interval(&own, &[0.0; DRAWS], 0.365);
        // 365*0.001 more than Hold, which has 0.365; the sum of forty equal days carries a rounding
        assert!((low - 200.0).abs() < 1e-9 && low == high);
    }

    /// Whatever the days were like: holding has the score of Hold.
    #[test]
    fn hold_has_no_interval() {
        let official = CoreMetrics {
            annualized_mean_return: 0.1,
            max_drawdown: 0.0,
            cvar: 0.0,
            turnover: 0.01,
            execution_cost: 0.0,
        };
        let daily: Vec<f64> = (0..40).map(|day| f64::from(day % 7 - 3) / 1_000.0).collect();
        let hold = Draws::of(40, 1).utilities(&daily, &official);
        let (low, high) = score_interval(&hold, &hold, 0.05);
        assert!((low - 100.0).abs() < 1e-9 && (high - 100.0).abs() < 1e-9);
        // under the floor: 100*0/0.0001 at a benchmark of 0
        assert_eq!(score_interval(&hold, &hold, 0.0), (0.0, 0.0));
        let better: Vec<f64> = hold.iter().map(|hold| hold + 0.25).collect();
        let (low, high) = score_interval(&better, &hold, 0.5);
        assert!((low - 150.0).abs() < 1e-9 && (high - 150.0).abs() < 1e-9);
    }
}
