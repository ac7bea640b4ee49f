//! `CapitalScore`: mean utility over all counted runs, less their dispersion and the uncertainty of
//! a short history.

use crate::num::{clamp, stats};

/// Weight of the deviation over the scenarios.
pub const KAPPA: f64 = 0.5;
/// Weight of the uncertainty of a short history.
pub const C: f64 = 0.1;

/// `mean(U) - kappa*sd(U) - c/sqrt(tEff)` over the scenarios, with its parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CapitalScore {
    /// The score.
    pub capital_score: f64,
    /// Mean utility over the scenarios.
    pub mean_utility: f64,
    /// Sample deviation of the utility over the scenarios.
    pub sd_utility: f64,
    /// Effective number of independent days of the official run.
    pub t_eff: f64,
    /// Number of utilities.
    pub scenarios: usize,
}

impl CapitalScore {
    /// Returns the score of two or more utilities and the effective days of the official run.
    pub fn of(utilities: &[f64], t_eff: f64) -> Option<Self> {
        let mean_utility = stats::mean(utilities)?;
        let sd_utility = stats::sample_deviation(utilities)?;
        let capital_score = mean_utility - KAPPA * sd_utility - C / t_eff.sqrt();
        let scenarios = utilities.len();
        Some(Self { capital_score, mean_utility, sd_utility, t_eff, scenarios })
    }
}

/// Returns the number of independent days that the daily returns are worth: `m/(1 + 2*sum (1 -
/// k/m)*rho_k)`, where `rho_k` is the autocorrelation at lag `k` and the sum ends before the first
/// lag that is not positive. The result lies in [1, m]; it is `m` when the returns do not differ.
pub fn effective_days(daily: &[f64]) -> f64 {
    let days = daily.len() as f64;
    let Some(center) = stats::mean(daily) else { return 0.0 };
    if stats::range(daily) < stats::NEGLIGIBLE {
        return days;
    }
    let centered: Vec<f64> = daily.iter().map(|day| day - center).collect();
    let variance = stats::squares_around(&centered, 0.0);
    let mut sum = 0.0;
    for lag in 1..daily.len() {
        let pairs = centered.iter().zip(&centered[lag..]);
        let covariance = pairs.fold(0.0, |sum, (early, late)| sum + early * late);
        let rho = covariance / variance;
        if rho <= 0.0 {
            break;
        }
        sum += (1.0 - lag as f64 / days) * rho;
    }
    clamp(days / (1.0 + 2.0 * sum), 1.0, days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dispersion_and_a_short_history_lower_the_score() {
        // mean 2, sd 1, 100 days: 2 - 0.5*1 - 0.1/10
        let score = CapitalScore::of(&[1.0, 2.0, 3.0], 100.0).unwrap();
        assert_eq!(score.capital_score, 2.0 - 0.5 - 0.01);
        assert_eq!(score.scenarios, 3);
    }

    #[test]
    fn trending_days_are_worth_fewer_independent_days() {
        // centred -3 -1 1 3: rho_1 = (3 - 1 + 3)/20 = 1/4, rho_2 = (-3 - 3)/20 < 0
        // 4/(1 + 2*(3/4)*(1/4)) = 4/1.375
        assert_eq!(effective_days(&[1.0, 3.0, 5.0, 7.0]), 4.0 / 1.375);
        // rho_1 < 0: every day counts
        assert_eq!(effective_days(&[1.0, -1.0, 1.0, -1.0]), 4.0);
        assert_eq!(effective_days(&[0.5, 0.5, 0.5]), 3.0);
        // ranges below 1e-12 count as zero; exactly 1e-12 does not
        let third = 1e-12 / 3.0;
        assert!(effective_days(&[0.0, third, 2.0 * third, 1e-12]) < 4.0);
        assert_eq!(effective_days(&[0.0, third, 2.0 * third, 1e-12_f64.next_down()]), 4.0);
        assert_eq!(effective_days(&[]), 0.0);
    }

    #[test]
    fn effective_days_are_at_least_one_and_later_lags_weigh_less() {
        // centred -1 -1 1 1: rho_1 = (1 - 1 + 1)/4, rho_2 = (-1 - 1)/4 < 0
        assert_eq!(effective_days(&[0.0, 0.0, 2.0, 2.0]), 4.0 / (1.0 + 2.0 * (0.75 * 0.25)));
        // three lags before the first negative one
        let days = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];
        let centred: Vec<f64> = days.iter().map(|day| day - 5.5).collect();
        let rho = |lag: usize| {
            let pairs = centred.iter().zip(&centred[lag..]);
            pairs.map(|(a, b)| a * b).sum::<f64>() / 82.5
        };
        assert!(rho(3) > 0.0 && rho(4) < 0.0);
        let sum = 0.9 * rho(1) + 0.8 * rho(2) + 0.7 * rho(3);
        assert!((effective_days(&days) - 10.0 / (1.0 + 2.0 * sum)).abs() < 1e-14);
    }
}
