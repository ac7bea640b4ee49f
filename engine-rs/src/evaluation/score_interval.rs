//! How far the score could have been another: a bootstrap of the daily returns.

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
/// Days of a year.
const DAYS: f64 = 365.0;

/// Returns the 90 % interval of the score: of each draw the utility from `365*mean(D)`, the
/// drawdown and the CVaR of the drawn days, turnover and cost as in the run, against the official
/// benchmark. One generator makes all draws, one after the other.
pub fn score_interval(
    daily: &[f64],
    official: &CoreMetrics,
    benchmark_utility: f64,
    scenario_seed: u64,
) -> (f64, f64) {
    let mut random = random_of(scenario_seed, GENERATOR);
    let ranks = Ranks::of(daily);
    let mut counts = vec![0_u32; daily.len()];
    let mut scores: Vec<f64> = (0..DRAWS)
        .map(|_| {
            counts.fill(0);
            let mut draw = StationaryBootstrap::new(&mut random, daily.len(), MEAN_BLOCK);
            let mut path = Path { sum: 0.0, share_of_peak: 1.0, lowest: 1.0 };
            for _ in daily {
                let day = draw.next_day();
                path.add(daily[day]);
                counts[ranks.rank[day]] += 1;
            }
            let metrics = CoreMetrics {
                annualized_mean_return: DAYS * (path.sum / daily.len() as f64),
                max_drawdown: 1.0 - path.lowest,
                cvar: ranks.cvar(&counts),
                ..*official
            };
            score(Utility::of(&metrics).total(), benchmark_utility).0
        })
        .collect();
    sort::ascending(&mut scores);
    (scores[RANKS.0 - 1], scores[RANKS.1 - 1])
}

/// A path of equity, seen as its share of the running peak: no division, no branch.
struct Path {
    sum: f64,
    share_of_peak: f64,
    lowest: f64,
}

impl Path {
    #[inline]
    fn add(&mut self, day: f64) {
        self.sum += day;
        self.share_of_peak = min(1.0, self.share_of_peak * (1.0 + day));
        self.lowest = min(self.lowest, self.share_of_peak);
    }
}

/// The days by how bad they are: a draw is sorted by counting.
struct Ranks {
    /// Returns from the worst to the best.
    sorted: Vec<f64>,
    /// Rank of each day, from the worst.
    rank: Vec<usize>,
}

impl Ranks {
    fn of(daily: &[f64]) -> Self {
        let mut sorted = daily.to_vec();
        sort::ascending(&mut sorted);
        let rank = daily.iter().map(|day| sorted.partition_point(|other| other < day)).collect();
        Self { sorted, rank }
    }

    fn cvar(&self, counts: &[u32]) -> f64 {
        let drawn = self.sorted.iter().zip(counts);
        let worst_first =
            drawn.flat_map(|(day, count)| core::iter::repeat_n(*day, *count as usize));
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
        let (low, high) = score_interval(&[0.001; 40], &official, 0.365, 1);
        // 365*0.001 against 0.365; the sum of forty equal days carries a rounding
        assert!((low - 100.0).abs() < 1e-9 && low == high);
    }
}
