//! The floating rate that grows the SY index: each week pays the news of the week before.

use super::era::{Era, HISTORY_DAYS};
use crate::num::{max, transcend};
use crate::random::Random;

/// Days of syIndex before the first bar; underlyingApy looks back on them, but no file contains
/// them.
const INDEX_HISTORY_DAYS: usize = 7;

/// Days of a payout.
const WEEK: usize = 7;

/// Share of last week's deviation that remains, for the logarithm of the rate.
const WEEK_DECAY: f64 = 0.8;

/// Lowest rate: the earnings of the reserves without funding.
const RATE_MIN: f64 = 0.035;

/// Hours of a year of 365 days.
const YEAR_HOURS: f64 = 8_760.0;

/// Weeks of a year of 365 days, the power that annualises a week's growth.
const YEAR_WEEKS: f64 = 365.0 / 7.0;

/// The growth rate of one SY share, annual and effective, as a decimal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FloatingRate {
    /// Mean level over all eras, without booms.
    pub mean_apy: f64,
    /// Standard deviation of the weekly change of the rate's logarithm.
    pub week_sd: f64,
}

/// The rate of each day as known before it is paid.
#[derive(Debug)]
pub(super) struct News {
    /// The rate without booms, day by day, the history of an era first.
    pub(super) base: Vec<f64>,
}

impl FloatingRate {
    /// Draws the news of the days of an era.
    pub(super) fn news(self, era: &Era, random: &mut Random) -> News {
        let stationary = self.week_sd / (1.0 - WEEK_DECAY * WEEK_DECAY).sqrt();
        let mut deviation = stationary * random.normal();
        let mut base = Vec::with_capacity(era.boom.len());
        while base.len() < era.boom.len() {
            if !base.is_empty() {
                deviation = WEEK_DECAY * deviation + self.week_sd * random.normal();
            }
            let rate = era.level * transcend::exp(deviation);
            base.extend([rate; WEEK]);
        }
        News { base }
    }
}

impl News {
    /// Returns the rate of each day, starting seven days before the first bar: the rate of a week
    /// is the mean news of the week before.
    fn rates(&self, era: &Era) -> impl Iterator<Item = f64> {
        let weeks = self.base.chunks_exact(WEEK).zip(era.boom.chunks_exact(WEEK));
        let means = weeks.map(|(base, boom)| {
            let news = base.iter().zip(boom).fold(0.0, |sum, (base, boom)| sum + (base + boom));
            max(news / WEEK as f64, RATE_MIN)
        });
        // the first rate comes from the last week but one of the history
        let first = (HISTORY_DAYS - INDEX_HISTORY_DAYS) / WEEK - 1;
        means.skip(first).flat_map(|rate| [rate; WEEK])
    }

    /// Returns the index at the close of each hour. `first_index` is the value of a share seven
    /// days before the first bar.
    pub(super) fn index(&self, era: &Era, first_index: f64) -> IndexPath {
        let days = era.goal.len();
        // Growth of ln syIndex in each hour of a day.
        let rates = self.rates(era).take(INDEX_HISTORY_DAYS + days);
        let growth: Vec<f64> = rates.map(|rate| transcend::ln_1p(rate) / YEAR_HOURS).collect();
        let mut sy_index = vec![0.0; 24 * days];
        let mut underlying_apy = vec![0.0; 24 * days];
        let mut log_open = transcend::ln(first_index);
        for before in &growth[..INDEX_HISTORY_DAYS] {
            log_open += 24.0 * before;
        }
        let hours = sy_index.chunks_exact_mut(24).zip(underlying_apy.chunks_exact_mut(24));
        for (day, (sy_index, underlying_apy)) in hours.enumerate() {
            let (today, week_ago) = (growth[day + INDEX_HISTORY_DAYS], growth[day]);
            let week: f64 = growth[day..day + INDEX_HISTORY_DAYS].iter().sum();
            let open = transcend::exp(log_open);
            let apy_open = transcend::exp(YEAR_WEEKS * 24.0 * week);
            let apy_slope = YEAR_WEEKS * (today - week_ago);
            for (hour, (sy_index, apy)) in (1..).zip(sy_index.iter_mut().zip(underlying_apy)) {
                let hours = f64::from(hour);
                *sy_index = open * exp_of_small(hours * today);
                *apy = apy_open * exp_of_small(hours * apy_slope) - 1.0;
            }
            log_open += 24.0 * today;
        }
        IndexPath { sy_index, underlying_apy }
    }
}

