//! The half-year of a market: its level, its booms, and the seasons of its premium.
//!
//! Real maturities of one market differ by a factor in their level. Funding booms for weeks, and
//! points programmes that begin and end change the premium that buyers of PT want over the
//! underlying.

use super::draw::{between, happens};
use super::mean_reversion::half_left;
use crate::num::{clamp, transcend};
use crate::random::Random;

/// Drawn days before the first bar: eleven weeks, so that booms do not all begin with the bars.
pub(super) const HISTORY_DAYS: usize = 77;

/// Standard deviation of the logarithm of a half-year's level, and its largest distance in
/// deviations.
const LEVEL_LOG_SD: f64 = 0.40;
const LEVEL_SDS_MAX: f64 = 1.8;

/// Half-life in days of a boom's rise to its height, and of its return.
const BOOM_HALF_LIFE_DAYS: f64 = 3.0;

/// Weeks in which the floating rate is far above its level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Booms {
    /// Mean days from the end of a boom to the start of the next.
    pub every_days: f64,
    /// Mean length, days.
    pub days: f64,
    /// Bounds of the height over the level of an average era, annual yield, uniform.
    pub height: (f64, f64),
}

/// The premium of implied over the underlying, which changes between two bands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seasons {
    /// Share of low seasons.
    pub low_share: f64,
    /// Bounds of the premium in a low season, annual yield, uniform.
    pub low: (f64, f64),
    /// The same in a high season.
    pub high: (f64, f64),
    /// Mean length, days.
    pub days: f64,
}

impl Seasons {
    /// Draws a season's premium.
    fn draw(&self, random: &mut Random) -> f64 {
        let band = if happens(random, self.low_share) { self.low } else { self.high };
        between(random, band)
    }

    /// Returns the mean of the premium over all seasons.
    pub(super) fn mean(&self) -> f64 {
        let (low, high) = (self.low.0 + self.low.1, self.high.0 + self.high.1);
        0.5 * (self.low_share * low + (1.0 - self.low_share) * high)
    }
}

/// Draws that hold for the whole half-year.
#[derive(Debug)]
pub(super) struct Era {
    /// Level of the floating rate, annual yield.
    pub(super) level: f64,
    /// The premium at the first bar.
    pub(super) first_premium: f64,
    /// Contribution of booms to the rate, day by day, including the history.
    pub(super) boom: Vec<f64>,
    /// Premium of the current season, day by day from the first bar.
    pub(super) goal: Vec<f64>,
    /// The premium of the next maturity, if the market has one.
    pub(super) far_premium: Option<f64>,
}

impl Era {
    /// Draws a half-year of `days` days whose rates have the mean `mean_apy`.
    pub(super) fn of(
        mean_apy: f64,
        (booms, seasons): (&Booms, &Seasons),
        (days, has_far): (usize, bool),
        random: &mut Random,
    ) -> Self {
        let sds = clamp(random.normal(), -LEVEL_SDS_MAX, LEVEL_SDS_MAX);
        let factor = transcend::exp(LEVEL_LOG_SD * sds);
        let first_premium = seasons.draw(random);
        let boom = booms.path(HISTORY_DAYS + days, factor, random);
        let mut goal = first_premium;
        let mut goal_of_day = |_| {
            if happens(random, 1.0 / seasons.days) {
                goal = seasons.draw(random);
            }
            goal
        };
        let goal = (0..days).map(&mut goal_of_day).collect();
        let far_premium = has_far.then(|| seasons.draw(random));
        Self { level: mean_apy * factor, first_premium, boom, goal, far_premium }
    }
}

