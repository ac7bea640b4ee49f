//! The floating rate that grows the SY index: the same through a day, another on the next.

use super::draw::{between, happens};
use super::mean_reversion::MeanReversion;
use crate::num::transcend;
use crate::random::Random;

/// Hours of the seven days before the first bar that underlyingApy needs and no file shows.
pub(super) const HISTORY_HOURS: usize = 7 * 24;

/// Hours of a year of 365 days.
const YEAR_HOURS: f64 = 8_760.0;

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
        let hours = HISTORY_HOURS + 24 * days;
        let mut path =
            IndexPath { log: Vec::with_capacity(hours), value: Vec::with_capacity(hours) };
        let mut log_open = transcend::ln(first_index);
        for rate in self.rates(7 + days, random) {
            let growth = transcend::ln_1p(rate) / YEAR_HOURS;
            let open = transcend::exp(log_open);
            for hour in 1..=24 {
                let grown = f64::from(hour) * growth;
                path.log.push(log_open + grown);
                path.value.push(open * exp_of_small(grown));
            }
            log_open += 24.0 * growth;
        }
        path
    }
}

/// The SY index at the close of each hour, from seven days before the first bar on: item 168 is the
/// first bar's.
#[derive(Debug)]
pub(super) struct IndexPath {
    /// ln syIndex.
    pub(super) log: Vec<f64>,
    /// syIndex.
    pub(super) value: Vec<f64>,
}

/// Returns `exp(x)` of a day's growth: four terms of the series, the next being `x^4/24`, under
/// 1e-16 while `|x|` is under 2e-4, which is a rate of 7 % a year; under 1e-14 up to 20 %.
fn exp_of_small(x: f64) -> f64 {
    1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0)))
}

#[cfg(test)]
mod tests {
    use super::super::mean_reversion::Dispersion;
    use super::*;
    use crate::num::stats;

    #[test]
    fn a_constant_rate_grows_the_index_by_it_in_a_year() {
        let rate = FloatingRate::Steps { range_apy: (0.05, 0.05), days: 60.0 };
        let path = rate.path(365, 1.2, &mut Random::new(1));
        assert_eq!(path.value.len(), HISTORY_HOURS + 8_760);
        let growth = path.value[HISTORY_HOURS + 8_759] / path.value[HISTORY_HOURS - 1];
        // 365 additions of a day's growth, each rounded to half an ulp of at most 0.5.
        assert!((growth - 1.05).abs() < 1e-13);
    }

    #[test]
    fn the_index_is_the_exponential_of_its_logarithm() {
        for rate_apy in [-0.05, 0.0, 0.055, 0.10] {
            let rate = FloatingRate::Steps { range_apy: (rate_apy, rate_apy), days: 60.0 };
            let path = rate.path(10, 1.2, &mut Random::new(1));
            for (log, value) in path.log.iter().zip(path.value) {
                // Three roundings and the rest of the series.
                assert!((value / transcend::exp(*log) - 1.0).abs() < 1e-15);
            }
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