/// The SY index and its growth at the close of each hour.
#[derive(Debug)]
pub(super) struct IndexPath {
    /// Accounting asset per SY share.
    pub(super) sy_index: Vec<f64>,
    /// `(syIndex[t]/syIndex[t-7d])^(365/7) - 1`. Each hour, an hour of today enters the week and
    /// the same hour of a week ago leaves it.
    pub(super) underlying_apy: Vec<f64>,
}

/// Returns `exp(x)` from its series up to `x^6/720`. The next term, `x^7/5040`, is below 1e-17 for
/// an hour's growth of the index, and below 1e-13 for a change of the rate by 30 points from one
/// week to the next, which underlyingApy contains.
fn exp_of_small(x: f64) -> f64 {
    let tail = 1.0 / 24.0 + x * (1.0 / 120.0 + x * (1.0 / 720.0));
    1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * tail)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::stats;

    const RATE: FloatingRate = FloatingRate { mean_apy: 0.055, week_sd: 0.2 };

    fn era(days: usize, boom: impl Fn(usize) -> f64) -> Era {
        Era {
            level: 0.05,
            first_premium: 0.0,
            boom: (0..HISTORY_DAYS + days).map(boom).collect(),
            goal: vec![0.0; days],
            far_premium: None,
        }
    }

    #[test]
    fn a_constant_rate_is_the_annual_growth_of_the_index() {
        let (era, steady) = (era(371, |_| 0.0), FloatingRate { week_sd: 0.0, ..RATE });
        let path = steady.news(&era, &mut Random::new(1)).index(&era, 1.2);
        let IndexPath { sy_index, underlying_apy } = path;
        assert_eq!(sy_index.len(), 371 * 24);
        // 365 additions of a day's growth, each rounded to half an ulp of at most 0.5.
        assert!((sy_index[8_760 + 23] / sy_index[23] - 1.05).abs() < 1e-13);
        // Seven days and an hour at 5 % have passed at the first bar.
        let hours = 1.0 / 8_760.0 + 7.0 / 365.0;
        assert!((sy_index[0] / (1.2 * transcend::pow(1.05, hours)) - 1.0).abs() < 1e-15);
        assert!(underlying_apy.iter().all(|apy| (apy - 0.05).abs() < 1e-14));
    }

    #[test]
    fn a_week_pays_the_mean_news_of_the_week_before() {
        let steady = FloatingRate { week_sd: 0.0, ..RATE };
        // News of the last week before the first bar: 1 to 7 points above 5 %.
        let boom = |day: usize| if day / 7 == 10 { 0.01 * (day % 7 + 1) as f64 } else { 0.0 };
        let era = era(14, boom);
        let news = steady.news(&era, &mut Random::new(1));
        let rates: Vec<f64> = news.rates(&era).take(21).collect();
        assert!(rates[..7].iter().all(|rate| (rate - 0.05).abs() < 1e-15));
        assert!(rates[7..14].iter().all(|rate| (rate - 0.09).abs() < 1e-15));
        assert!(rates[14..].iter().all(|rate| (rate - 0.05).abs() < 1e-15));
    }

    #[test]
    fn the_rate_has_a_floor() {
        let (era, low) = (era(7, |_| -0.04), FloatingRate { week_sd: 0.0, ..RATE });
        let news = low.news(&era, &mut Random::new(1));
        assert!(news.rates(&era).all(|rate| rate == 0.035));
    }

    #[test]
    fn the_series_is_the_exponential() {
        for x in [-0.01, -3e-4, 0.0, 1e-5, 0.002, 0.01] {
            assert!((exp_of_small(x) / transcend::exp(x) - 1.0).abs() < 4e-16, "{x}");
        }
        assert!((exp_of_small(0.043) / transcend::exp(0.043) - 1.0).abs() < 1e-13);
    }

    #[test]
    fn weekly_rates_have_their_deviation_and_decay_by_a_fifth() {
        let era = era(7 * 60_000, |_| 0.0);
        let base = RATE.news(&era, &mut Random::new(2)).base;
        assert!(base.chunks(7).all(|week| week.iter().all(|rate| *rate == week[0])));
        let logs: Vec<f64> =
            base.iter().step_by(7).map(|rate| transcend::ln(rate / 0.05)).collect();
        // 0.2/sqrt(1 - 0.64) is a third. About 13,000 independent values: 0.6 %.
        assert!((stats::sample_deviation(&logs).unwrap() * 3.0 - 1.0).abs() < 0.03);
        assert!(stats::mean(&logs).unwrap().abs() < 0.015);
        let shocks: Vec<f64> = logs.windows(2).map(|pair| pair[1] - 0.8 * pair[0]).collect();
        assert!((stats::sample_deviation(&shocks).unwrap() / 0.2 - 1.0).abs() < 0.02);
    }
}
