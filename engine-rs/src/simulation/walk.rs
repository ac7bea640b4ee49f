//! A single walk over the holdings: mean return, close of each day, and deepest fall.
//!
//! On days with only SY or only PT, equity moves like its price, so the day's returns and range are
//! those of the column, computed once for all runs. Only the other days, and days that are a single
//! bar, are walked bar by bar.

use crate::market::{Day, Series};
use crate::metric::{Fall, returns};
use crate::num::{max, min};
use crate::portfolio::{HeldFrom, pieces};
use core::ops::Range;

/// The deepest fall of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drawdown {
    /// Fall from the peak, as a fraction of it in [0, 1].
    pub depth: f64,
    /// Bars from the peak to the first bar that reaches it again, or to the last bar.
    pub bars: usize,
    /// Whether equity reached the peak again; true without any fall.
    pub recovered: bool,
}

/// Figures of a run's scored window.
#[derive(Debug)]
pub(super) struct Walk {
    /// Mean of the simple returns of the bars, the first against the capital.
    pub(super) mean_return: f64,
    /// Scored bars.
    pub(super) bars: usize,
    /// Equity at the end of each scored day.
    pub(super) closes: Vec<f64>,
    /// The deepest fall.
    pub(super) fall: Fall,
}

impl Walk {
    /// Walks the bars from the first holding onwards; `None` with fewer than two.
    #[inline(never)]
    pub(super) fn of(capital: f64, holdings: &[HeldFrom], series: &Series) -> Option<Self> {
        let start = holdings.first()?.at;
        let bars = series.bars() - start;
        if bars < 2 {
            return None;
        }
        let clock = &series.clock;
        let has_long_days = clock.timeframe.bars_per_day() > 1;
        let columns = [&series.sy_index, &series.pt_price].map(|column| {
            let days = if has_long_days { column.days(clock) } else { &[] };
            (column.as_slice(), days)
        });
        let first_day = clock.day_ends.partition_point(|end| *end < start);
        let mut walker = Walker {
            ends: &clock.day_ends,
            day: first_day,
            has_long_days,
            columns,
            before: capital,
            day_sum: 0.0,
            sum: 0.0,
            closes: Vec::with_capacity(clock.day_ends.len() - first_day),
            fall: Fall::new(capital),
        };
        for (held, end) in pieces(holdings, series.bars()) {
            walker.walk(held, end);
        }
        let Walker { sum, closes, fall, .. } = walker;
        Some(Self { mean_return: sum / bars as f64, bars, closes, fall })
    }

    /// Returns the daily returns, the first against the capital.
    pub(super) fn daily_returns(&self, capital: f64) -> Vec<f64> {
        returns(capital, &self.closes)
    }

    /// Returns the deepest fall with its length.
    pub(super) fn drawdown(&self, holdings: &[HeldFrom], series: &Series) -> Drawdown {
        let depth = self.fall.depth();
        if depth == 0.0 {
            return Drawdown { depth, bars: 0, recovered: true };
        }
        let (peak, start) = (self.fall.peak_before(), series.bars() - self.bars);
        let trough = self.fall.trough(series.bars(), |at| {
            let held = holdings.iter().rfind(|held| held.at <= at);
            held.map_or(peak, |held| held.equity(series, at))
        });
        // Bars are counted from 1; 0 is the capital.
        let (mut peak_bar, mut back) = (0, None);
        let (index, price) = (series.sy_index.as_slice(), series.pt_price.as_slice());
        for (held, end) in pieces(holdings, series.bars()) {
            let equity = |at: &usize| held.shares * index[*at] + held.units * price[*at];
            if held.at < trough {
                let last = (held.at..end.min(trough)).rfind(|at| equity(at) == peak);
                peak_bar = last.map_or(peak_bar, |at| at - start + 1);
            }
            if end > trough && back.is_none() {
                back = (held.at.max(trough)..end).find(|at| equity(at) >= peak);
            }
        }
        let end = back.map_or(self.bars, |at| at - start + 1);
        Drawdown { depth, bars: end - peak_bar, recovered: back.is_some() }
    }
}

