//! Samples of the candidates of a search.

use super::super::super::candidate::Candidate;
use super::super::super::figures::sharpe_luck;
use super::returns::{HOLD, Returns, excess};
use super::scale::Lots;
use super::search::Search;
use super::stage::{Stage, Stop, Window};
use super::stages::{FoldOutcome, Outcome, whole};
use crate::evaluation::luck::TRIALS_FOR_VARIANCE;
use crate::num::{min, place};

/// Candidates of one component whose ratios over Hold estimate the variance of all.
const SAMPLE_MAX: usize = 4096;
/// Candidates whose days are compared for the probability of overfitting.
const COMPARED_MAX: usize = 256;
/// Candidates examined per wanted one, since many may break a bound.
const LOOKED_FOR_EACH: usize = 8;
/// Candidates whose daily returns are in memory together.
const TOGETHER: usize = 256;

/// The spread of daily ratios of candidates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spread {
    /// Sample variance; `None` for too few.
    pub(super) variance: Option<f64>,
    /// Candidates with a ratio.
    pub(super) candidates: f64,
    /// Whether they are a sample of all.
    pub(super) is_sample: bool,
}

/// Count, mean and squared distances of numbers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moments {
    pub(super) count: f64,
    pub(super) mean: f64,
    squares: f64,
}

impl Moments {
    /// Returns the moments of numbers, ignoring `NaN`.
    pub(super) fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let mut all = Self::default();
        for number in numbers.filter(|number| !number.is_nan()) {
            all.count += 1.0;
            let distance = number - all.mean;
            all.mean += distance / all.count;
            all.squares += distance * (number - all.mean);
        }
        all
    }

    /// Merges two moments (Chan, Golub and `LeVeque`, 1979).
    #[inline(never)]
    fn merge(self, other: Self) -> Self {
        if self.count == 0.0 {
            return other;
        }
        if other.count == 0.0 {
            return self;
        }
        let count = self.count + other.count;
        let distance = other.mean - self.mean;
        Self {
            count,
            mean: self.mean + distance * other.count / count,
            squares: self.squares
                + other.squares
                + distance * distance * self.count * other.count / count,
        }
    }

    pub(super) fn variance(&self) -> Option<f64> {
        let is_enough = self.count >= f64::from(TRIALS_FOR_VARIANCE);
        is_enough.then(|| self.squares / (self.count - 1.0))
    }
}

/// Returns distinct numbers below `count`; all of them where there are few.
#[inline(never)]
fn lots(count: u64, most: usize) -> Vec<u64> {
    let mut lots = Lots::new(count);
    if count <= 4 * most as u64 {
        // The first steps of a Fisher-Yates shuffle.
        let mut all: Vec<u64> = (0..count).collect();
        let steps = most.min(all.len().saturating_sub(1));
        for at in 0..steps {
            let other = at + lots.below(all.len() - at);
            all.swap(at, other);
        }
        all.truncate(most);
        return all;
    }
    let (mut drawn, mut sorted) = (Vec::with_capacity(most), Vec::with_capacity(most));
    while drawn.len() < most {
        let number = whole(lots.draw() * count as f64);
        if let Err(at) = sorted.binary_search(&number) {
            sorted.insert(at, number);
            drawn.push(number);
        }
    }
    drawn
}

/// Returns a random sample of the candidates of one market that could have been chosen. The best
/// candidate is not added: chosen on all days together, it would win nearly every split of days, and
/// noise would look like skill.
pub(super) fn sample(
    search: &mut Search<'_>,
    judged: &FoldOutcome,
    market_id: u32,
) -> Vec<Candidate> {
    let here = || judged.searches.iter().filter(|one| one.stage.window == judged.window);
    let total: f64 = here().map(|one| one.stage.count as f64).sum();
    let mut all = Vec::new();
    for Outcome { stage, .. } in here() {
        let share = COMPARED_MAX as f64 * stage.count as f64 / total;
        let wanted = all.len() + place(share.floor()).max(1);
        let first = search.draw(&stage.draw, stage.window);
        for number in lots(stage.count, LOOKED_FOR_EACH * (wanted - all.len())) {
            if all.len() == wanted {
                break;
            }
            let Ok(candidate) = search.candidate(first + number) else { continue };
            if candidate.market_id == market_id {
                let columns = search.own_columns(first + number);
                let figures = &columns[search.axes.len()..];
                let is_within = search
                    .judge
                    .bounds
                    .iter()
                    .all(|bounds| (bounds.min..=bounds.max).contains(&figures[bounds.figure]));
                if is_within && !figures[search.judge.aim].is_nan() {
                    all.push(candidate);
                }
            }
        }
    }
    all
}

/// Estimates the variance of the trials' daily ratios over Hold, which have no column.
pub(super) fn spread_over_hold(
    search: &mut Search<'_>,
    stages: &[Stage],
    window: Option<Window>,
    market_id: u32,
) -> Result<Spread, Stop> {
    let most = SAMPLE_MAX / (search.components * search.ids.len().max(1));
    let total: f64 = stages.iter().map(|stage| stage.count as f64).sum();
    let mut moments = Moments::default();
    for stage in stages {
        let share = most as f64 * min(1.0, stage.count as f64 / total);
        let numbers = lots(stage.count, place(share.floor()).max(1));
        let first = search.draw(&stage.draw, stage.window);
        for piece in numbers.chunks(TOGETHER) {
            let found = piece.iter().filter_map(|number| search.candidate(first + number).ok());
            let piece: Vec<Candidate> = found.filter(|one| one.market_id == market_id).collect();
            if piece.is_empty() {
                continue;
            }
            let Returns { lines, candidates, .. } = Returns::of(search, window, &piece)?;
            let ratios = candidates
                .iter()
                .flatten()
                .map(|days| sharpe_luck(&excess(days, &lines[HOLD].days), 1.0, f64::NAN)[0]);
            moments = moments.merge(Moments::of(ratios));
        }
    }
    let (variance, candidates) = (moments.variance(), moments.count);
    Ok(Spread { variance, candidates, is_sample: total > most as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_are_distinct_and_the_same_every_time() {
        for (count, most) in [(5, 8), (100, 30), (1 << 40, 300)] {
            let mut drawn = lots(count, most);
            assert_eq!(drawn, lots(count, most));
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len() as u64, count.min(most as u64));
            assert!(drawn.iter().all(|number| *number < count));
        }
    }

    #[test]
    fn merged_moments_are_those_of_all() {
        let numbers = [0.5, f64::NAN, -1.0, 3.0, 0.25, 7.0, 1.0, 2.0, 4.0, 8.0, 6.0, 5.0];
        let of = |part: &[f64]| Moments::of(part.iter().copied());
        let (all, merged) = (of(&numbers), of(&numbers[..5]).merge(of(&numbers[5..])));
        assert_eq!(merged.count, 11.0);
        assert!((merged.mean - all.mean).abs() < 1e-12);
        let (one, other) = (all.variance().unwrap(), merged.variance().unwrap());
        assert!((one - other).abs() < 1e-12);
        assert_eq!(of(&numbers[..5]).variance(), None);
    }
}
