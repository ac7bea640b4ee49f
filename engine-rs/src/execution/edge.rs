//! The edge hurdle: what a buy can plausibly earn over the horizon.

use super::ExecutionProfile;
use crate::market::Series;
use crate::num::{max, min, stats};

/// Returns what a full position can earn over the horizon that begins after bar `at`, a fraction of
/// its value: the carry of the implied yield, no longer than to expiry, and one deviation of the
/// price.
pub(super) fn edge_of_full_position(profile: &ExecutionProfile, series: &Series, at: usize) -> f64 {
    let days = profile.edge_horizon_days;
    let horizon_bars = days as usize * series.clock.timeframe.bars_per_day();
    let years = min(f64::from(days) / 365.0, series.clock.tau[at]);
    max(0.0, series.log_yield[at]) * years + price_move(series, at, horizon_bars)
}

/// Returns `s*sqrt(H)`: `s` the sample deviation of the last `H` changes of the log price up to bar
/// `at`, of all there are when fewer, 0 under two.
fn price_move(series: &Series, at: usize, horizon_bars: usize) -> f64 {
    let prices = &series.log_price[at.saturating_sub(horizon_bars)..=at];
    let changes: Vec<f64> = prices.windows(2).map(|pair| pair[1] - pair[0]).collect();
    stats::sample_deviation(&changes).unwrap_or(0.0) * (horizon_bars as f64).sqrt()
}
