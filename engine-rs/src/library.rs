//! The Rust API of the engine: a dataset, a candidate on it, a plan, a run.

use crate::contract::{self, Candidate, dataset_of, generated, resolve};
use crate::error::{EngineError, ErrorCode, Result};
use crate::execution::ExecutionProfile;
use crate::market::{Dataset, Timeframe};
use crate::portfolio::Counts;
use crate::simulation::{self, Metrics, ScoredRun};
use core::slice::from_ref;

impl Dataset {
    /// Reads a dataset: a header in JSON, and the columns one after the other in the order of the
    /// header's `columns`, each from the oldest bar to the newest.
    ///
    /// The header is `{"marketId", "marketKey", "timeframe", "expiry", "farExpiry", "scalarRoot",
    /// "provenance", "absent", "estimated", "pyIndex", "sha256", "tradeStartIndex", "columns"}`:
    /// `timeframe` is hourly or daily, the expiries are ISO 8601 instants in UTC (`farExpiry` is
    /// null without a next maturity), `provenance`, `absent`, `estimated` and `pyIndex` are those
    /// of the manifest (`RULES.md` 1; the last three are optional), `sha256` is the hash of the
    /// file in lower-case hex, and `tradeStartIndex` the first scored bar. The columns are
    /// timestamp (close of the bar, epoch ms), impliedApy, underlyingApy, ptPrice, totalPt,
    /// totalSy, syIndex, tvl, volume and, with a next maturity, farImpliedApy.
    ///
    /// # Errors
    /// `DATASET_INVALID` names the column, and the bar, that violates a rule of the data.
    pub fn read(header: &[u8], columns: &[f64]) -> Result<Self> {
        contract::read_dataset(header, columns)
    }

    /// Generates a synthetic dataset of the market `susde`, `susdf` or `ghousd`. The same seed gives
    /// the same bytes on every machine; the first 30 days are warmup.
    ///
    /// ```
    /// use arena_engine::{Dataset, Timeframe};
    ///
    /// let dataset = Dataset::generate("susde", Timeframe::Daily, 7)?;
    /// assert_eq!((dataset.bars(), dataset.trade_start_index), (182, 30));
    /// # Ok::<(), arena_engine::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// `REQUEST_VALIDATION_FAILED` of another market.
    pub fn generate(market_key: &str, timeframe: Timeframe, seed: u64) -> Result<Self> {
        generated(market_key, timeframe, seed)
    }

    /// Returns the number of bars, including the warmup.
    pub fn bars(&self) -> usize {
        self.series.bars()
    }

    /// Returns the length of a bar.
    pub fn timeframe(&self) -> Timeframe {
        self.series.clock.timeframe
    }
}

impl Candidate {
    /// Reads a candidate for a dataset from JSON, the body of a simulation request:
    /// `{"marketId", "components", "timeframe", "capital", "strategyParams", "submissionId"}`, of
    /// which the first two are required. A component is `{"strategyId", "weightBps",
    /// "strategyParams"}`; `capital` is a decimal in a string. Every default is filled in.
    ///
    /// ```
    /// use arena_engine::{Candidate, Dataset, Timeframe};
    ///
    /// let dataset = Dataset::generate("susde", Timeframe::Hourly, 7)?;
    /// let body = br#"{"marketId": 1, "components": [{"strategyId": "yield-rsi"}], "capital": "0"}"#;
    /// let error = Candidate::parse(body, &dataset).unwrap_err();
    /// assert_eq!(error.field_errors[0].path, "/capital");
    /// # Ok::<(), arena_engine::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// `MALFORMED_JSON`, `REQUEST_VALIDATION_FAILED` with all wrong fields at once, another timeframe
    /// than the dataset's among them, and
    /// `STRATEGY_MISSING_REQUIRED_FEATURE` when a strategy needs a column that it lacks.
    pub fn parse(body: &[u8], dataset: &Dataset) -> Result<Self> {
        Ok(resolve(from_ref(dataset), &contract::read(body)?)?.0)
    }
}

/// A candidate on a dataset under an execution profile; together they determine a run.
#[derive(Debug, Clone)]
pub struct Plan<'d> {
    dataset: &'d Dataset,
    plan: simulation::Plan,
}

impl<'d> Plan<'d> {
    /// Plans a candidate under the official [`PROFILE`](crate::PROFILE).
    ///
    /// # Errors
    /// `DATA_DATASET_NOT_FOUND` or `STRATEGY_MISSING_REQUIRED_FEATURE` when the candidate was read
    /// for another dataset that this one cannot stand in for.
    pub fn new(candidate: &Candidate, dataset: &'d Dataset) -> Result<Self> {
        dataset_of(from_ref(dataset), candidate)?;
        Ok(Self { dataset, plan: candidate.plan(dataset.trade_start_index) })
    }

    /// Returns the same plan under another execution profile. Its figures are not official: the
    /// service scores runs only under [`PROFILE`](crate::PROFILE).
    ///
    /// # Errors
    /// `REQUEST_VALIDATION_FAILED` if a number of the profile is out of its range.
    pub fn with_profile(mut self, profile: ExecutionProfile) -> Result<Self> {
        if let Some((name, value, wanted)) = profile.first_wrong() {
            let detail = format!("Cannot plan a run: {name} is {value}, must be {wanted}");
            return Err(EngineError::new(ErrorCode::RequestValidationFailed, detail));
        }
        self.plan.profile = profile;
        Ok(self)
    }

    /// Returns the execution profile.
    pub fn profile(&self) -> &ExecutionProfile {
        &self.plan.profile
    }
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The metrics of the scored window.
    pub metrics: Metrics,
    /// Equity at the close of each scored bar, after its trades, accounting asset.
    pub equity: Vec<f64>,
    /// Number of fills, and of skipped signals by reason.
    pub counts: Counts,
}

/// Runs a plan over the bars of its dataset. The same plan gives the same bits everywhere.
///
/// ```
/// use arena_engine::{Candidate, Dataset, Plan, Timeframe, run};
///
/// let dataset = Dataset::generate("susde", Timeframe::Hourly, 7)?;
/// let body = br#"{"marketId": 1, "components": [{"strategyId": "yield-bollinger"}]}"#;
/// let candidate = Candidate::parse(body, &dataset)?;
/// let outcome = run(&Plan::new(&candidate, &dataset)?)?;
/// assert_eq!(outcome.equity.len(), dataset.bars() - dataset.trade_start_index);
/// assert_eq!(Some(outcome.counts.fills as f64), outcome.metrics.number("fills"));
/// # Ok::<(), arena_engine::EngineError>(())
/// ```
///
/// # Errors
/// `INTERNAL_UNEXPECTED` if the scored window has fewer than two bars.
pub fn run(plan: &Plan<'_>) -> Result<Outcome> {
    let series = &plan.dataset.series;
    let record = simulation::run_totals(&plan.plan, series);
    let scored =
        ScoredRun::of(&record, series).ok_or_else(|| contract::no_metrics(plan.dataset))?;
    let (metrics, counts) = (Metrics::of(&scored), record.counts());
    Ok(Outcome { metrics, counts, equity: record.equity(series) })
}
