//! Reward for risk, on daily excess returns over idle capital.

use crate::num::stats::{self, Spread};

/// Days of a year in every annual figure.
pub const DAYS_PER_YEAR: f64 = 365.0;

/// Returns `mean(X)/sd(X)*sqrt(365)` of daily excess returns; `None` under two days or without
/// deviation.
pub fn sharpe(excess: Spread) -> Option<f64> {
    stats::ratio(Some(excess.mean), excess.deviation).map(|daily| daily * DAYS_PER_YEAR.sqrt())
}

/// Returns `mean(X)/sqrt(mean(min(X,0)^2))*sqrt(365)` of daily excess returns with their mean; `None`
/// under two days or without a loss.
pub fn sortino(excess: &[f64], mean: f64) -> Option<f64> {
    if excess.len() < 2 {
        return None;
    }
    let losses = excess.iter().map(|x| if *x < 0.0 { x * x } else { 0.0 });
    let downside = stats::mean_of(losses).map(|mean| stats::negligible_to_zero(mean.sqrt()));
    stats::ratio(Some(mean), downside).map(|daily| daily * DAYS_PER_YEAR.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sharpe_of(excess: &[f64]) -> Option<f64> {
        sharpe(Spread::of(excess).unwrap())
    }

    fn sortino_of(excess: &[f64]) -> Option<f64> {
        sortino(excess, stats::mean(excess).unwrap())
    }

    #[test]
    fn sharpe_is_the_mean_over_the_sample_deviation() {
        // mean 2, sd 1
        assert_eq!(sharpe_of(&[1.0, 2.0, 3.0]), Some(2.0 * 365.0_f64.sqrt()));
        assert_eq!(sharpe_of(&[1.0]), None);
        assert_eq!(sharpe_of(&[0.5, 0.5]), None);
    }

    #[test]
    fn sortino_counts_only_losses_but_divides_by_all_days() {
        // mean 1; losses 0, 0, 3 squared: 9/3 = 3
        assert_eq!(sortino_of(&[2.0, 4.0, -3.0]), Some(1.0 / 3.0_f64.sqrt() * 365.0_f64.sqrt()));
        assert_eq!(sortino_of(&[1.0, 2.0]), None);
        // two days are enough: mean 0
        assert_eq!(sortino_of(&[1.0, -1.0]), Some(0.0));
        assert_eq!(sortino_of(&[-1.0]), None);
    }
}
