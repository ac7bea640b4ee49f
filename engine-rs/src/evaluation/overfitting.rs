//! Probability of backtest overfitting by combinatorially symmetric cross-validation.
//!
//! Bailey, Borwein, Lopez de Prado and Zhu, "The Probability of Backtest Overfitting" (2015).

mod splits;

use splits::Judged;

/// The days are cut into this many parts when there are enough of them: 12,870 splits.
const PARTS_MAX: usize = 16;
/// With fewer parts a share of splits says too little.
const PARTS_MIN: usize = 4;
/// Fewest days of a part.
const PART_DAYS_MIN: usize = 5;
/// Performance of a selection on days that it was not made on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overfitting {
    /// Share of splits in which the best candidate of one half ranks in the lower half on the other.
    pub probability: f64,
    /// Share of splits in which that candidate loses on the other half.
    pub loss_share: f64,
    /// Number of splits of the parts into halves.
    pub splits: u32,
    /// Number of parts that the days are cut into.
    pub parts: usize,
}

impl Overfitting {
    /// Returns the overfitting of a choice among candidates with these daily excess returns, all
    /// over the same days; `None` with fewer than two candidates or too few days.
    ///
    /// Every half of the parts serves once to choose the best candidate by its Sharpe ratio; the
    /// other half ranks that candidate. Days that do not fill a part are dropped from the start.
    pub fn of(excess: &[f64], candidates: usize) -> Option<Self> {
        Self::of_parts(excess, candidates, parts_of(excess.len() / candidates.max(1)))
    }

    fn of_parts(excess: &[f64], candidates: usize, parts: usize) -> Option<Self> {
        if candidates < 2 || parts < PARTS_MIN {
            return None;
        }
        let Judged { splits, lower, losses } = Judged::of(excess, candidates, parts);
        let share = |count: u32| f64::from(count) / f64::from(splits);
        Some(Self { probability: share(lower), loss_share: share(losses), splits, parts })
    }
}

/// Returns the even number of parts that the days are cut into.
fn parts_of(days: usize) -> usize {
    PARTS_MAX.min(2 * (days / PART_DAYS_MIN / 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::luck::{SharpeMoments, expected_best};
    use crate::random::Random;

    /// Candidates without skill, except number 3, which earns `edge` more a day.
    fn days(candidates: usize, count: usize, edge: f64, seed: u64) -> Vec<f64> {
        let mut random = Random::new(seed);
        let day = |at| random.normal() + if at / count == 3 { edge } else { 0.0 };
        (0..candidates * count).map(day).collect()
    }

    #[test]
    fn days_are_cut_into_an_even_number_of_parts_of_five_days_or_more() {
        let parts = [19, 20, 39, 40, 160, 9_999].map(parts_of);
        assert_eq!(parts, [2, 4, 6, 8, 16, 16]);
    }

    #[test]
    fn two_days_in_each_of_four_parts_by_hand() {
        // One is good in the first half only, the other in the second only; six splits.
        let one = [2.0, 1.0, 2.0, 1.0, -1.0, -2.0, -1.0, -2.0];
        let both = [one, one.map(|day: f64| -day)].concat();
        // Parts 1+2 against 3+4 and back: the best inside is the worst outside. In the other four
        // splits each half has one good and one bad part: both ratios are 0 and share the rank.
        let expected = Overfitting { probability: 1.0, loss_share: 2.0 / 6.0, splits: 6, parts: 4 };
        assert_eq!(Overfitting::of_parts(&both, 2, 4), Some(expected));
        // A day left over is the first one.
        let longer: Vec<f64> = both.chunks(8).flat_map(|days| [&[9.0], days].concat()).collect();
        assert_eq!(Overfitting::of_parts(&longer, 2, 4), Some(expected));
    }

    fn mean_probability(sample: impl Fn(u64) -> Vec<f64>) -> f64 {
        let shares = (1..=5).map(|seed| {
            let sample = sample(seed);
            Overfitting::of(&sample, sample.len() / 160).unwrap().probability
        });
        shares.sum::<f64>() / 5.0
    }

    #[test]
    fn noise_overfits_in_half_of_the_splits_and_an_edge_hardly_ever() {
        let noise = mean_probability(|seed| days(60, 160, 0.0, seed));
        assert!(noise > 0.3 && noise < 0.7, "{noise}");
        let planted = Overfitting::of(&days(60, 160, 0.6, 1), 60).unwrap();
        assert!(planted.probability < 0.02, "{}", planted.probability);
        assert_eq!(planted.splits, 12_870);
    }

    #[test]
    fn one_candidate_or_too_few_days_have_no_probability() {
        assert_eq!(Overfitting::of(&days(1, 160, 0.0, 1), 1), None);
        assert_eq!(Overfitting::of(&days(5, 19, 0.0, 1), 5), None);
        assert_eq!(Overfitting::of(&[], 0), None);
        assert_eq!(Overfitting::of(&[], 9), None);
    }

    #[test]
    fn the_best_of_many_in_the_sample_would_hide_that_all_are_noise() {
        // Days with the largest ratio to expect from a million candidates without skill.
        let mut best = days(1, 160, 0.0, 9);
        let mean = best.iter().sum::<f64>() / 160.0;
        let deviation = mean / SharpeMoments::of(&best).unwrap().sharpe;
        let ratio = expected_best(1e6, 1.0 / 160.0);
        for day in &mut best {
            *day = (*day - mean) / deviation + ratio;
        }
        let honest = mean_probability(|seed| days(64, 160, 0.0, seed));
        let flattered = mean_probability(|seed| [days(64, 160, 0.0, seed), best.clone()].concat());
        assert!(honest > 0.4, "{honest}");
        assert!(flattered < 0.1, "{flattered}");
    }
}
