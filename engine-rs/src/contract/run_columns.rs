//! Columns of a run as doubles, for a page that draws them without printing and parsing JSON.

use super::answer_view::AnswerView;
use super::observed;
use super::view_columns::{LedgerColumns, PortfolioColumns, holdings_of};
use crate::json::{Emit, Sink};
use crate::market::Series;
use crate::portfolio::Run;
use crate::strategy::Observed;

/// Numbers of columns of a portfolio and of a ledger.
const COLUMNS: (usize, usize) = (6, 9);
/// Room for the steps of a position and of a target, which are few.
const STEPS_ROOM: usize = 512;

/// A run as [`Arena::show`](super::Arena::show) answers.
#[derive(Debug, Default)]
pub struct Shown {
    /// JSON, like every other answer.
    pub answer: Vec<u8>,
    /// Columns, one after the other, each with a value for every bar.
    pub columns: Vec<f64>,
}

/// Returns every numeric column of a run, one after the other, each with a value for every bar: the
/// portfolio first, then the ledger of each component, in the order of their names.
pub(super) fn run_columns(run: &Run, series: &Series) -> Vec<f64> {
    let columns = COLUMNS.0 + COLUMNS.1 * run.components.len();
    let mut taken = Numbers(Vec::with_capacity(columns * series.bars()));
    PortfolioColumns::of(run, series).emit_view(AnswerView::Full, run, series, &mut taken);
    LedgerColumns { run, series }.emit(&mut taken);
    taken.0
}

/// Returns the columns that a page draws, one after the other, each with a value for every bar: the
/// equity of the portfolio, then the observed lines. Behind them are the steps of the portfolio's
/// position and of its target, see [`push_steps`].
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
    let mut drawn = Vec::with_capacity((1 + observed::columns(seen).count()) * bars + STEPS_ROOM);
    drawn.resize(run.start, run.capital);
    drawn.extend(run.equity(series));
    observed::push_columns(seen, series, &mut drawn);
    push_steps(&position, &mut drawn);
    push_steps(&target, &mut drawn);
    drawn
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
