//! One walk over what is held: the mean return, the close of each day and the deepest fall.
//!
//! Where nothing but SY, or nothing but PT, is held through a day, equity moves as its price does: the
//! returns of the day and the range of its values are those of the column, found once for all runs.
//! Only the other days are walked bar by bar.

use crate::market::{Day, Series};
use crate::metric::{Fall, returns};
use crate::portfolio::{HeldFrom, pieces};
use core::ops::Range;

/// The deepest fall of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drawdown {
    /// Fall from the peak, a fraction of it in [0, 1].
    pub depth: f64,
    /// Bars from the peak to the first bar back at it, or to the last bar.
    pub bars: usize,
    /// Whether equity came back to the peak; true without any fall.
    pub recovered: bool,
}

/// What the scored window of a run was like.
#[derive(Debug)]
pub(super) struct Walk {
    /// Mean of the simple returns of the bars, the capital standing before the first.
    pub(super) mean_return: f64,
    /// Scored bars.
    pub(super) bars: usize,
    /// Equity at the end of each scored day.
    pub(super) closes: Vec<f64>,
    /// The deepest fall.
    pub(super) fall: Fall,
}

impl Walk {
    /// Walks the bars from the first holding on; `None` with fewer than two.
    #[inline(never)]
    pub(super) fn of(capital: f64, holdings: &[HeldFrom], series: &Series) -> Option<Self> {
        let start = holdings.first()?.at;
        let bars = series.bars() - start;
        if bars < 2 {
            return None;
        }
        let (ends, [index, price]) = (&series.clock.day_ends, columns(series));
        let first_day = ends.partition_point(|end| *end < start);
        let mut closes = Vec::with_capacity(ends.len() - first_day);
        let mut bar_by_bar = BarByBar { index: index.0, price: price.0, before: capital, sum: 0.0 };
        let (mut fall, mut sum) = (Fall::new(capital), 0.0);
        let (mut held, mut later) = (holdings[0], &holdings[1..]);
        let mut first = start;
        for (day, end) in ends.iter().copied().enumerate().skip(first_day) {
            let is_held_through = held.at < first && later.first().is_none_or(|next| next.at > end);
            let (amount, (values, days)) =
                if held.units == 0.0 { (held.shares, index) } else { (held.units, price) };
            if is_held_through && (held.units == 0.0 || held.shares == 0.0) {
                let Day { low, high, returns } = days[day];
                if !fall.add_range(amount * low, amount * high) {
                    for (at, value) in (first..).zip(&values[first..=end]) {
                        fall.add(at, amount * value);
                    }
                }
                sum += returns;
                bar_by_bar.before = amount * values[end];
            } else {
                bar_by_bar.sum = 0.0;
                while let Some(next) = later.first().filter(|next| next.at <= end) {
                    bar_by_bar.walk(held, first..next.at, &mut fall);
                    (held, first, later) = (*next, next.at, &later[1..]);
                }
                bar_by_bar.walk(held, first..end + 1, &mut fall);
                sum += bar_by_bar.sum;
            }
            closes.push(bar_by_bar.before);
            first = end + 1;
        }
        Some(Self { mean_return: sum / bars as f64, bars, closes, fall })
    }

    /// Returns the daily returns, the first against the capital.
    pub(super) fn daily_returns(&self, capital: f64) -> Vec<f64> {
        returns(capital, &self.closes).collect()
    }

    /// Returns the deepest fall with its length.
    pub(super) fn drawdown(&self, holdings: &[HeldFrom], series: &Series) -> Drawdown {
        let depth = self.fall.depth();
        if depth == 0.0 {
            return Drawdown { depth, bars: 0, recovered: true };
        }
        let ((peak, trough), start) = (self.fall.place(), series.bars() - self.bars);
        // Bars are counted from 1, the capital standing at 0.
        let (mut peak_bar, mut back) = (0, None);
        for (held, end) in pieces(holdings, series.bars()) {
            if held.at < trough {
                let mut bars = held.at..end.min(trough);
                let last = bars.rfind(|at| held.equity(series, *at) == peak);
                peak_bar = last.map_or(peak_bar, |at| at - start + 1);
            }
            if end > trough && back.is_none() {
                let mut bars = held.at.max(trough)..end;
                back = bars.find(|at| held.equity(series, *at) >= peak);
            }
        }
        let end = back.map_or(self.bars, |at| at - start + 1);
        Drawdown { depth, bars: end - peak_bar, recovered: back.is_some() }
    }
}

/// Returns SY index and PT price, each with its days.
fn columns(series: &Series) -> [(&[f64], &[Day]); 2] {
    let clock = &series.clock;
    [&series.sy_index, &series.pt_price].map(|column| (column.as_slice(), column.days(clock)))
}

/// Bars on which both are held, or a day of which something was traded.
struct BarByBar<'a> {
    index: &'a [f64],
    price: &'a [f64],
    /// Equity of the bar before.
    before: f64,
    /// Sum of the returns of the day.
    sum: f64,
}

impl BarByBar<'_> {
    fn walk(&mut self, held: HeldFrom, bars: Range<usize>, fall: &mut Fall) {
        let prices = self.index[bars.clone()].iter().zip(&self.price[bars.clone()]);
        for (at, (index, price)) in bars.zip(prices) {
            let value = held.shares * index + held.units * price;
            self.sum += value / self.before - 1.0;
            self.before = value;
            fall.add(at, value);
        }
    }
}

#[cfg(test)]
mod tests;
