//! The edge hurdle: the plausible earnings of a full position over the horizon after bar `at`, as a
//! fraction of its value. They are the carry of the implied yield plus one deviation of the price.

use super::ExecutionProfile;
use crate::market::Series;
use crate::num::{max, min, stats};
use std::sync::OnceLock;

/// Returns the carry over the horizon, which ends at expiry at the latest.
pub(super) fn carry(profile: &ExecutionProfile, series: &Series, at: usize) -> f64 {
    let horizon = f64::from(profile.edge_horizon_days) / 365.0;
    max(0.0, series.log_yield[at]) * min(horizon, series.clock.tau[at])
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

/// Returns the sums of the squares of all changes of the log price up to each bar.
#[inline(never)]
pub(super) fn squared_moves(series: &Series) -> Vec<f64> {
    let mut sums = vec![0.0; series.bars()];
    let mut sum = 0.0;
    for (place, pair) in sums[1..].iter_mut().zip(series.log_price.windows(2)) {
        sum += (pair[1] - pair[0]) * (pair[1] - pair[0]);
        *place = sum;
    }
    sums
}

/// Returns an upper bound of [`price_move`], the deviation around 0, with room for the rounding of
/// the sums.
pub(super) fn move_at_most(
    profile: &ExecutionProfile,
    series: &Series,
    (sums, at): (&[f64], usize),
) -> f64 {
    const ROUNDING: f64 = 1e-9;
    let horizon = horizon(profile, series);
    let first = at.saturating_sub(horizon);
    let squares = sums[at] - sums[first] + ROUNDING * sums[at];
    (squares / max((at - first) as f64 - 1.0, 1.0) * horizon as f64).sqrt()
}

/// Returns the number of bars of the horizon.
fn horizon(profile: &ExecutionProfile, series: &Series) -> usize {
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

    /// Steady, wild and constant walks.
    #[test]
    fn no_price_move_is_above_its_bound() {
        let (mut random, mut log) = (crate::random::Random::new(3), -0.1);
        let logs: Vec<f64> = (0..2_000)
            .map(|hour| {
                log += [1e-4, 0.0, 1e-2, 1e-9][hour / 250 % 4] * random.normal();
                log
            })
            .collect();
        let bars = Bars::hourly(2_000, 30).with(|series| &mut series.log_price, &logs);
        let squared = squared_moves(&bars.0);
        for at in 0..2_000 {
            let exact = price_move(&PROFILE, &bars.0, at);
            let bound = move_at_most(&PROFILE, &bars.0, (&squared, at));
            assert!(exact <= bound, "{at}: {exact} {bound}");
            assert!(at < 168 || bound <= 1.1 * exact + 1e-4, "{at}: {exact} {bound}");
        }
    }
}
