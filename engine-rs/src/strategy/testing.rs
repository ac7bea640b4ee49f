//! Bars for tests of strategies.

use super::{Columns, Context, ParamValue, ParamValues, catalogue};
use crate::market::{Clock, Column, Series, Timeframe};
use crate::time::DAY_MS;
use std::sync::Arc;

/// A target position, or no opinion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Signal {
    /// The target position.
    Target(f64),
    /// No opinion.
    Hold,
}

/// No opinion.
pub(crate) const HOLD: Signal = Signal::Hold;
/// Fully in PT.
pub(crate) const IN: Signal = Signal::Target(super::IN);
/// Fully in SY.
pub(crate) const OUT: Signal = Signal::Target(super::OUT);

/// Bars that are constant until a column is set; they need not satisfy the identities of a dataset.
#[derive(Debug)]
pub(crate) struct Bars(pub(crate) Series);

impl Bars {
    /// Returns `count` daily bars, the last of which closes `days_left` days before expiry.
    pub(crate) fn daily(count: u16, days_left: i64) -> Self {
        Self::flat(Timeframe::Daily, count, days_left)
    }

    /// Returns `count` hourly bars, the last of which closes `days_left` days before expiry.
    pub(crate) fn hourly(count: u16, days_left: i64) -> Self {
        Self::flat(Timeframe::Hourly, count, days_left)
    }

    fn flat(timeframe: Timeframe, count: u16, days_left: i64) -> Self {
        let step = timeframe.step_ms();
        let timestamp: Vec<i64> = (1..=i64::from(count)).map(|bar| bar * step).collect();
        let expiry = i64::from(count) * step + days_left * DAY_MS;
        let far_expiry = Some(expiry + 73 * DAY_MS);
        let flat = |value: f64| Column::new(vec![value; usize::from(count)]);
        Self(Series {
            clock: Arc::new(Clock::new(timeframe, timestamp, expiry, far_expiry)),
            scalar_root: 20.0,
            implied_apy: flat(0.08),
            log_yield: flat(0.077),
            log_underlying: flat(0.05),
            pt_price: flat(0.98),
            log_price: flat(-0.02),
            total_pt: flat(3e6),
            total_sy: flat(7e6),
            sy_index: flat(1.0),
            tvl: flat(1e7),
            py_index: 0.0,
            volume: Some(flat(1e5)),
            log_far_yield: Some(flat(0.08)),
            derived: None,
        })
    }

    /// Returns bars with the given log yields, a year from expiry.
    pub(crate) fn of_log_yields(values: &[f64]) -> Self {
        Self::daily(u16::try_from(values.len()).expect("few bars"), 365)
            .with(|series| &mut series.log_yield, values)
    }

    /// Returns these bars with another column.
    pub(crate) fn with(
        mut self,
        column: impl Fn(&mut Series) -> &mut Column,
        values: &[f64],
    ) -> Self {
        *column(&mut self.0) = Column::new(values.to_vec());
        self
    }

    /// Returns the signal of a strategy on each bar, with its other parameters at their defaults
    /// and a sleeve of 100,000.
    pub(crate) fn signals(&self, id: &str, given: &[(&str, f64)]) -> Vec<Signal> {
        let entry = catalogue::get(id).expect(id);
        let values = entry.spec.params.iter().map(|spec| {
            let default = spec.default_value(Timeframe::Daily);
            let found = given.iter().find(|(name, _)| *name == spec.name);
            match (found, default) {
                (None, default) => default,
                (Some((_, days)), ParamValue::Window { .. }) => {
                    ParamValue::Window { days: *days, bars: days_as_bars(*days) }
                }
                (Some((_, value)), _) => ParamValue::Number(*value),
            }
        });
        let params = ParamValues::new(entry.spec.params, values.collect());
        let context = Context { timeframe: Timeframe::Daily, capital: 100_000.0 };
        let columns = Columns::of(&self.0);
        let bars = super::Bars::new(&columns, entry.spec.features, &context);
        let levels = (entry.rule)(&params, &bars).levels(bars.count());
        let signal = |level: &f64| if level.is_nan() { HOLD } else { Signal::Target(*level) };
        levels.iter().map(signal).collect()
    }
}

/// Bars are daily in this test.
fn days_as_bars(days: f64) -> usize {
    crate::num::whole(days).and_then(|days| usize::try_from(days).ok()).expect("whole days")
}
