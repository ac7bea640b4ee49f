//! The edge hurdle: what a full position can plausibly earn over the horizon that begins after bar
//! `at`, a fraction of its value. It is the carry of the implied yield and one deviation of the
//! price.

use super::ExecutionProfile;
use crate::market::Series;
use crate::num::{max, min, stats};

/// Returns the carry over the horizon, no longer than to expiry.
pub(super) fn carry(profile: &ExecutionProfile, series: &Series, at: usize) -> f64 {
    let years = min(f64::from(profile.edge_horizon_days) / 365.0, series.clock.tau[at]);
    max(0.0, series.log_yield[at]) * years
}

/// Returns `s*sqrt(H)`: `s` the sample deviation of the last `H` changes of the log price up to bar
/// `at`, of all there are when fewer, 0 under two; `H` the bars of the horizon.
pub(super) fn price_move(profile: &ExecutionProfile, series: &Series, at: usize) -> f64 {
    let horizon = profile.edge_horizon_days as usize * series.clock.timeframe.bars_per_day();
    let prices = &series.log_price[at.saturating_sub(horizon)..=at];
    let changes: Vec<f64> = prices.windows(2).map(|pair| pair[1] - pair[0]).collect();
    stats::sample_deviation(&changes).unwrap_or(0.0) * (horizon as f64).sqrt()
}