/// State of a walk between two bars.
struct Walker<'a> {
    /// Last bars of the days.
    ends: &'a [usize],
    /// The day of the next bar.
    day: usize,
    /// Whether a day has more than one bar.
    has_long_days: bool,
    /// SY index and PT price, with their days if days have more than one bar.
    columns: [(&'a [f64], &'a [Day]); 2],
    /// Equity of the previous bar.
    before: f64,
    /// Sum of the day's returns so far.
    day_sum: f64,
    /// Sum of the returns of all previous days.
    sum: f64,
    closes: Vec<f64>,
    fall: Fall,
}

impl Walker<'_> {
    /// Walks the bars of a holding up to `end`, which is excluded.
    fn walk(&mut self, held: HeldFrom, end: usize) {
        let mut first = held.at;
        while first < end {
            let day_end = self.ends[self.day] + 1;
            self.bar_by_bar(held, first..end.min(day_end));
            if end < day_end {
                // the day continues with the next holding
                return;
            }
            self.end_day(self.day_sum, self.before);
            self.day_sum = 0.0;
            first = day_end;
            if !self.has_long_days {
                continue;
            }
            if held.units == 0.0 {
                first = self.whole_days(0, held.shares, (first, end));
            } else if held.shares == 0.0 {
                first = self.whole_days(1, held.units, (first, end));
            }
        }
    }

    /// Walks bars of one day. The sum of the returns and the peak are independent chains; whether a
    /// fall is the deepest is checked once for all bars.
    fn bar_by_bar(&mut self, held: HeldFrom, bars: Range<usize>) {
        let [index, price] = self.columns.map(|(column, _)| &column[bars.clone()]);
        let values = || {
            index.iter().zip(price).map(|(index, price)| held.shares * index + held.units * price)
        };
        let (mut before, mut sum) = (self.before, self.day_sum);
        let ((mut peak, kept), mut lowest) = (self.fall.peak_and_kept(), 0.0);
        for value in values() {
            sum += value / before - 1.0;
            before = value;
            peak = max(peak, value);
            lowest = min(lowest, value - peak * kept);
        }
        (self.before, self.day_sum) = (before, sum);
        if lowest < 0.0 {
            bars.zip(values()).for_each(|(at, value)| self.fall.add(at, value));
        } else {
            self.fall.rise(peak);
        }
    }

    /// Walks the whole days that end before bar `end` with a constant amount of a single column;
    /// returns the first bar after them.
    fn whole_days(
        &mut self,
        column: usize,
        amount: f64,
        (mut first, end): (usize, usize),
    ) -> usize {
        let (values, days) = self.columns[column];
        let ends = &self.ends[self.day..];
        let ends = &ends[..ends.partition_point(|day_end| *day_end < end)];
        let days = &days[self.day..self.day + ends.len()];
        // Keep them in registers during the loop.
        let (mut fall, mut sum) = (self.fall, self.sum);
        for (day, day_end) in days.iter().zip(ends) {
            if !fall.add_range(first, (amount * day.low, amount * day.high), day.fall) {
                for (at, value) in (first..).zip(&values[first..=*day_end]) {
                    fall.add(at, amount * value);
                }
            }
            sum += day.returns;
            first = day_end + 1;
        }
        (self.fall, self.sum, self.day) = (fall, sum, self.day + days.len());
        self.closes.extend(days.iter().map(|day| amount * day.close));
        self.before = self.closes.last().copied().unwrap_or(self.before);
        first
    }

    fn end_day(&mut self, sum: f64, close: f64) {
        self.sum += sum;
        self.before = close;
        self.closes.push(close);
        self.day += 1;
    }
}

#[cfg(test)]
mod tests;
