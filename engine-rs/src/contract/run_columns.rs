//! The columns of the full view as doubles, for a page that draws them without printing and parsing
//! JSON.

use super::answer_view::AnswerView;
use super::view_columns::{LedgerColumns, PortfolioColumns};
use crate::json::{Emit, Sink};
use crate::market::Series;
use crate::portfolio::Run;

/// Numbers of columns of a portfolio and of a ledger.
const COLUMNS: (usize, usize) = (6, 9);

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
/// There is room for `more` columns behind them.
pub(super) fn run_columns(run: &Run, series: &Series, more: usize) -> Vec<f64> {
    let columns = COLUMNS.0 + COLUMNS.1 * run.components.len() + more;
    let mut taken = Numbers(Vec::with_capacity(columns * series.bars()));
    PortfolioColumns::of(run, series).emit_view(AnswerView::Full, run, series, &mut taken);
    LedgerColumns { run, series }.emit(&mut taken);
    taken.0
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
