//! The constants of a dataset, each made once, when the first answer needs it: bytes that every
//! answer repeats, the scenarios of every evaluation, and what an evaluation reads of its paths.

use super::evidence::provenance_hash;
use super::own_paths::OwnPaths;
use super::sections::ScoringProfile;
use super::view_columns::emit_timestamps;
use crate::evaluation::ScenarioSet;
use crate::evaluation::scenario::SCENARIO_SEED;
use crate::evaluation::verdict::{PathUtilities, SisterSet};
use crate::execution::PROFILE;
use crate::json::{Emit, PrintedColumn, Printer, Sink};
use crate::market::{Dataset, Series};
use crate::simulation::Plan;
use std::sync::OnceLock;

/// Canonical JSON that is the same in every answer on a dataset, and its scenarios.
#[derive(Debug)]
pub(super) struct Constants {
    /// The execution policy.
    pub execution_policy: Vec<u8>,
    /// The scored window of the dataset.
    pub scoring_profile: Vec<u8>,
    /// Fingerprint of everything besides the dataset's file that decides a result.
    pub provenance_hash: String,
    timestamp: OnceLock<Vec<u8>>,
    pt_price: OnceLock<PrintedColumn>,
    scenario_set: OnceLock<ScenarioSet>,
    sister_set: OnceLock<Option<SisterSet>>,
    own_paths: OwnPaths,
}

impl Constants {
    /// Prints the constants that every view shows; all numbers of a dataset are finite. Columns
    /// appear only in the full view and are printed later, so that a start does not wait for them.
    pub(super) fn of(dataset: &Dataset) -> Self {
        Self {
            execution_policy: printed(|printer| PROFILE.emit(printer)),
            scoring_profile: printed(|printer| ScoringProfile(dataset).emit(printer)),
            provenance_hash: provenance_hash(dataset),
            timestamp: OnceLock::new(),
            pt_price: OnceLock::new(),
            scenario_set: OnceLock::new(),
            sister_set: OnceLock::new(),
            own_paths: OwnPaths::default(),
        }
    }

    /// Returns the closes of all bars.
    pub(super) fn timestamp(&self, series: &Series) -> &[u8] {
        self.timestamp
            .get_or_init(|| printed(|printer| emit_timestamps(0..series.bars(), series, printer)))
    }

    /// Returns the PT price of all bars.
    pub(super) fn pt_price(&self, series: &Series) -> &PrintedColumn {
        self.pt_price.get_or_init(|| PrintedColumn {
            text: printed(|printer| printer.numbers(&series.pt_price)).into(),
            values: series.pt_price.as_slice().into(),
        })
    }

    /// Returns the scenarios of the dataset, made by the first evaluation.
    pub(super) fn scenario_set(&self, dataset: &Dataset) -> &ScenarioSet {
        self.scenario_set.get_or_init(|| ScenarioSet::of(dataset, SCENARIO_SEED))
    }

    /// Returns the sister paths of the dataset, made by the first call; `None` without a generator.
    pub(super) fn sister_set(&self, dataset: &Dataset) -> Option<&SisterSet> {
        self.sister_set.get_or_init(|| SisterSet::of(dataset)).as_ref()
    }

    /// Returns the utilities of a candidate on the paths of its verdict; `None` without a generator.
    /// A text can remember the public paths, so it is judged on paths of its own.
    pub(super) fn path_utilities(
        &self,
        dataset: &Dataset,
        plan: &Plan,
        candidate_hash: &str,
    ) -> Option<PathUtilities> {
        if !plan.has_expression() {
            return self.sister_set(dataset)?.run(plan);
        }
        let run = || SisterSet::of_candidate(dataset, candidate_hash)?.run(plan);
        self.own_paths.get_or_run(candidate_hash, run)
    }
}

fn printed(emit: impl FnOnce(&mut Printer)) -> Vec<u8> {
    let mut printer = Printer::with_capacity(1 << 10);
    emit(&mut printer);
    printer.finish().unwrap_or_default()
}
