//! The edge hurdle: what a full position can plausibly earn over the horizon that begins after bar
//! `at`, a fraction of its value. It is the carry of the implied yield and one deviation of the
//! price.

use super::ExecutionProfile;
use crate::market::Series;
use crate::num::{max, min, stats};
use core::ops::Range;

/// Returns the carry over the horizon, no longer than to expiry.
pub(super) fn carry(profile: &ExecutionProfile, series: &Series, at: usize) -> f64 {
    let years = min(f64::from(profile.edge_horizon_days) / 365.0, series.clock.tau[at]);
    max(0.0, series.log_yield[at]) * years
}

/// Returns `s*sqrt(H)`: `s` the sample deviation of the last `H` changes of the log price up to bar
/// `at`, of all there are when fewer, 0 under two; `H` the bars of the horizon.
pub(super) fn price_move(profile: &ExecutionProfile, series: &Series, at: usize) -> f64 {
    let horizon = horizon(profile, series);
    let prices = &series.log_price[at.saturating_sub(horizon)..=at];
    let changes: Vec<f64> = prices.windows(2).map(|pair| pair[1] - pair[0]).collect();
    stats::sample_deviation(&changes).unwrap_or(0.0) * (horizon as f64).sqrt()
}

fn horizon(profile: &ExecutionProfile, series: &Series) -> usize {
    profile.edge_horizon_days as usize * series.clock.timeframe.bars_per_day()
}

/// What [`price_move`] is at most, bar after bar: the squares of the changes are summed as the
/// horizon moves on, so that a bar after the one before costs two changes and not a horizon of them.
#[derive(Debug)]
pub struct PriceMoves<'a> {
    log_price: Option<&'a [f64]>,
    horizon: usize,
    /// The changes that end on these bars are summed.
    summed: Range<usize>,
    squares: f64,
    /// All squares that were ever added: what is left of a sum has the rounding of what is gone.
    gross: f64,
}

impl<'a> PriceMoves<'a> {
    /// Returns the moves over the horizon of a profile, none of them measured yet.
    pub fn new(profile: &ExecutionProfile, series: &Series) -> Self {
        let horizon = horizon(profile, series);
        Self { log_price: None, horizon, summed: 0..0, squares: 0.0, gross: 0.0 }
    }

    /// Returns a bound that the move of bar `at` never exceeds, and hardly ever is under by more than
    /// roundings; infinite where the horizon is not full. Bars are asked for in ascending order.
    pub(super) fn at_most(&mut self, series: &'a Series, at: usize) -> f64 {
        /// More than the roundings of the sums, and of the deviation that is bounded.
        const ROUNDING: f64 = 1e-12;
        let horizon = self.horizon;
        if at < horizon || horizon < 2 {
            return f64::INFINITY;
        }
        let prices = *self.log_price.get_or_insert(&series.log_price);
        let first = at + 1 - horizon;
        let square = |end: usize| {
            let change = prices[end] - prices[end - 1];
            change * change
        };
        if first >= self.summed.end {
            (self.summed, self.squares, self.gross) = (first..first, 0.0, 0.0);
        }
        let added: f64 = (self.summed.end..=at).map(square).sum();
        let gone: f64 = (self.summed.start..first).map(square).sum();
        self.squares += added - gone;
        self.gross += added;
        self.summed = first..at + 1;
        // The squares around the mean are those around 0 less the square of the sum by the number.
        let (count, sum) = (horizon as f64, prices[at] - prices[at - horizon]);
        let around_mean = self.squares - sum * sum / count + ROUNDING * self.gross;
        let deviation = (max(0.0, around_mean) / (count - 1.0)).sqrt();
        (deviation * (1.0 + ROUNDING) + ROUNDING) * count.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::PROFILE;
    use crate::strategy::testing::Bars;

    #[test]
    fn the_carry_is_the_yield_to_the_horizon_or_to_expiry_and_never_under_zero() {
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
        // seven changes of 1 are the horizon: the fall before them is forgotten
        assert_eq!(of(&[90.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), 0.0);
        assert!(of(&[90.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]) > 0.0);
    }

    #[test]
    fn an_hourly_horizon_has_as_many_changes_as_hours() {
        let bars = Bars::hourly(170, 30);
        // hour 0 stands apart: of the 168 changes up to hour 168 it makes the first
        let logs: Vec<f64> = (0..170).map(|hour| if hour == 0 { 1.0 } else { 0.0 }).collect();
        let bars = bars.with(|series| &mut series.log_price, &logs);
        assert!(price_move(&PROFILE, &bars.0, 168) > 0.0);
        assert_eq!(price_move(&PROFILE, &bars.0, 169), 0.0);
    }

    /// On walks that are steady, wild or still, with bars left out, also more than a horizon of them.
    #[test]
    fn the_bound_of_a_price_move_is_above_it_and_near() {
        let mut random = crate::random::Random::new(3);
        let mut log = -0.04;
        let logs: Vec<f64> = (0..2_000)
            .map(|hour| {
                let scale = [1e-4, 0.0, 1e-2, 1e-9][hour / 250 % 4];
                log += scale * ((random.next_u64() % 9) as f64 - 4.0) + 1e-6;
                log
            })
            .collect();
        let bars = Bars::hourly(2_000, 30).with(|series| &mut series.log_price, &logs);
        for most_left_out in [1, 5, 400] {
            let (mut moves, mut at) = (PriceMoves::new(&PROFILE, &bars.0), 0);
            while at < logs.len() {
                let (exact, bound) =
                    (price_move(&PROFILE, &bars.0, at), moves.at_most(&bars.0, at));
                assert!(bound >= exact, "{at}: {bound} {exact}");
                if at < 168 {
                    assert_eq!(bound, f64::INFINITY);
                } else {
                    assert!(bound <= exact * (1.0 + 1e-6) + 1e-6, "{at}: {bound} {exact}");
                }
                at += 1 + usize::try_from(random.next_u64() % most_left_out).unwrap();
            }
        }
    }
}
