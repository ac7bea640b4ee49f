//! The constants of a dataset, made once: bytes that every answer repeats, and the scenarios of
//! every evaluation.

use super::sections::ScoringProfile;
use super::view_columns::emit_timestamps;
use crate::evaluation::ScenarioSet;
use crate::evaluation::scenario::SCENARIO_SEED;
use crate::evaluation::verdict::SisterSet;
use crate::execution::PROFILE;
use crate::json::{Emit, PrintedColumn, Printer, Sink};
use crate::market::Dataset;
use std::sync::OnceLock;

/// Canonical JSON that no run on a dataset changes, and its scenarios.
#[derive(Debug)]
pub(super) struct Constants {
    /// The execution policy.
    pub execution_policy: Vec<u8>,
    /// What of the dataset is scored.
    pub scoring_profile: Vec<u8>,
    /// The closes of all bars.
    pub timestamp: Vec<u8>,
    /// The PT price of all bars.
    pub pt_price: PrintedColumn,
    scenario_set: OnceLock<ScenarioSet>,
    sister_set: OnceLock<Option<SisterSet>>,
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
            scoring_profile: printed(&|printer| ScoringProfile(dataset).emit(printer)),
            timestamp: printed(&|printer| emit_timestamps(0..series.bars(), series, printer)),
            pt_price: PrintedColumn {
                text: printed(&|printer| printer.numbers(&series.pt_price)).into(),
                values: series.pt_price.as_slice().into(),
            },
            scenario_set: OnceLock::new(),
            sister_set: OnceLock::new(),
        }
    }

    /// Returns the scenarios of the dataset; the first evaluation makes them.
    pub(super) fn scenario_set(&self, dataset: &Dataset) -> &ScenarioSet {
        self.scenario_set.get_or_init(|| ScenarioSet::of(dataset, SCENARIO_SEED))
    }

    /// Returns the sister paths of the dataset, which the first call makes; `None` without a
    /// generator.
    pub(super) fn sister_set(&self, dataset: &Dataset) -> Option<&SisterSet> {
        self.sister_set.get_or_init(|| SisterSet::of(dataset)).as_ref()
    }
}
