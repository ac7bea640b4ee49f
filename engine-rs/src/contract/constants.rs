//! What no run changes, made once per dataset: bytes that every answer says, and what every
//! evaluation is held against.

use super::view_columns::emit_timestamps;
use crate::evaluation::Yardstick;
use crate::evaluation::scenario::SCENARIO_SEED;
use crate::execution::PROFILE;
use crate::json::{Emit, PrintedColumn, Printer, Sink};
use crate::market::Dataset;
use core::cell::OnceCell;

/// Canonical JSON of a dataset that no run changes, and its yardstick.
#[derive(Debug)]
pub(super) struct Constants {
    /// The execution policy.
    pub execution_policy: Vec<u8>,
    /// The closes of all bars.
    pub timestamp: Vec<u8>,
    /// The PT price of all bars.
    pub pt_price: PrintedColumn,
    yardstick: OnceCell<Yardstick>,
}

impl Constants {
    /// Prints the constants of a dataset, whose numbers are all finite.
    pub(super) fn of(dataset: &Dataset) -> Self {
        let series = &dataset.series;
        let printed = |emit: &dyn Fn(&mut Printer)| {
            let mut printer = Printer::with_capacity(1 << 10);
            emit(&mut printer);
            printer.finish().unwrap_or_default()
        };
        Self {
            execution_policy: printed(&|printer| PROFILE.emit(printer)),
            timestamp: printed(&|printer| emit_timestamps(0..series.bars(), series, printer)),
            pt_price: PrintedColumn {
                text: printed(&|printer| printer.numbers(&series.pt_price)).into(),
                values: series.pt_price.as_slice().into(),
            },
            yardstick: OnceCell::new(),
        }
    }
    /// Returns what the candidates of the dataset are held against; the first evaluation makes it.
    pub(super) fn yardstick(&self, dataset: &Dataset) -> &Yardstick {
        self.yardstick.get_or_init(|| Yardstick::of(dataset, SCENARIO_SEED))
    }
}
