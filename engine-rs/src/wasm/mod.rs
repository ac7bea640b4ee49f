//! The WebAssembly API: exports over [`crate::contract`] and nothing else. Bytes in, bytes out.

#![allow(missing_debug_implementations, reason = "a handle of the host, never printed")]
#![allow(clippy::disallowed_types, reason = "the bindings of a handle count with Rc")]
#![allow(unreachable_pub, reason = "what is exported is reached by the host")]

mod search;

use crate::contract;
use crate::evaluation::{Trial, TrialLedger, Trials};
use crate::num::whole;
use wasm_bindgen::prelude::wasm_bindgen;

/// Makes a panic an error of the host, with its message and its place.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

#[wasm_bindgen(typescript_custom_section)]
const LEDGER: &str = "
/** Counts trials: returns evaluated, whether trials are counted (1 or 0), searched, variance. */
export interface Ledger {
    count(candidateHash: string, datasetHash: string, dailySharpe: number): Float64Array;
}
";

#[wasm_bindgen]
extern "C" {
    /// The host's ledger of trials.
    #[wasm_bindgen(typescript_type = "Ledger")]
    pub type Ledger;

    /// Counts a trial; its Sharpe ratio is NaN where undefined. Returns the number of evaluated
    /// candidates, whether trials are counted (1 or 0), the number of searched candidates, and the
    /// variance of their ratios (NaN where unknown).
    /// An empty array means that the trial cannot be counted. It must not throw, because errors
    /// cannot cross the engine.
    #[wasm_bindgen(method, structural)]
    fn count(
        this: &Ledger,
        candidate_hash: &str,
        dataset_hash: &str,
        daily_sharpe: f64,
    ) -> Vec<f64>;
}

impl TrialLedger for &Ledger {
    fn count(&mut self, trial: &Trial) -> Option<Trials> {
        let sharpe = trial.daily_sharpe.unwrap_or(f64::NAN);
        let counts = Ledger::count(self, &trial.candidate_hash, &trial.dataset_hash, sharpe);
        let [evaluated, counted, searched, variance] = *counts else { return None };
        let whole_of = |count| whole(count).and_then(|count| u32::try_from(count).ok());
        Some(Trials {
            evaluated: whole_of(evaluated)?,
            counted: counted == 1.0,
            searched: whole_of(searched)?,
            sharpe_variance: (variance >= 0.0).then_some(variance),
        })
    }
}

/// Answers with the versions that determine every number.
#[wasm_bindgen(js_name = engineInfo)]
pub fn engine_info() -> Vec<u8> {
    contract::engine_info()
}

/// Answers with all strategies, their parameters and relations.
#[wasm_bindgen(js_name = strategyCatalogue)]
pub fn strategy_catalogue() -> Vec<u8> {
    contract::strategy_catalogue()
}

/// Answers with the execution policy and the scoring formula with all its constants.
#[wasm_bindgen(js_name = familyProfile)]
pub fn family_profile() -> Vec<u8> {
    contract::family_profile()
}

/// Returns the columns of a generated dataset, one after the other.
#[wasm_bindgen(js_name = generateColumns)]
pub fn generate_columns(request: &[u8]) -> Vec<f64> {
    contract::generate_columns(request)
}

/// Returns the daily Sharpe ratio of daily excess returns, and its deflation by a number of trials
/// with the given variance of their ratios; NaN where undefined.
#[wasm_bindgen(js_name = sharpeLuck)]
pub fn sharpe_luck(excess: &[f64], trials: f64, variance: f64) -> Vec<f64> {
    contract::sharpe_luck(excess, trials, variance).to_vec()
}

/// Returns about the edge that passes with a standard error after a number of trials.
#[wasm_bindgen(js_name = requiredEdge)]
pub fn required_edge(standard_error: f64, trials: f64, paths: f64) -> f64 {
    contract::required_edge(standard_error, trials, paths)
}

/// Official datasets with the operations on them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Arena(contract::Arena);

#[wasm_bindgen]
impl Arena {
    /// Returns an arena without datasets.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a dataset; answers with the facts of the market.
    #[wasm_bindgen(js_name = addDataset)]
    pub fn add_dataset(&mut self, header: &[u8], columns: &[f64]) -> Vec<u8> {
        self.0.add_dataset(header, columns)
    }

    /// Checks a candidate; answers with it, its fingerprint, features and weights.
    pub fn check(&self, candidate: &[u8]) -> Vec<u8> {
        self.0.check(candidate)
    }

    /// Runs a candidate; answers with the `data` of the wanted view.
    pub fn simulate(&self, request: &[u8]) -> Vec<u8> {
        self.0.simulate(request)
    }

    /// Evaluates the `data` of a simulation; answers with the `data` of the evaluation.
    pub fn evaluate(&self, request: &[u8], payload: &[u8], ledger: &Ledger) -> Vec<u8> {
        self.0.evaluate(request, payload, &mut { ledger })
    }

    /// Prepares a dataset for its first evaluation; a host calls it while idle.
    pub fn prepare(&self, market_id: u32, bars_per_day: usize) -> bool {
        self.0.prepare(market_id, bars_per_day)
    }

    /// Returns columns for the charts of a dataset.
    #[wasm_bindgen(js_name = chartColumns)]
    pub fn chart_columns(&self, market_id: u32, bars_per_day: usize) -> Vec<f64> {
        self.0.chart_columns(market_id, bars_per_day)
    }

    /// Returns the columns of a run, as in the full view.
    #[wasm_bindgen(js_name = runColumns)]
    pub fn run_columns(&self, candidate: &[u8]) -> Vec<f64> {
        self.0.run_columns(candidate)
    }

    /// Runs a candidate once for everything that a page shows.
    pub fn show(&self, candidate: &[u8]) -> Vec<f64> {
        self.0.show(candidate)
    }

    /// Runs many candidates; answers with the score of each.
    pub fn sweep(&self, request: &[u8]) -> Vec<u8> {
        self.0.sweep(request)
    }
}
