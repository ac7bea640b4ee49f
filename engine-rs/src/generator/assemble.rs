//! Assembles the drawn paths into the columns of a dataset, so that every identity of a row holds.

use super::far_maturity::NEAR_WEIGHT;
use super::market_spec::MarketSpec;
use super::paths::World;
use crate::market::{Columns, Timeframe};
use crate::num::{max, transcend};
use crate::time::YEAR_MS;

/// Returns the columns at the closes of a timeframe: every hour, or the hours at 00:00 UTC with the
/// volume of the preceding 24 hours.
pub(super) fn assemble(spec: &MarketSpec, seed: u64, timeframe: Timeframe) -> Columns {
    let world = World::of(spec, seed);
    let hourly = world.log_yield();
    let tvl = world.tvl();
    let index = world.index();
    let at_closes = |path: &[f64]| closes(path, timeframe);
    let timestamp = spec.closing_times(timeframe);
    let log_yield = at_closes(&hourly.0);
    let sy_index = at_closes(&index.sy_index);
    let pt_price = pt_prices(spec.expiry, &timestamp, &log_yield, &sy_index);
    let first = hourly.0.first().copied().unwrap_or_default();
    let prices = (pt_price.as_slice(), sy_index.as_slice());
    let [total_pt, total_sy, value] = pools(spec, (first, &log_yield), prices, &at_closes(&tvl));
    Columns {
        implied_apy: implied_apy(&log_yield),
        underlying_apy: at_closes(&index.underlying_apy),
        volume: Some(volumes(&world.turnover(&hourly), &tvl, timeframe)),
        far_implied_apy: world
            .far()
            .map(|(level, premium)| far_implied_apy(level, &log_yield, &at_closes(&premium))),
        timestamp,
        pt_price,
        total_pt,
        total_sy,
        sy_index,
        tvl: value,
    }
}

/// Returns the yields from their logarithms.
pub(super) fn implied_apy(log_yield: &[f64]) -> Vec<f64> {
    transcend::map_changes(log_yield, transcend::exp_m1)
}

/// Returns the values of an hourly path at the closes of a timeframe.
pub(super) fn closes(path: &[f64], timeframe: Timeframe) -> Vec<f64> {
    let bar_hours = 24 / timeframe.bars_per_day();
    path.chunks_exact(bar_hours).map(|hours| hours[bar_hours - 1]).collect()
}

/// Returns `exp(-logYield*tau) * min(1, syIndex/watermark)`.
pub(super) fn pt_prices(
    expiry: i64,
    timestamp: &[i64],
    log_yield: &[f64],
    sy_index: &[f64],
) -> Vec<f64> {
    let mut watermark = 0.0;
    let bars = timestamp.iter().zip(log_yield).zip(sy_index);
    let price = bars.map(|((timestamp, log_yield), sy_index)| {
        watermark = max(watermark, *sy_index);
        let tau = (expiry - timestamp) as f64 / YEAR_MS as f64;
        let price = transcend::exp(-log_yield * tau);
        if *sy_index < watermark { price * (sy_index / watermark) } else { price }
    });
    price.collect()
}

/// Returns the PT share of the pool from `logit(share) = scalarRoot*(logYield - c)`, where `c`
/// gives the first hour the share of the table.
fn pool_pt_shares(spec: &MarketSpec, first_log_yield: f64, log_yield: &[f64]) -> Vec<f64> {
    let first_logit = transcend::logit(spec.first_pool_pt_share);
    let share = |log_yield: f64| {
        let logit = first_logit + spec.scalar_root * (log_yield - first_log_yield);
        1.0 / (1.0 + transcend::exp(-logit))
    };
    transcend::map_changes(log_yield, share)
}

/// Returns totalPt, totalSy and tvl of pools with the wanted values: with `face = totalPt +
/// totalSy*syIndex`, a pool has the value `face*(share*ptPrice + 1 - share)`. The published tvl is
/// that of the rounded reserves. `first` is the logYield of the first hour.
pub(super) fn pools(
    spec: &MarketSpec,
    (first, log_yield): (f64, &[f64]),
    (pt_price, sy_index): (&[f64], &[f64]),
    values: &[f64],
) -> [Vec<f64>; 3] {
    let shares = pool_pt_shares(spec, first, log_yield);
    let bars = shares.iter().zip(values).zip(pt_price).zip(sy_index);
    let pools = bars.map(|(((share, value), pt_price), sy_index)| {
        let face = value / (share * *pt_price + (1.0 - share));
        let (pt, sy) = (share * face, (1.0 - share) * face / *sy_index);
        ((pt, sy), pt * *pt_price + sy * *sy_index)
    });
    let ((total_pt, total_sy), tvl) = pools.unzip();
    [total_pt, total_sy, tvl]
}

/// Returns the volume of each bar.
pub(super) fn volumes(turnover: &[f64], tvl: &[f64], timeframe: Timeframe) -> Vec<f64> {
    let bar_hours = 24 / timeframe.bars_per_day();
    let bars = turnover.chunks_exact(bar_hours).zip(tvl.chunks_exact(bar_hours));
    let volume = bars.map(|(turnover, tvl)| {
        let hours = turnover.iter().zip(tvl);
        hours.fold(0.0, |volume, (turnover, tvl)| volume + turnover * tvl)
    });
    volume.collect()
}

pub(super) fn far_implied_apy(level: f64, log_yield: &[f64], premium: &[f64]) -> Vec<f64> {
    let level = (1.0 - NEAR_WEIGHT) * level;
    let bars = log_yield.iter().zip(premium);
    bars.map(|(near, premium)| transcend::exp_m1(NEAR_WEIGHT * near + level + premium)).collect()
}
