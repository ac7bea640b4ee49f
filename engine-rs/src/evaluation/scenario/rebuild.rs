//! Restores the identities between the columns of a changed series.

use crate::market::{Column, Series};
use crate::num::transcend::{exp, ln};
use crate::num::{max, min};

/// Share of a change of the near yield that the far yield follows.
pub(super) const FAR_SHARE: f64 = 0.7;
/// Range of the log yield of perturbed and turbulent bars.
pub const LOG_YIELD_RANGE: (f64, f64) = (0.001, 0.5);

/// Recomputes the columns from bar `from` on after the log yield or the SY index changed there:
/// prices, tvl, volume, the underlying and the far yield. Bars before `from` and the reserves stay
/// unchanged.
pub(super) fn rebuilt(official: &Series, mut series: Series, from: usize) -> Series {
    let bars = series.bars();
    let yields_changed = !official.log_yield.is(&series.log_yield);
    let index_changed = !official.sy_index.is(&series.sy_index);
    if yields_changed {
        set(&mut series.implied_apy, from, |at| exp(series.log_yield[at]) - 1.0);
        if let (Some(far), Some(old)) = (&mut series.log_far_yield, &official.log_far_yield) {
            set(far, from, |at| {
                old[at] + FAR_SHARE * (series.log_yield[at] - official.log_yield[at])
            });
        }
    }
    if index_changed {
        let underlying = underlying(official, &series.sy_index, from..bars);
        replace(&mut series.log_underlying, from, underlying);
    }
    if yields_changed || index_changed {
        let (prices, logs) = prices(&series, from);
        replace(&mut series.pt_price, from, prices);
        replace(&mut series.log_price, from, logs);
    }
    let tvl = (from..bars).map(|at| {
        series.total_pt[at] * series.pt_price[at] + series.total_sy[at] * series.sy_index[at]
    });
    let tvl: Vec<f64> = tvl.collect();
    if let (Some(volume), Some(old)) = (&mut series.volume, &official.volume) {
        set(volume, from, |at| old[at] * tvl[at - from] / official.tvl[at]);
    }
    replace(&mut series.tvl, from, tvl);
    series
}

/// Returns price and log price from bar `from` on: `exp(-y*tau)*min(1, syIndex/watermark)`.
pub(super) fn prices(series: &Series, from: usize) -> (Vec<f64>, Vec<f64>) {
    let bars = series.bars();
    let before = series.sy_index[..from].iter();
    let mut watermark = before.fold(series.py_index, |high, index| max(high, *index));
    let (mut prices, mut logs) = (Vec::with_capacity(bars - from), Vec::with_capacity(bars - from));
    for at in from..bars {
        let index = series.sy_index[at];
        watermark = max(watermark, index);
        let log = -series.log_yield[at] * series.clock.tau[at];
        let par = min(1.0, index / watermark);
        prices.push(exp(log) * par);
        logs.push(if par < 1.0 { log + ln(par) } else { log });
    }
    (prices, logs)
}

/// Returns `ln(1 + underlyingApy)` from the SY index. Before the eighth day the official bars imply
/// the index of seven days ago.
pub(super) fn underlying(
    official: &Series,
    sy_index: &[f64],
    bars: core::ops::Range<usize>,
) -> Vec<f64> {
    const YEAR_PER_WEEK: f64 = 365.0 / 7.0;
    let week = 7 * official.clock.timeframe.bars_per_day();
    bars.map(|at| {
        if at < week {
            YEAR_PER_WEEK * ln(sy_index[at] / official.sy_index[at]) + official.log_underlying[at]
        } else {
            YEAR_PER_WEEK * ln(sy_index[at] / sy_index[at - week])
        }
    })
    .collect()
}

/// Sets the bars of a column from `from` on.
pub(super) fn set(column: &mut Column, from: usize, value: impl Fn(usize) -> f64) {
    let values = (from..column.len()).map(value).collect();
    replace(column, from, values);
}

/// Replaces the bars of a column from `from` on, without touching other series that share the
/// column.
#[inline(never)]
pub(super) fn replace(column: &mut Column, from: usize, values: Vec<f64>) {
    *column = if from == 0 {
        Column::new(values)
    } else {
        let mut whole = Vec::with_capacity(column.len());
        whole.extend_from_slice(&column[..from]);
        whole.extend_from_slice(&values);
        Column::new(whole)
    };
}
