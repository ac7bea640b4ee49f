//! Confidence interval of the score: the candidate and Hold over the same resampled days.

use super::scenario::{StationaryBootstrap, random_of};
use super::utility::{Utility, score};
use crate::metric::{smallest, tail_of_sorted};
use crate::num::{Pair, sort};
use crate::simulation::CoreMetrics;

/// Number of draws.
pub const DRAWS: usize = 1_000;
/// Number of the random generator under the scenario seed.
pub const GENERATOR: u64 = 100;
/// Mean block, days.
pub const MEAN_BLOCK: u64 = 5;
/// Ranks of the interval's ends among the sorted scores, counted from 1; 90 % lie between them.
pub const RANKS: (usize, usize) = (50, 950);
/// Draws that are walked side by side. The steps of one path depend on each other; those of four
/// paths do not, so the CPU overlaps them.
const LANES: usize = 4;
/// Days of a year.
const DAYS: f64 = 365.0;

/// Resampled days for the interval. A window of more than 65,536 days (179 years) is drawn from as
/// if it ended there.
#[derive(Debug)]
pub struct Draws {
    /// Days of a draw.
    days: usize,
    /// The draws in groups that are walked side by side; a group has one step per day.
    steps: Vec<[u16; LANES]>,
    /// How often each day occurs in each draw, draw by draw.
    counts: Vec<u8>,
}

impl Draws {
    /// Draws from `days` days with one generator, one draw after the other.
    pub fn of(days: usize, scenario_seed: u64) -> Self {
        let mut random = random_of(scenario_seed, GENERATOR);
        let mut steps = vec![[0; LANES]; days * (DRAWS / LANES)];
        let mut counts = vec![0_u8; days * DRAWS];
        let mut of_draw = counts.chunks_mut(days.max(1));
        for group in steps.chunks_mut(days.max(1)) {
            for lane in 0..LANES {
                let mut draw = StationaryBootstrap::new(&mut random, days, MEAN_BLOCK);
                let Some(counts) = of_draw.next() else { break };
                for step in group.iter_mut() {
                    let day = draw.next_day();
                    step[lane] = u16::try_from(day).unwrap_or(u16::MAX);
                    counts[day] = counts[day].saturating_add(1);
                }
            }
        }
        Self { days, steps, counts }
    }

    /// Returns the utility of each draw from `365*mean(D)`, the drawdown and the CVaR of the drawn
    /// days; turnover and cost are those of the run. `daily` has as many returns as the draws have
    /// days.
    pub fn utilities(&self, daily: &[f64], official: &CoreMetrics) -> Vec<f64> {
        let worst_first = Ranked::of(daily);
        let mut utilities = Vec::with_capacity(DRAWS);
        let mut counts = self.counts.chunks(self.days.max(1));
        for group in self.steps.chunks(self.days.max(1)) {
            for (path, counts) in walk(daily, group).iter().zip(&mut counts) {
                let cvar = worst_first.cvar(counts);
                utilities.push(path.utility(cvar, daily.len(), official));
            }
        }
        utilities
    }
}

/// Returns the 90 % interval of the score from the utilities of a candidate and of Hold over the
/// same draws: the candidate's gain on Hold is added to the official benchmark.
pub fn score_interval(own: &[f64], hold: &[f64], benchmark_utility: f64) -> (f64, f64) {
    let of_draw =
        |(own, hold): (&f64, &f64)| score(benchmark_utility + own - hold, benchmark_utility).0;
    let scores: Vec<f64> = own.iter().zip(hold).map(of_draw).collect();
    let negated: Vec<f64> = scores.iter().map(|score| -score).collect();
    let (low, high) = (smallest(&scores, RANKS.0), smallest(&negated, DRAWS + 1 - RANKS.1));
    (low[RANKS.0 - 1], -high[DRAWS - RANKS.1])
}

/// A path of equity as its share of the running peak, which needs no division and no branch.
#[derive(Clone, Copy)]
struct Path {
    sum: f64,
    lowest: f64,
}

/// Walks the draws of a group side by side.
fn walk(daily: &[f64], group: &[[u16; LANES]]) -> [Path; LANES] {
    const PAIRS: usize = LANES / 2;
    let one = Pair::new([1.0; 2]);
    let mut sum = [Pair::new([0.0; 2]); PAIRS];
    let (mut share_of_peak, mut lowest) = ([one; PAIRS], [one; PAIRS]);
    for step in group {
        let day = step.map(|day| daily[usize::from(day)]);
        for pair in 0..PAIRS {
            let day = Pair::new([day[2 * pair], day[2 * pair + 1]]);
            sum[pair] = sum[pair] + day;
            share_of_peak[pair] = one.min(share_of_peak[pair] * (one + day));
            lowest[pair] = lowest[pair].min(share_of_peak[pair]);
        }
    }
    let (sum, lowest) = (sum.map(Pair::lanes), lowest.map(Pair::lanes));
    core::array::from_fn(|lane| Path {
        sum: sum[lane / 2][lane % 2],
        lowest: lowest[lane / 2][lane % 2],
    })
}

impl Path {
    /// Returns the utility of a path of `days` days, with the remaining terms of the official run.
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

/// Days from the worst to the best. A draw is ranked by how often it has each of them.
struct Ranked {
    /// Return and number of each day.
    days: Vec<(f64, usize)>,
}

impl Ranked {
    fn of(daily: &[f64]) -> Self {
        let mut sorted = daily.to_vec();
        sort::ascending(&mut sorted);
        let mut days = vec![(0.0, 0); daily.len()];
        let mut taken = vec![0; daily.len()];
        for (number, day) in daily.iter().enumerate() {
            // equal days keep the order of their numbers
            let rank = sorted.partition_point(|other| other < day);
            days[rank + taken[rank]] = (*day, number);
            taken[rank] += 1;
        }
        Self { days }
    }

    /// Returns the CVaR of a draw in which each day occurs `counts` times.
    #[inline(never)]
    fn cvar(&self, counts: &[u8]) -> f64 {
        let drawn = self.days.iter().map(|(day, number)| (*day, counts[*number]));
        let worst_first = drawn.flat_map(|(day, count)| core::iter::repeat_n(day, count.into()));
        let k = self.days.len() as f64 / 20.0;
        tail_of_sorted(worst_first, k).map_or(0.0, |tail| tail.cvar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_days_give_an_interval_without_width() {
        let official = CoreMetrics {
            annualized_mean_return: 0.0,
            max_drawdown: 0.0,
            cvar: 0.0,
            turnover: 0.0,
            execution_cost: 0.0,
        };
        let own = Draws::of(40, 1).utilities(&[0.001; 40], &official);
        let (low, high) = score_interval(&own, &[0.0; DRAWS], 0.365);
        // 0.001 a day more than Hold, which has 0.365; the sum of forty equal days carries a
        // rounding error
        assert!((low - 200.0).abs() < 1e-9 && low == high);
    }

    /// Whatever the days, Hold has the score of Hold.
    #[test]
    fn hold_has_an_interval_without_width() {
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
