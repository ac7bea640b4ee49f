//! Columns of a dataset that only its charts need: the two lines to beat, and the state of the pool.

use crate::evaluation::benchmark::{hold_equity, idle_equity};
use crate::market::{Dataset, pool_pt_share};

/// Returns three columns one after the other, each with a value for every bar: the equity of Hold
/// and of idle capital, as multiples of the capital and 1 during the warmup; PT's share of the pool.
pub(super) fn chart_columns(dataset: &Dataset) -> Vec<f64> {
    let (series, start) = (&dataset.series, dataset.trade_start_index);
    let mut columns = Vec::with_capacity(3 * series.bars());
    for line in [hold_equity(1.0, series, start), idle_equity(1.0, series, start)] {
        columns.resize(columns.len() + start, 1.0);
        columns.extend(line);
    }
    let reserves = series.total_sy.iter().zip(series.sy_index.iter()).map(|(sy, index)| sy * index);
    let pool = series.total_pt.iter().zip(reserves);
    columns.extend(pool.map(|(total_pt, asset)| pool_pt_share(*total_pt, asset)));
    columns
}
