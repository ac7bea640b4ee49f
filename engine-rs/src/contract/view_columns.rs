//! The full and the trades view: columns and events, projected from the record of a run.

use super::answer_view::AnswerView;
use crate::execution::Skipped;
use crate::json::{Emit, Sink};
use crate::market::Series;
use crate::portfolio::{Event, EventKind, Position, Run, exposure_path};
use crate::time;
use core::ops::Range;

/// The portfolio's columns over all bars; during the warmup the capital is untouched.
pub(super) struct PortfolioColumns {
    cost: Vec<f64>,
    drawdown: Vec<f64>,
    equity: Vec<f64>,
    exposure: Vec<f64>,
    returns: Vec<f64>,
    turnover: Vec<f64>,
}

impl PortfolioColumns {
    /// Returns the columns of a run.
    pub(super) fn of(run: &Run, series: &Series) -> Self {
        let bars = series.bars();
        let scored = run.equity(series);
        let equity = [vec![run.capital; run.start], scored].concat();
        let mut drawdown = vec![0.0; bars];
        let mut peak = run.capital;
        for (drawdown, equity) in drawdown.iter_mut().zip(&equity) {
            peak = crate::num::max(peak, *equity);
            *drawdown = 1.0 - equity / peak;
        }
        let mut exposure = vec![0.0; run.start];
        exposure.extend(exposure_path(&run.holdings, series, &equity[run.start..]));
        let (mut turnover, mut cost) = (vec![0.0; bars], vec![0.0; bars]);
        for bar in &run.costs {
            turnover[bar.at] = bar.turnover;
            cost[bar.at] = bar.cost;
        }
        let returns = crate::metric::returns(run.capital, &equity);
        Self { cost, drawdown, equity, exposure, returns, turnover }
    }

    /// Emits all rows, or only those at the times of events.
    pub(super) fn emit_view(
        &self,
        view: AnswerView,
        run: &Run,
        series: &Series,
        sink: &mut dyn Sink,
    ) {
        let rows = (view == AnswerView::Trades).then(|| event_bars(run));
        let columns: [(&'static str, &[f64]); 6] = [
            ("cost", &self.cost),
            ("drawdown", &self.drawdown),
            ("equity", &self.equity),
            ("exposure", &self.exposure),
            ("return", &self.returns),
            ("turnover", &self.turnover),
        ];
        sink.begin_object();
        for (name, values) in columns {
            if let ("turnover", Some(rows)) = (name, &rows) {
                sink.key("timestamp");
                emit_timestamps(rows.iter().copied(), series, sink);
            }
            sink.key(name);
            match &rows {
                Some(rows) => {
                    let picked: Vec<f64> = rows.iter().map(|at| values[*at]).collect();
                    sink.numbers(&picked);
                }
                None => sink.numbers(values),
            }
        }
        sink.end_object();
    }
}

/// Returns each holding of a component with its bars, from the first scored bar on.
pub(super) fn holdings_of(
    run: &Run,
    component: usize,
    series: &Series,
) -> Vec<(Range<usize>, Position)> {
    let shares = run.components[component].capital / series.sy_index[run.start];
    let mut held = Position { shares, units: 0.0, target: 0.0 };
    let mut from = run.start;
    let mut holdings = Vec::new();
    for event in run.events_of(component) {
        if let Some(after) = event.after() {
            holdings.push((from..event.at, held));
            (from, held) = (event.at, after);
        }
    }
    holdings.push((from..series.bars(), held));
    holdings
}

/// Emits the closes of bars.
pub(super) fn emit_timestamps(
    bars: impl Iterator<Item = usize>,
    series: &Series,
    sink: &mut dyn Sink,
) {
    let mut text = Vec::with_capacity(24);
    sink.begin_array();
    for at in bars {
        text.clear();
        time::push_iso(&mut text, series.clock.timestamp[at]);
        sink.string(core::str::from_utf8(&text).unwrap_or_default());
    }
    sink.end_array();
}

/// Returns the distinct bars of events in ascending order.
fn event_bars(run: &Run) -> Vec<usize> {
    let mut bars: Vec<usize> = run.events.iter().map(|event| event.at).collect();
    bars.dedup();
    bars
}

/// Holdings of a sleeve after each bar, and the costs of its trades.
struct SleeveColumns {
    position: Vec<f64>,
    shares: Vec<f64>,
    units: Vec<f64>,
    turnover: Vec<f64>,
    fee_cost: Vec<f64>,
    slippage_cost: Vec<f64>,
    skip_reason: Vec<Option<&'static str>>,
}

impl SleeveColumns {
    fn of(run: &Run, component: usize, series: &Series) -> Self {
        let bars = series.bars();
        let zeros = || vec![0.0; bars];
        let mut columns = Self {
            position: zeros(),
            shares: zeros(),
            units: zeros(),
            turnover: zeros(),
            fee_cost: zeros(),
            slippage_cost: zeros(),
            skip_reason: vec![None; bars],
        };
        for (bars, held) in holdings_of(run, component, series) {
            columns.position[bars.clone()].fill(held.target);
            columns.shares[bars.clone()].fill(held.shares);
            columns.units[bars].fill(held.units);
        }
        for event in run.events_of(component) {
            columns.apply(event, series);
        }
        columns
    }

