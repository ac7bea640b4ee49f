//! The worst twentieth of the days.

use core::cmp::min;

/// Value at risk and CVaR (expected shortfall) at 0.95. Losses are positive, and never below 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tail {
    /// The `ceil(k)`-th worst loss, where `k` is a twentieth of the days.
    pub value_at_risk: f64,
    /// Mean of the worst `k` days; the last one counts with the fractional part of `k`.
    pub cvar: f64,
}

/// Days per day of the tail: the level is `1 - 1/20 = 0.95`.
const TAIL_DAYS: f64 = 20.0;

/// Returns the tail of daily returns after Rockafellar and Uryasev (2000): with `k = m/20` and the
/// losses sorted from the worst, `(sum of the worst floor(k) + (k - floor(k))*next)/k`; with fewer
/// than 20 days the worst loss. `None` without days.
pub fn tail_risk(daily_returns: &[f64]) -> Option<Tail> {
    let k = daily_returns.len() as f64 / TAIL_DAYS;
    let worst = smallest(daily_returns, 1 + daily_returns.len() / 20);
    tail_of_sorted(worst.iter().copied(), k)
}

/// Returns the tail of the `k` worst of returns that are sorted from the worst.
pub fn tail_of_sorted(worst_first: impl Iterator<Item = f64>, k: f64) -> Option<Tail> {
    let (mut whole, mut left, mut last) = (0.0, k, None);
    for value in worst_first {
        let loss = -value;
        if k < 1.0 {
            return Some(floored(loss, loss));
        }
        if left < 1.0 {
            let cvar = (whole + left * loss) / k;
            return Some(floored(if left > 0.0 { loss } else { last? }, cvar));
        }
        whole += loss;
        left -= 1.0;
        last = Some(loss);
    }
    None
}

fn floored(value_at_risk: f64, cvar: f64) -> Tail {
    let positive = |loss: f64| if loss > 0.0 { loss } else { 0.0 };
    Tail { value_at_risk: positive(value_at_risk), cvar: positive(cvar) }
}

/// Returns the `count` smallest values in ascending order.
pub fn smallest(values: &[f64], count: usize) -> Vec<f64> {
    let mut worst = vec![f64::INFINITY; min(count, values.len())];
    let Some(last) = worst.len().checked_sub(1) else { return worst };
    for value in values {
        if *value < worst[last] {
            let mut at = last;
            while at > 0 && *value < worst[at - 1] {
                worst[at] = worst[at - 1];
                at -= 1;
            }
            worst[at] = *value;
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns of `m` days with losses 1, 2, .., m in a shuffled order.
    fn losses(m: usize) -> Vec<f64> {
        (0..m).map(|at| -((at * 7 % m + 1) as f64)).collect()
    }

    #[test]
    fn with_fewer_than_twenty_days_both_figures_are_the_worst_loss() {
        assert_eq!(tail_risk(&losses(19)), Some(Tail { value_at_risk: 19.0, cvar: 19.0 }));
        assert_eq!(tail_risk(&[]), None);
    }

    #[test]
    fn the_last_day_counts_with_its_fraction() {
        // k = 1.5: (30 + 0.5*29)/1.5, the 2nd worst
        assert_eq!(
            tail_risk(&losses(30)),
            Some(Tail { value_at_risk: 29.0, cvar: (30.0 + 0.5 * 29.0) / 1.5 })
        );
        // k = 2: the two worst, VaR the 2nd worst
        assert_eq!(tail_risk(&losses(40)), Some(Tail { value_at_risk: 39.0, cvar: 39.5 }));
        // k = 1
        assert_eq!(tail_risk(&losses(20)), Some(Tail { value_at_risk: 20.0, cvar: 20.0 }));
    }

    #[test]
    fn gains_are_not_negative_losses() {
        assert_eq!(tail_risk(&[0.5, 0.25]), Some(Tail { value_at_risk: 0.0, cvar: 0.0 }));
        // a loss of -0 is 0 and is printed as 0
        let none = tail_risk(&[0.0]).unwrap();
        assert_eq!((none.value_at_risk.to_bits(), none.cvar.to_bits()), (0, 0));
    }

    #[test]
    fn the_worst_loss_is_not_rounded_by_a_share_of_a_day() {
        let k = 3.0 / 20.0;
        assert_ne!(0.9 * k / k, 0.9);
        let worst = Tail { value_at_risk: 0.9, cvar: 0.9 };
        assert_eq!(tail_risk(&[-0.9, 0.1, 0.2]), Some(worst));
    }
}
