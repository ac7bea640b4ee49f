//! Returns, and their annual figures.

use super::excess::DAYS_PER_YEAR;
use crate::num::stats::Spread;
use crate::num::transcend;

/// Returns the simple returns of a path of equity that starts from `capital`, one per value.
pub fn returns(capital: f64, equity: &[f64]) -> Vec<f64> {
    let Some((first, later)) = equity.split_first() else { return Vec::new() };
    let mut returns = Vec::with_capacity(equity.len());
    returns.push(first / capital - 1.0);
    returns.extend(later.iter().zip(equity).map(|(value, before)| value / before - 1.0));
    returns
}

/// Returns `growth^(365/days) - 1` of a growth factor over a number of days.
pub fn compound_annual_return(growth: f64, days: f64) -> f64 {
    transcend::pow(growth, DAYS_PER_YEAR / days) - 1.0
}

/// Returns the sample deviation of daily returns times the square root of 365; `None` under two
/// days.
pub fn annualized_volatility(daily_returns: Spread) -> Option<f64> {
    daily_returns.deviation.map(|deviation| deviation * DAYS_PER_YEAR.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_start_from_the_capital() {
        // 110/100 - 1, 99/110 - 1
        let both = returns(100.0, &[110.0, 99.0]);
        assert_eq!(both, [110.0 / 100.0 - 1.0, 99.0 / 110.0 - 1.0]);
        assert_eq!(returns(100.0, &[]), [0.0; 0]);
    }

    #[test]
    fn doubling_in_a_year_is_a_hundred_percent() {
        assert_eq!(compound_annual_return(2.0, 365.0), 1.0);
        // half a year: 2^2 - 1
        assert_eq!(compound_annual_return(2.0, 182.5), 3.0);
    }

    #[test]
    fn volatility_is_the_sample_deviation_of_a_year() {
        let of = |daily: &[f64]| annualized_volatility(Spread::of(daily).unwrap());
        // mean 2, squares 1 + 0 + 1 over 2
        assert_eq!(of(&[1.0, 2.0, 3.0]), Some(365.0_f64.sqrt()));
        assert_eq!(of(&[1.0]), None);
    }
}
