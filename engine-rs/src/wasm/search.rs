//! Exports for servers, searches, seasons and the tasks that make the official files.

use super::Arena;
use crate::contract;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const GATE: &str = "
/** Admits runs. */
export interface Gate {
    admit(components: number): boolean;
}
";

#[wasm_bindgen]
extern "C" {
    /// The host's admission control.
    #[wasm_bindgen(typescript_type = "Gate")]
    pub type Gate;

    /// Returns whether a valid candidate with this number of components may run. It must not throw.
    #[wasm_bindgen(method, structural)]
    fn admit(this: &Gate, components: usize) -> bool;
}

/// Returns the seeds of the paths of a verdict on a catalogue strategy, in their order.
#[wasm_bindgen(js_name = sisterSeeds)]
pub fn sister_seeds() -> Vec<u64> {
    contract::sister_seeds()
}

/// Answers with a generated dataset; only the task that makes the official files calls it.
#[wasm_bindgen(js_name = generateDataset)]
pub fn generate_dataset(request: &[u8]) -> Vec<u8> {
    contract::generate_dataset(request)
}

/// Returns the passive gaps whose mean the manifest has; only the tasks that make and check the
/// manifest call it.
#[wasm_bindgen(js_name = passiveGaps)]
pub fn passive_gaps(market_id: u32, bars_per_day: usize, from: usize, count: usize) -> Vec<f64> {
    contract::passive_gaps(market_id, bars_per_day, from, count)
}

/// Merges the summaries of two disjoint ranges of a plan; empty for other bytes.
#[wasm_bindgen(js_name = mergeSummaries)]
pub fn merge_summaries(one: &[u8], other: &[u8]) -> Vec<u8> {
    contract::merge_summaries(one, other).unwrap_or_default()
}

/// Returns the overfitting of a choice among candidates from their daily excess returns:
/// probability, share of splits with a loss, splits, parts.
#[wasm_bindgen]
pub fn overfitting(excess: &[f64], candidates: usize) -> Vec<f64> {
    contract::overfitting(excess, candidates)
}

/// Returns the places of a season's board from its utilities, see `contract::season_ranks`.
#[wasm_bindgen(js_name = seasonRanks)]
pub fn season_ranks(utilities: &[f64], paths: usize) -> Vec<f64> {
    contract::season_ranks(utilities, paths)
}

#[wasm_bindgen]
impl Arena {
    /// Checks a candidate and runs it if the gate admits it; answers like `simulate`, or with no
    /// bytes if it is not admitted.
    #[wasm_bindgen(js_name = simulateAdmitted)]
    pub fn simulate_admitted(
        &self,
        candidate: &[u8],
        view: &str,
        simulation_id: &str,
        gate: &Gate,
    ) -> Vec<u8> {
        let admit = |components| gate.admit(components);
        self.0.simulate_admitted(candidate, (view, simulation_id), admit)
    }

    /// Runs a candidate in every scenario; answers with its equity in each, day by day.
    #[wasm_bindgen(js_name = scenarioPaths)]
    pub fn scenario_paths(&self, candidate: &[u8]) -> Vec<u8> {
        self.0.scenario_paths(candidate)
    }

    /// Returns the utilities of candidates and of both lines on generated paths of a dataset.
    #[wasm_bindgen(js_name = pathUtilities)]
    #[allow(clippy::too_many_arguments, reason = "bindings pass no tuples")]
    pub fn path_utilities(
        &self,
        market_id: u32,
        bars_per_day: usize,
        capital: f64,
        candidates: &[u8],
        seeds: &[u64],
    ) -> Vec<f64> {
        self.0.path_utilities((market_id, bars_per_day), (capital, candidates), seeds)
    }

    /// Describes a plan of candidates.
    #[wasm_bindgen(js_name = describePlan)]
    pub fn describe_plan(&self, request: &[u8]) -> Vec<u8> {
        self.0.describe_plan(request)
    }

    /// Runs candidates of a plan by number; returns their summary, merged with an earlier one.
    /// `points` gets their columns; it may be empty.
    pub fn summarise(&self, request: &[u8], before: &[u8], points: &mut [f64]) -> Vec<u8> {
        self.0.summarise(request, before, points)
    }

    /// Answers with the next stage of a search, or with its report, from the results of its stages.
    pub fn report(&self, request: &[u8], results: &[u8]) -> Vec<u8> {
        self.0.report(request, results)
    }

    /// Answers with the most candidates, evaluations, runs on paths and stages of a search.
    #[wasm_bindgen(js_name = searchSize)]
    pub fn search_size(&self, request: &[u8]) -> Vec<u8> {
        self.0.search_size(request)
    }

    /// Returns the rows of the stage that `report` answers with, one after the other.
    #[wasm_bindgen(js_name = stageRows)]
    pub fn stage_rows(&self, request: &[u8], results: &[u8]) -> Vec<f64> {
        self.0.stage_rows(request, results)
    }

    /// Runs candidates of a plan by number; returns their columns.
    #[wasm_bindgen(js_name = planColumns)]
    pub fn plan_columns(&self, request: &[u8]) -> Vec<f64> {
        self.0.plan_columns(request)
    }
}
