//! The edge hurdle: the plausible earnings of a full position over the horizon after bar `at`, as a
//! fraction of its value. They are the carry of the implied yield plus one deviation of the price.

use super::ExecutionProfile;
use crate::market::Series;
use crate::num::{max, min, stats};
use std::sync::OnceLock;

/// Returns the carry over the horizon, which ends at expiry at the latest.
pub(super) fn carry(profile: &ExecutionProfile, series: &Series, at: usize) -> f64 {
    carry_of(profile, series.log_yield[at], series.clock.tau[at])
}

/// Returns the carry of a yield `tau` years before expiry.
pub(super) fn carry_of(profile: &ExecutionProfile, log_yield: f64, tau: f64) -> f64 {
    max(0.0, log_yield) * min(f64::from(profile.edge_horizon_days) / 365.0, tau)
}

/// Returns `s*sqrt(H)`, where `H` is the number of bars of the horizon and `s` the sample deviation
/// of the last `H` changes of the log price up to bar `at`, or of all changes if there are fewer; 0
/// with fewer than two. A dataset keeps those that were asked for.
pub(super) fn price_move(profile: &ExecutionProfile, series: &Series, at: usize) -> f64 {
    let horizon = horizon(profile, series);
    let kept = series
        .derived
        .as_ref()
        .map(|kept| kept.moves.get_or_init(|| (horizon, vec![OnceLock::new(); series.bars()])));
    match kept {
        Some((of, moves)) if *of == horizon => {
            *moves[at].get_or_init(|| measured_move(series, at, horizon))
        }
        _ => measured_move(series, at, horizon),
    }
}

#[inline(never)]
fn measured_move(series: &Series, at: usize, horizon: usize) -> f64 {
    let prices = &series.log_price[at.saturating_sub(horizon)..=at];
    let changes: Vec<f64> = prices.windows(2).map(|pair| pair[1] - pair[0]).collect();
    stats::sample_deviation(&changes).unwrap_or(0.0) * (horizon as f64).sqrt()
}

/// Returns the number of bars of the horizon.
pub(super) fn horizon(profile: &ExecutionProfile, series: &Series) -> usize {
    profile.edge_horizon_days as usize * series.clock.timeframe.bars_per_day()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::PROFILE;
    use crate::strategy::testing::Bars;

    #[test]
    fn the_carry_is_the_yield_to_the_horizon_or_expiry_and_never_negative() {
        // log yield, days to expiry, carry: no longer than seven days
        for (log_yield, days, expected) in [
            (0.073, 365, 0.073 * (7.0 / 365.0)),
            (0.073, 8, 0.073 * (7.0 / 365.0)),
            (0.073, 7, 0.073 * (7.0 / 365.0)),
            (0.073, 6, 0.073 * (6.0 / 365.0)),
            (0.0, 365, 0.0),
            (-0.073, 365, 0.0),
            (-0.073, 6, 0.0),
        ] {
            let bars = Bars::daily(1, days).with(|series| &mut series.log_yield, &[log_yield]);
            assert_eq!(carry(&PROFILE, &bars.0, 0), expected, "{log_yield} for {days} days");
        }
    }

    #[test]
    fn the_price_move_is_the_deviation_of_the_last_changes_over_the_horizon() {
        let of = |logs: &[f64]| {
            let bars = Bars::daily(u16::try_from(logs.len()).unwrap(), 30)
                .with(|series| &mut series.log_price, logs);
            price_move(&PROFILE, &bars.0, logs.len() - 1)
        };
        let week = 7.0_f64.sqrt();
        assert_eq!(of(&[-0.5]), 0.0);
        // one change has no deviation
        assert_eq!(of(&[-0.5, -0.25]), 0.0);
        // changes 1, 3: mean 2, squares 1 + 1 over 1
        assert_eq!(of(&[0.0, 1.0, 4.0]), 2.0_f64.sqrt() * week);
        // changes 1, 2, 3: mean 2, squares 1 + 0 + 1 over 2
        assert_eq!(of(&[0.0, 1.0, 3.0, 6.0]), week);
        // seven changes of 1 fill the horizon; the fall before them has left it
        assert_eq!(of(&[90.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), 0.0);
        assert!(of(&[90.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]) > 0.0);
    }

    #[test]
    fn an_hourly_horizon_has_as_many_changes_as_hours() {
        let bars = Bars::hourly(170, 30);
        // hour 0 differs: its change is the first of the 168 changes up to hour 168
        let logs: Vec<f64> = (0..170).map(|hour| if hour == 0 { 1.0 } else { 0.0 }).collect();
        let bars = bars.with(|series| &mut series.log_price, &logs);
        assert!(price_move(&PROFILE, &bars.0, 168) > 0.0);
        assert_eq!(price_move(&PROFILE, &bars.0, 169), 0.0);
    }
}