    /// Returns the equity after the trades of each bar; during the warmup the untouched capital.
    fn equity(&self, capital: f64, start: usize, series: &Series) -> Vec<f64> {
        let held = self.shares.iter().zip(&self.units);
        let prices = series.sy_index.iter().zip(series.pt_price.iter());
        let worth = held
            .zip(prices)
            .map(|((shares, units), (index, price))| shares * index + units * price);
        core::iter::repeat_n(capital, start).chain(worth.skip(start)).collect()
    }

    fn apply(&mut self, event: &Event, series: &Series) {
        match &event.kind {
            EventKind::Fill { intent, approved, .. } => {
                let traded = approved.quote.units * series.pt_price[event.at];
                self.turnover[event.at] = traded / intent.equity;
                self.fee_cost[event.at] = approved.fee_cost;
                self.slippage_cost[event.at] = approved.slippage_cost;
            }
            EventKind::Skip { skipped, bars, .. } => {
                self.skip_reason[event.at..event.at + bars].fill(Some(skipped.reason.code()));
            }
            EventKind::Redemption { .. } => {}
        }
    }
}

/// The ledgers of the full view, one object of columns per component.
pub(super) struct LedgerColumns<'a> {
    /// The record.
    pub run: &'a Run,
    /// The bars.
    pub series: &'a Series,
}

impl Emit for LedgerColumns<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_array();
        for (at, component) in self.run.components.iter().enumerate() {
            let columns = SleeveColumns::of(self.run, at, self.series);
            let equity = columns.equity(component.capital, self.run.start, self.series);
            sink.begin_object();
            sink.key("equity");
            sink.numbers(&equity);
            sink.key("executedPosition");
            sink.numbers(&columns.position);
            sink.key("feeCost");
            sink.numbers(&columns.fee_cost);
            sink.key("ptPrice");
            sink.numbers(&self.series.pt_price);
            sink.key("shares");
            sink.numbers(&columns.shares);
            sink.key("signalTarget");
            sink.numbers(&component.targets.column(self.series.bars()));
            sink.member("skipReason", &columns.skip_reason);
            sink.key("slippageCost");
            sink.numbers(&columns.slippage_cost);
            sink.key("turnover");
            sink.numbers(&columns.turnover);
            sink.key("units");
            sink.numbers(&columns.units);
            sink.end_object();
        }
        sink.end_array();
    }
}

/// The events of the trades view, by time and then by component.
pub(super) struct Events<'a> {
    /// The record.
    pub run: &'a Run,
    /// The bars.
    pub series: &'a Series,
}

impl Emit for Events<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_array();
        for event in &self.run.events {
            self.emit_event(event, sink);
        }
        sink.end_array();
    }
}

impl Events<'_> {
    fn emit_event(&self, event: &Event, sink: &mut dyn Sink) {
        let close = |at: usize| time::iso(self.series.clock.timestamp[at]);
        sink.begin_object();
        match &event.kind {
            EventKind::Fill { intent, approved, .. } => {
                sink.member("component", event.component);
                sink.member("estimatedSlippageBps", approved.slippage_bps);
                sink.member("eventKind", "executed_trade");
                sink.member("feeCost", approved.fee_cost);
                sink.member("fromPosition", intent.from);
                sink.member("notional", intent.notional);
                sink.member("price", 1.0 / approved.quote.exchange_rate);
                sink.member("side", intent.side.name());
                sink.member("slippageCost", approved.slippage_cost);
                sink.member("timestamp", close(event.at));
                sink.member("toPosition", intent.to);
                sink.member("units", approved.quote.units);
            }
            EventKind::Skip { skipped, target, bars } => {
                sink.member("bars", *bars);
                sink.member("component", event.component);
                emit_skip(skipped, close(event.at + bars - 1), sink);
                sink.member("signalTarget", *target);
                sink.member("skipReason", skipped.reason.code());
                sink.member("timestamp", close(event.at));
                sink.member("tvl", skipped.tvl);
                sink.member("value", skipped.value);
            }
            EventKind::Redemption { units, notional, .. } => {
                sink.member("component", event.component);
                sink.member("eventKind", "redemption");
                sink.member("notional", *notional);
                sink.member("timestamp", close(event.at));
                sink.member("units", *units);
            }
        }
        sink.end_object();
    }
}

fn emit_skip(skipped: &Skipped, last_timestamp: String, sink: &mut dyn Sink) {
    sink.member("costRate", skipped.cost_rate);
    sink.member("edge", skipped.edge);
    sink.member("estimatedSlippageBps", skipped.slippage_bps);
    sink.member("eventKind", "skipped_signal");
    sink.member("lastTimestamp", last_timestamp);
    sink.member("limit", skipped.limit);
    sink.member("notional", skipped.notional);
    sink.member("side", skipped.side.name());
}
