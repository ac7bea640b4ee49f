//! From what is drawn to the columns of a dataset, so that every identity of a row holds.

use super::far_maturity::NEAR_WEIGHT;
use super::floating_rate::HISTORY_HOURS;
use super::market_spec::MarketSpec;
use super::paths::Paths;
use crate::market::{Columns, Timeframe};
use crate::num::{max, transcend};
use crate::time::{DAY_MS, YEAR_MS};

/// Milliseconds of an hour.
const HOUR_MS: i64 = DAY_MS / 24;

/// Weeks of a year of 365 days: the power that makes a week's growth a year's.
const YEAR_WEEKS: f64 = 365.0 / 7.0;

/// Returns the columns at the closes of a timeframe: all hours, or those at 00:00 UTC with the
/// volume of the 24 that end there.
pub(super) fn assemble(spec: &MarketSpec, paths: &Paths, timeframe: Timeframe) -> Columns {
    let step = 24 / timeframe.bars_per_day();
    let hours = paths.log_yield.len();
    let closes = (step - 1..hours).step_by(step);
    let timestamp = closing_times(spec, timeframe);
    let log_yield: Vec<f64> = closes.clone().map(|close| paths.log_yield[close]).collect();
    let sy_index: Vec<f64> =
        closes.clone().map(|close| paths.index.value[HISTORY_HOURS + close]).collect();
    let log_index = &paths.index.log;
    let week_growth = |close: usize| log_index[HISTORY_HOURS + close] - log_index[close];
    let mut columns = Columns {
        implied_apy: log_yield.iter().map(|log_yield| transcend::exp_m1(*log_yield)).collect(),
        underlying_apy: closes
            .clone()
            .map(|close| transcend::exp_m1(YEAR_WEEKS * week_growth(close)))
            .collect(),
        pt_price: pt_prices(spec.expiry, &timestamp, &log_yield, &sy_index),
        volume: closes.clone().map(|close| volume(paths, close + 1 - step, close)).collect(),
        far_implied_apy: far_implied_apy(spec, paths, closes.clone()),
        timestamp,
        sy_index,
        ..Columns::default()
    };
    let first = paths.log_yield.first().copied().unwrap_or_default();
    let shares = pool_pt_shares(spec, first, &log_yield);
    let tvl = closes.map(|close| paths.tvl[close]);
    fill_pool(&mut columns, &shares, tvl);
    columns
}

/// Returns the close of each bar.
fn closing_times(spec: &MarketSpec, timeframe: Timeframe) -> Vec<i64> {
    let last = spec.expiry - i64::from(spec.hours_left) * HOUR_MS;
    let (opening, step) = (last - i64::from(spec.days) * DAY_MS, timeframe.step_ms());
    (1..=(last - opening) / step).map(|bar| opening + bar * step).collect()
}

/// Returns `exp(-logYield*tau) * min(1, syIndex/watermark)`.
fn pt_prices(expiry: i64, timestamp: &[i64], log_yield: &[f64], sy_index: &[f64]) -> Vec<f64> {
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

/// Returns the PT part of the pool from `logit(share) = scalarRoot*(logYield - c)`, with the `c`
/// that gives the first hour the share of the table.
fn pool_pt_shares(spec: &MarketSpec, first_log_yield: f64, log_yield: &[f64]) -> Vec<f64> {
    let first_logit = transcend::logit(spec.first_pool_pt_share);
    let share = |log_yield: &f64| {
        let logit = first_logit + spec.scalar_root * (log_yield - first_log_yield);
        1.0 / (1.0 + transcend::exp(-logit))
    };
    log_yield.iter().map(share).collect()
}

/// Fills reserves and tvl: with `face = totalPt + totalSy*syIndex`, a pool of the wanted value has
/// `face*(share*ptPrice + 1 - share)`. The tvl that is written is that of the rounded reserves.
fn fill_pool(columns: &mut Columns, shares: &[f64], values: impl Iterator<Item = f64>) {
    let Columns { pt_price, sy_index, total_pt, total_sy, tvl, .. } = columns;
    let bars = shares.iter().zip(values).zip(pt_price).zip(sy_index);
    let pools = bars.map(|(((share, value), pt_price), sy_index)| {
        let face = value / (share * *pt_price + (1.0 - share));
        let (pt, sy) = (share * face, (1.0 - share) * face / *sy_index);
        ((pt, sy), pt * *pt_price + sy * *sy_index)
    });
    ((*total_pt, *total_sy), *tvl) = pools.unzip();
}

/// Returns what is traded in the hours from `first` to `last`.
fn volume(paths: &Paths, first: usize, last: usize) -> f64 {
    let hours = paths.turnover[first..=last].iter().zip(&paths.tvl[first..=last]);
    hours.fold(0.0, |volume, (turnover, tvl)| volume + turnover * tvl)
}

fn far_implied_apy(
    spec: &MarketSpec,
    paths: &Paths,
    closes: impl Iterator<Item = usize>,
) -> Option<Vec<f64>> {
    let premium = paths.far_premium.as_deref()?;
    let level = (1.0 - NEAR_WEIGHT) * spec.implied_yield.log_level();
    let far = closes.map(|close| {
        transcend::exp_m1(NEAR_WEIGHT * paths.log_yield[close] + level + premium[close])
    });
    Some(far.collect())
}