impl Booms {
    /// Returns the contribution of booms on each day, starting from a day without any.
    fn path(&self, days: usize, factor: f64, random: &mut Random) -> Vec<f64> {
        let left = half_left(1.0, BOOM_HALF_LIFE_DAYS);
        let (mut target, mut boom) = (None, 0.0);
        let day = |_| {
            target = match target {
                Some(_) if happens(random, 1.0 / self.days) => None,
                None if happens(random, 1.0 / self.every_days) => {
                    Some(between(random, self.height) * factor)
                }
                unchanged => unchanged,
            };
            let goal = target.unwrap_or_default();
            boom = goal + (boom - goal) * left;
            boom
        };
        (0..days).map(day).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::stats;

    const BOOMS: Booms = Booms { every_days: 150.0, days: 20.0, height: (0.03, 0.12) };
    const SEASONS: Seasons =
        Seasons { low_share: 1.0 / 3.0, low: (0.0, 0.01), high: (0.03, 0.07), days: 140.0 };

    fn era(days: usize, seed: u64) -> Era {
        Era::of(0.055, (&BOOMS, &SEASONS), (days, true), &mut Random::new(seed))
    }

    #[test]
    fn levels_differ_by_a_factor() {
        let logs: Vec<f64> =
            (0..20_000).map(|seed| transcend::ln(era(7, seed).level / 0.055)).collect();
        // A normal number clamped at 1.8 deviations has 0.935 of the deviation, because clamping
        // keeps the mass at the ends. Five standard errors of 20,000 draws are 1.3 %.
        let sd = stats::sample_deviation(&logs).unwrap();
        assert!((sd / (0.40 * 0.9472) - 1.0).abs() < 0.02, "{sd}");
        assert!(stats::mean(&logs).unwrap().abs() < 0.015);
        assert!(logs.iter().all(|log| log.abs() <= 0.72 + 1e-12));
    }

    #[test]
    fn booms_have_their_frequency_and_height() {
        let mut random = Random::new(3);
        let path = BOOMS.path(400_000, 1.0, &mut random);
        // A boom is on for 1 of 8.5 days, with a mean of 7.5 points; about 2,350 booms.
        let mean = stats::mean(&path).unwrap();
        assert!((mean / (0.075 * 20.0 / 170.0) - 1.0).abs() < 0.1, "{mean}");
        assert!(path.iter().all(|boom| (0.0..0.12).contains(boom)));
        assert!(path[0] == 0.0 || path[0] < 0.12 * 0.21, "it begins from nothing");
    }

    #[test]
    fn a_boom_reaches_half_of_its_height_in_three_days() {
        let at_once = Booms { every_days: 1.0, days: 1e9, height: (0.08, 0.08) };
        let path = at_once.path(6, 0.5, &mut Random::new(1));
        assert!((path[2] - 0.02).abs() < 1e-15, "half of 8 points times the factor");
        assert!((path[5] - 0.03).abs() < 1e-15);
    }

    #[test]
    fn a_premium_lies_in_one_of_the_two_bands() {
        let mut random = Random::new(5);
        let drawn: Vec<f64> = (0..30_000).map(|_| SEASONS.draw(&mut random)).collect();
        let low = drawn.iter().filter(|premium| (0.0..=0.01).contains(*premium)).count();
        let high = drawn.iter().filter(|premium| (0.03..=0.07).contains(*premium)).count();
        assert_eq!(low + high, 30_000);
        // The standard error of the share is 0.3 %.
        assert!((low as f64 / 30_000.0 - 1.0 / 3.0).abs() < 0.014);
        assert!((SEASONS.mean() - (0.005 / 3.0 + 0.05 * 2.0 / 3.0)).abs() < 1e-15);
        assert!((stats::mean(&drawn).unwrap() / SEASONS.mean() - 1.0).abs() < 0.02);
    }

    #[test]
    fn a_season_lasts_until_the_next_is_drawn() {
        let era = era(140_000, 7);
        let changes = era.goal.windows(2).filter(|pair| pair[0] != pair[1]).count();
        // 1,000 are expected, with a standard deviation of 32.
        assert!((850..1_150).contains(&changes), "{changes}");
        assert_eq!((era.boom.len(), era.goal.len()), (140_077, 140_000));
        assert!(era.far_premium.is_some());
        let near = Era::of(0.055, (&BOOMS, &SEASONS), (7, false), &mut Random::new(7));
        assert_eq!(near.far_premium, None);
        assert_eq!(near.first_premium, era.first_premium);
    }
}
