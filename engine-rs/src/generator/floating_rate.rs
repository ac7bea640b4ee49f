//! The floating rate that grows the SY index: the same through a day, another on the next.

use super::draw::{between, happens};
use super::mean_reversion::MeanReversion;
use crate::num::transcend;
use crate::random::Random;

/// Days of syIndex before the first bar that underlyingApy looks back on and no file shows.
const HISTORY_DAYS: usize = 7;

/// Hours of a year of 365 days.
const YEAR_HOURS: f64 = 8_760.0;

/// Weeks of a year of 365 days: the power that makes a week's growth a year's.
const YEAR_WEEKS: f64 = 365.0 / 7.0;

/// The rate at which one SY share grows, annual, effective, a decimal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FloatingRate {
    /// Funding that reverts to a mean.
    MeanReverting {
        /// The mean.
        mean_apy: f64,
        /// How the rate strays from it.
        deviation: MeanReversion,
    },
    /// A rate that somebody sets: it stays, then changes at once.
    Steps {
        /// Bounds of the rate, which is uniform between them.
        range_apy: (f64, f64),
        /// Mean days from one change to the next.
        days: f64,
    },
}

impl FloatingRate {
    /// Returns the rate of each day.
    fn rates(self, days: usize, random: &mut Random) -> Vec<f64> {
        match self {
            Self::MeanReverting { mean_apy, deviation } => {
                let day = deviation.step(1.0);
                let mut away = deviation.stationary_sd() * random.normal();
                let mut next = || {
                    away = day.next(away, random.normal());
                    mean_apy + away
                };
                (0..days).map(|_| next()).collect()
            }
            Self::Steps { range_apy, days: mean_days } => {
                let mut rate = between(random, range_apy);
                let mut next = || {
                    if happens(random, 1.0 / mean_days) {
                        rate = between(random, range_apy);
                    }
                    rate
                };
                (0..days).map(|_| next()).collect()
            }
        }
    }

    /// Returns the index at the close of each hour. `first_index` is what a share is worth seven
    /// days before the first bar.
    pub(super) fn path(self, days: usize, first_index: f64, random: &mut Random) -> IndexPath {
        let rates = self.rates(HISTORY_DAYS + days, random).into_iter();
        // Growth of ln syIndex in each hour of a day.
        let growth: Vec<f64> = rates.map(|rate| transcend::ln_1p(rate) / YEAR_HOURS).collect();
        let mut sy_index = vec![0.0; 24 * days];
        let mut underlying_apy = vec![0.0; 24 * days];
        let mut log_open = transcend::ln(first_index);
        for before in &growth[..HISTORY_DAYS] {
            log_open += 24.0 * before;
        }
        let hours = sy_index.chunks_exact_mut(24).zip(underlying_apy.chunks_exact_mut(24));
        for (day, (sy_index, underlying_apy)) in hours.enumerate() {
            let (today, week_ago) = (growth[day + HISTORY_DAYS], growth[day]);
            let week: f64 = growth[day..day + HISTORY_DAYS].iter().sum();
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
    /// `(syIndex[t]/syIndex[t-7d])^(365/7) - 1`. As an hour passes, one of today comes into the
    /// week and one of the same day of the last week leaves it.
    pub(super) underlying_apy: Vec<f64>,
}

/// Returns `exp(x)` by its series to `x^6/720`. The next term, `x^7/5040`, is under 1e-17 while
/// `|x|` is under 0.01; the rate would have to move by 7 points in a week for that.
fn exp_of_small(x: f64) -> f64 {
    let tail = 1.0 / 24.0 + x * (1.0 / 120.0 + x * (1.0 / 720.0));
    1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * tail)))
}

#[cfg(test)]
mod tests {
    use super::super::mean_reversion::Dispersion;
    use super::*;
    use crate::num::stats;

    #[test]
    fn a_constant_rate_grows_the_index_by_it_in_a_year() {
        let rate = FloatingRate::Steps { range_apy: (0.05, 0.05), days: 60.0 };
        let IndexPath { sy_index, underlying_apy } = rate.path(366, 1.2, &mut Random::new(1));
        assert_eq!(sy_index.len(), 366 * 24);
        // 365 additions of a day's growth, each rounded to half an ulp of at most 0.5.
        assert!((sy_index[8_760 + 23] / sy_index[23] - 1.05).abs() < 1e-13);
        // Seven days and an hour at 5 % have passed at the first bar.
        let hours = 1.0 / 8_760.0 + 7.0 / 365.0;
        assert!((sy_index[0] / (1.2 * transcend::pow(1.05, hours)) - 1.0).abs() < 1e-15);
        assert!(underlying_apy.iter().all(|apy| (apy - 0.05).abs() < 1e-14));
    }

    #[test]
    fn the_series_is_the_exponential() {
        for x in [-0.01, -3e-4, 0.0, 1e-5, 0.002, 0.01] {
            assert!((exp_of_small(x) / transcend::exp(x) - 1.0).abs() < 4e-16, "{x}");
        }
    }

    #[test]
    fn a_step_rate_stays_in_its_bounds_and_changes_as_often_as_it_should() {
        let rate = FloatingRate::Steps { range_apy: (0.045, 0.065), days: 60.0 };
        let rates = rate.rates(60_000, &mut Random::new(2));
        assert!(rates.iter().all(|rate| (0.045..=0.065).contains(rate)));
        let changes = rates.windows(2).filter(|pair| pair[0] != pair[1]).count();
        // 1,000 are expected, with a standard deviation of 32.
        assert!((900..1_100).contains(&changes), "{changes}");
    }

    #[test]
    fn funding_has_its_mean_and_its_daily_deviation() {
        let deviation =
            MeanReversion { half_life_days: 15.0, dispersion: Dispersion::Daily(0.0025) };
        let rate = FloatingRate::MeanReverting { mean_apy: 0.055, deviation };
        let rates = rate.rates(100_000, &mut Random::new(3));
        let mean = stats::mean(&rates).unwrap();
        let changes: Vec<f64> = rates.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let daily_sd = stats::sample_deviation(&changes).unwrap();
        // About 2,300 independent values 84 bp wide: the mean is good to 2 bp.
        assert!((mean - 0.055).abs() < 0.0006);
        assert!((daily_sd / 0.0025 - 1.0).abs() < 0.01);
    }
}
