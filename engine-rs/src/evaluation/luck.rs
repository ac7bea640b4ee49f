//! How far a result is from luck: the probabilistic and the deflated Sharpe ratio.
//!
//! Bailey and Lopez de Prado, "The Sharpe Ratio Efficient Frontier" (2012) and "The Deflated Sharpe
//! Ratio" (2014), on the daily excess over idle capital, not annualised.

use super::Trials;
use crate::metric::DAYS_PER_YEAR;
use crate::num::{min, normal, stats};

/// Euler's constant.
const EULER_GAMMA: f64 = 0.577_215_664_901_532_9;
/// Fewest trials with a Sharpe ratio from which its variance is estimated.
pub const TRIALS_FOR_VARIANCE: u32 = 10;
/// The null hypothesis behind the probabilities.
pub const NULL_HYPOTHESIS: &str = "no excess over SY";

/// Moments of daily excess returns that decide how reliable a Sharpe ratio is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SharpeMoments {
    /// Daily Sharpe ratio: mean over sample deviation.
    pub sharpe: f64,
    days: f64,
    skewness: f64,
    kurtosis: f64,
}

impl SharpeMoments {
    /// Returns the moments of daily excess returns; `None` under two days or without deviation.
    pub fn of(excess: &[f64]) -> Option<Self> {
        let mean = stats::mean(excess).filter(|_| excess.len() > 1)?;
        let days = excess.len() as f64;
        let (mut second, mut third, mut fourth) = (0.0, 0.0, 0.0);
        for value in excess {
            let distance = value - mean;
            let square = distance * distance;
            second += square;
            third += square * distance;
            fourth += square * square;
        }
        let deviation = stats::negligible_to_zero((second / (days - 1.0)).sqrt());
        let sharpe = stats::ratio(Some(mean), Some(deviation))?;
        let variance = second / days;
        let skewness = third / days / (variance * variance.sqrt());
        Some(Self { sharpe, days, skewness, kurtosis: fourth / days / (variance * variance) })
    }

    /// Returns the moments of a published figure: Sharpe ratio, number of returns, skewness and
    /// kurtosis (3 of a normal).
    pub fn new(sharpe: f64, days: f64, skewness: f64, kurtosis: f64) -> Self {
        Self { sharpe, days, skewness, kurtosis }
    }

    /// Returns the daily Sharpe ratio through the annual one, as a run computes it.
    pub fn daily_sharpe(&self) -> f64 {
        let year = DAYS_PER_YEAR.sqrt();
        self.sharpe * year / year
    }

    /// Returns `PSR(benchmark)`: the probability that the true ratio is above `benchmark`; `None`
    /// where the variance of the estimate is not positive.
    pub fn probabilistic(&self, benchmark: f64) -> Option<f64> {
        let Self { sharpe, days, skewness, kurtosis } = *self;
        let variance = 1.0 - skewness * sharpe + (kurtosis - 1.0) / 4.0 * sharpe * sharpe;
        (variance > 0.0)
            .then(|| normal::cdf((sharpe - benchmark) * (days - 1.0).sqrt() / variance.sqrt()))
    }

    /// Returns the deflated Sharpe ratio: the PSR against the best ratio that `count` distinct
    /// candidates give by luck alone.
    ///
    /// Without the `variance` of their ratios, the variance of a ratio without skill is used.
    pub fn deflated(&self, count: f64, variance: Option<f64>) -> Option<f64> {
        self.probabilistic(expected_best(count, variance.unwrap_or(1.0 / self.days)))
    }

    /// Returns the deflated Sharpe ratio among trials, with the smaller of the variance of their
    /// ratios and that of a ratio without skill. Ratios spread further where some candidates are
    /// truly better than others, which must not count against the best.
    pub fn deflated_by(&self, trials: Trials) -> Option<f64> {
        let variance = trials.sharpe_variance.map(|own| min(own, 1.0 / self.days));
        self.deflated(f64::from(trials.searched), variance)
    }
}

/// Returns the expected maximum of `count` ratios without skill and with the given variance; 0 for
/// one.
pub fn expected_best(count: f64, variance: f64) -> f64 {
    if count <= 1.0 {
        return 0.0;
    }
    let quantile = |share: f64| normal::inverse_cdf(1.0 - share);
    let best = (1.0 - EULER_GAMMA) * quantile(1.0 / count)
        + EULER_GAMMA * quantile(1.0 / (count * core::f64::consts::E));
    variance.sqrt() * best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_probability_comes_out() {
        // Bailey and Lopez de Prado 2012, the hedge fund example with 24 months
        let moments = SharpeMoments::new(0.457_550_088_332_778_44, 24.0, -2.448, 10.164);
        let probability = moments.probabilistic(0.0).unwrap();
        assert!((probability - 0.913_234_306_884_860_2).abs() < 1e-9);
    }

    #[test]
    fn the_published_deflated_ratio_of_100_trials_comes_out() {
        // Bailey and Lopez de Prado 2014, "A numerical example": an annual ratio of 2.5 over 1,250
        // days of which a year has 250, variance 1/2 of the annual ratios, skewness -3, kurtosis 10.
        let variance = 0.5 / 250.0;
        assert!((expected_best(100.0, variance) - 0.1132).abs() < 5e-5);
        let moments = SharpeMoments::new(2.5 / 250.0_f64.sqrt(), 1_250.0, -3.0, 10.0);
        let deflated = moments.deflated(100.0, Some(variance)).unwrap();
        assert!((deflated - 0.9004).abs() < 5e-5);
    }

    #[test]
    fn a_variance_that_is_not_positive_gives_no_probability() {
        // 1 - g3*S + (g4 - 1)/4*S^2 of S = 2 and g4 = 2: 1 - 2*g3 + 1
        let probability =
            |skewness| SharpeMoments::new(2.0, 10.0, skewness, 2.0).probabilistic(0.0);
        assert_eq!(probability(1.0), None);
        assert_eq!(probability(1.5), None);
        // a variance of 1: Phi(2*sqrt(9))
        assert_eq!(probability(0.5), Some(normal::cdf(6.0)));
    }

    #[test]
    fn one_trial_deflates_nothing() {
        let moments = SharpeMoments::new(0.1, 100.0, 0.0, 3.0);
        let deflated = |count| moments.deflated(count, None);
        assert_eq!(deflated(1.0), moments.probabilistic(0.0));
        assert!(deflated(10.0) < deflated(1.0) && deflated(1e7) < deflated(10.0));
    }

    #[test]
    fn ratios_that_spread_further_than_luck_deflate_as_luck_does() {
        let moments = SharpeMoments::new(0.1, 100.0, 0.0, 3.0);
        let deflated = |sharpe_variance| {
            moments.deflated_by(Trials { searched: 50, sharpe_variance, ..Trials::UNCOUNTED })
        };
        assert_eq!(deflated(Some(0.02)), moments.deflated(50.0, Some(0.01)));
        assert_eq!(deflated(None), deflated(Some(0.02)));
        assert_eq!(deflated(Some(0.005)), moments.deflated(50.0, Some(0.005)));
    }

    #[test]
    fn equal_days_have_no_sharpe_ratio() {
        assert_eq!(SharpeMoments::of(&[0.1, 0.1]), None);
        assert_eq!(SharpeMoments::of(&[0.1]), None);
        // 1, 3: mean 2, sd sqrt(2); population: variance 1, skewness 0, kurtosis 1
        let moments = SharpeMoments::of(&[1.0, 3.0]).unwrap();
        assert_eq!(moments, SharpeMoments::new(2.0 / 2.0_f64.sqrt(), 2.0, 0.0, 1.0));
    }
}
