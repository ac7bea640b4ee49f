//! Columns of a dataset that only its charts need: the two lines to beat, and the state of the pool.

use crate::evaluation::benchmark::{hold_equity, idle_equity};
use crate::market::Dataset;

/// Returns three columns one after the other, each with a value for every bar: the equity of Hold
/// and of idle capital, as multiples of the capital and 1 during the warmup; PT's share of the pool.
pub(super) fn chart_columns(dataset: &Dataset) -> Vec<f64> {
    let (series, start) = (&dataset.series, dataset.trade_start_index);
    let bars = series.bars();
    let (hold, idle) = (hold_equity(1.0, series, start), idle_equity(1.0, series, start));
    let value = |at: usize| match (at / bars, at % bars) {
        (2, bar) => series.pool_pt_share(bar),
        (_, bar) if bar < start => 1.0,
        (0, bar) => hold[bar - start],
        (_, bar) => idle[bar - start],
    };
    (0..3 * bars).map(value).collect()
}
