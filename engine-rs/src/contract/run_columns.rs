//! Columns of a run as doubles, for a page that draws them without printing and parsing JSON.

use super::answer_view::AnswerView;
use super::event_rows::{push_events, rows_room};
use super::observed;
use super::view_columns::{LedgerColumns, PortfolioColumns, holdings_of};
use crate::json::{Emit, Sink};
use crate::market::Series;
use crate::portfolio::Run;
use crate::strategy::Observed;

/// Numbers of columns of a portfolio and of a ledger.
const COLUMNS: (usize, usize) = (6, 9);
/// Room for the steps of a position and of a target, which are few, and for the answer.
const ROOM: usize = 1024;

/// Returns every numeric column of a run, one after the other, each with a value for every bar: the
/// portfolio first, then the ledger of each component, in the order of their names.
pub(super) fn run_columns(run: &Run, series: &Series) -> Vec<f64> {
    let columns = COLUMNS.0 + COLUMNS.1 * run.components.len();
    let mut taken = Numbers(Vec::with_capacity(columns * series.bars()));
    PortfolioColumns::of(run, series).emit_view(AnswerView::Full, run, series, &mut taken);
    LedgerColumns { run, series }.emit(&mut taken);
    taken.0
}

/// Returns a place for a count, then the columns that a page draws, one after the other, each with a
/// value for every bar: the equity of the portfolio, then the observed lines. Behind them are the steps
/// of the portfolio's position and of its target, see [`push_steps`], and the events, see
/// [`push_events`].
pub(super) fn drawn_columns(run: &Run, series: &Series, seen: &[Vec<Observed>]) -> Vec<f64> {
    let bars = series.bars();
    let mut position = vec![0.0; bars];
    let mut target = vec![0.0; bars];
    for (at, component) in run.components.iter().enumerate() {
        let weight = component.capital / run.capital;
        for (bars, held) in holdings_of(run, at, series) {
            add(&mut position[bars], weight * held.target);
        }
        for (bars, wanted) in component.targets.pieces(run.start, bars) {
            add(&mut target[bars], weight * wanted);
        }
    }
    let room = (1 + observed::columns(seen).count()) * bars + ROOM;
    let mut drawn = Vec::with_capacity(room + rows_room(run));
    drawn.push(0.0);
    drawn.resize(1 + run.start, run.capital);
    drawn.extend(run.equity(series));
    observed::push_columns(seen, series, &mut drawn);
    push_steps(&position, &mut drawn);
    push_steps(&target, &mut drawn);
    push_events(run, &mut drawn);
    drawn
}

/// Writes the count of the columns before them, and an answer behind them: its bytes, eight to a
/// double, and their number.
#[inline(never)]
pub(super) fn with_answer(mut columns: Vec<f64>, answer: &[u8]) -> Vec<f64> {
    columns[0] = (columns.len() - 1) as f64;
    for bytes in answer.chunks(size_of::<f64>()) {
        let mut eight = [0; size_of::<f64>()];
        eight[..bytes.len()].copy_from_slice(bytes);
        columns.push(f64::from_le_bytes(eight));
    }
    columns.push(answer.len() as f64);
    columns
}

/// Appends a column that changes on few bars: the number of its changes from 0, then bar and value
/// of each.
fn push_steps(column: &[f64], all: &mut Vec<f64>) {
    let (count, mut last) = (all.len(), 0.0);
    all.push(0.0);
    for (bar, value) in column.iter().enumerate() {
        if *value != last {
            last = *value;
            all.extend([bar as f64, last]);
        }
    }
    all[count] = ((all.len() - count) / 2) as f64;
}

fn add(column: &mut [f64], more: f64) {
    for value in column {
        *value += more;
    }
}

/// Collects the numeric columns of emitted JSON and ignores everything else. As in JSON, -0 is 0.
struct Numbers(Vec<f64>);

impl Sink for Numbers {
    fn begin_object(&mut self) {}
    fn key(&mut self, _: &'static str) {}
    fn own_key(&mut self, _: &str) {}
    fn end_object(&mut self) {}
    fn begin_array(&mut self) {}
    fn end_array(&mut self) {}
    fn null(&mut self) {}
    fn boolean(&mut self, _: bool) {}
    fn number(&mut self, _: f64) {}
    fn string(&mut self, _: &str) {}

    fn numbers(&mut self, values: &[f64]) {
        self.0.extend(values.iter().map(|value| value + 0.0));
    }
}
