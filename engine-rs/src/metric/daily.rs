//! Figures of single days.

use crate::num::{max, min};

/// A daily return above this is a gain.
const GAIN_MIN: f64 = 1e-12;

/// Returns the share of days with a gain of more than 1e-12. It needs at least one day.
pub fn hit_rate(daily_returns: &[f64]) -> f64 {
    let gains = daily_returns.iter().filter(|day| **day > GAIN_MIN).count();
    gains as f64 / daily_returns.len() as f64
}

/// Returns the largest daily return. It needs at least one day.
pub fn best_day(daily_returns: &[f64]) -> f64 {
    daily_returns.iter().copied().fold(f64::NEG_INFINITY, max)
}

/// Returns the smallest daily return. It needs at least one day.
pub fn worst_day(daily_returns: &[f64]) -> f64 {
    daily_returns.iter().copied().fold(f64::INFINITY, min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounding_error_is_not_a_gain() {
        for (day, share) in [(1e-13, 0.0), (1e-12, 0.0), (1.1e-12, 0.5), (-1.0, 0.0)] {
            assert_eq!(hit_rate(&[day, 0.0]), share, "{day}");
        }
    }

    #[test]
    fn best_and_worst_day_are_the_extremes() {
        let days = [-0.25, 0.5, -0.5, 0.25];
        assert_eq!((best_day(&days), worst_day(&days)), (0.5, -0.5));
        assert_eq!((best_day(&[-1.0]), worst_day(&[1.0])), (-1.0, 1.0));
    }
}
