//! The arena: official datasets, and the operations on them.

use super::answer::{answer, failure};
use super::answer_view::AnswerView;
use super::candidate::Candidate;
use super::chart_columns::chart_columns;
use super::checked::Checked;
use super::datasets::Datasets;
use super::document::{malformed, read};
use super::evaluate;
use super::header::read_dataset;
use super::market_facts::MarketFacts;
use super::projection::{Projection, no_metrics, run_for};
use super::run_columns::{drawn_columns, run_columns, with_answer};
use super::scenario_paths;
use super::season;
use super::sweep;
use crate::error::Result;
use crate::evaluation::TrialLedger;
use crate::json::{Emit, Json, Printer, Sink, parse_wrapped};
use crate::market::{Dataset, Timeframe};
use crate::portfolio::Run;
use crate::simulation::{Metrics, ScoredRun, run_events};

/// Official datasets with the operations on them. Requests and answers are JSON bytes.
#[derive(Debug)]
pub struct Arena(pub(super) Datasets);

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// Returns an arena without datasets.
    pub fn new() -> Self {
        Self(Datasets::new())
    }

    /// Adds a dataset, replacing one of the same market and timeframe; answers with its facts.
    pub fn add_dataset(&mut self, header: &[u8], columns: &[f64]) -> Vec<u8> {
        match read_dataset(header, columns) {
            Err(error) => failure(&error),
            Ok(dataset) => {
                let facts = answer(|printer| {
                    MarketFacts::of(&dataset)?.emit(printer);
                    Ok(())
                });
                self.0.add(dataset);
                facts
            }
        }
    }

    /// Adds a parsed dataset, replacing one of the same market and timeframe.
    pub fn insert(&mut self, dataset: Dataset) {
        self.0.add(dataset);
    }

    /// Checks a candidate. Answers with `{"candidate", "candidateHash", "features", "weights"}`:
    /// the candidate with every default filled in, its fingerprint, the features that it reads, and
    /// for each component the weight of its texts, null without texts.
    pub fn check(&self, candidate: &[u8]) -> Vec<u8> {
        answer(|printer| {
            Checked(&self.read(candidate)?.0).emit(printer);
            Ok(())
        })
    }

    /// Runs a candidate: `{"candidate", "simulationId", "view"}`. Answers with `data` and, beside
    /// it as `trial`, `{"candidateHash", "dailySharpe", "datasetHash"}`, which a host stores for
    /// the luck of later evaluations.
    pub fn simulate(&self, request: &[u8]) -> Vec<u8> {
        answer(|printer| {
            let document = parse_wrapped(request, 1).map_err(malformed)?;
            let (candidate, dataset) =
                self.0.candidate(document.get("candidate").unwrap_or(&Json::Null))?;
            let view =
                AnswerView::read(document.get("view").and_then(Json::text).unwrap_or_default())?;
            let simulation_id =
                document.get("simulationId").and_then(Json::text).unwrap_or_default();
            self.simulated((&candidate, dataset), (view, simulation_id), printer)
        })
    }

    /// Checks a candidate, the body of a simulation request, and runs it if the host admits it.
    /// `admit` gets the number of components and is called once, only for a valid candidate.
    /// Answers like [`Arena::simulate`], or like [`Arena::check`] for an invalid candidate, or with
    /// no bytes if the candidate is not admitted.
    pub fn simulate_admitted(
        &self,
        candidate: &[u8],
        (view, simulation_id): (&str, &str),
        admit: impl FnOnce(usize) -> bool,
    ) -> Vec<u8> {
        let mut is_admitted = true;
        let bytes = answer(|printer| {
            let (candidate, dataset) = self.read(candidate)?;
            let view = AnswerView::read(view)?;
            is_admitted = admit(candidate.components.len());
            if is_admitted {
                self.simulated((&candidate, dataset), (view, simulation_id), printer)?;
            }
            Ok(())
        });
        if is_admitted { bytes } else { Vec::new() }
    }

    fn simulated(
        &self,
        (candidate, dataset): (&Candidate, &Dataset),
        view: (AnswerView, &str),
        printer: &mut Printer,
    ) -> Result<()> {
        let plan = candidate.plan(dataset.trade_start_index);
        self.print((candidate, dataset), &run_for(view.0, &plan, dataset), view, printer)
    }

    /// Prints a run as a view shows it, and its trial.
    fn print(
        &self,
        (candidate, dataset): (&Candidate, &Dataset),
        record: &Run,
        (view, simulation_id): (AnswerView, &str),
        printer: &mut Printer,
    ) -> Result<()> {
        let scored = ScoredRun::of(record, &dataset.series).ok_or_else(|| no_metrics(dataset))?;
        let projection =
            Projection { dataset, candidate, run: record, metrics: &Metrics::of(&scored) };
        let evidence = projection.evidence(self.0.fingerprints(dataset))?;
        let constants = self.0.constants(dataset);
        projection.print(view, simulation_id, (constants, &evidence), printer);
        let sink: &mut dyn Sink = printer;
        sink.key("trial");
        sink.begin_object();
        sink.member("candidateHash", &evidence.candidate_hash);
        sink.member("dailySharpe", scored.daily_sharpe());
        sink.member("datasetHash", &dataset.sha256);
        sink.end_object();
        Ok(())
    }

    /// Evaluates the `data` of a simulation: bare, as `{"simulation": data}`, or in the answer of
    /// the service, `{"requestId", "status", "data"}`. The request comes from the host: an object
    /// with `componentsMax`, the largest simulation that the caller may run, and the
    /// `componentUnits` of each component where simulations have a price. The ledger is called
    /// once, before the answer is made, and only for a payload that the replay reproduced.
    pub fn evaluate(
        &self,
        request: &[u8],
        payload: &[u8],
        ledger: &mut dyn TrialLedger,
    ) -> Vec<u8> {
        answer(|printer| {
            let request = read(request)?;
            let payload = read(payload)?;
            evaluate::evaluate(&self.0, &request, &payload, ledger, printer)
        })
    }

    /// Runs many candidates for the few figures that a map of parameters shows: `{"candidates":
    /// [CANDIDATE, ...]}`, 1 to 1024 of them, each the body of a simulation request. Answers with
    /// `{"points": [POINT, ...]}` in their order. A point is either `{"dailySharpe", "fills",
    /// "intents", "probabilisticSharpe", "score"}` with the terms of the utility, equal to the bit
    /// to the figures of an evaluation (the two ratios are null where undefined), or
    /// `{"fieldErrors": [{"code", "message", "path"}, ...]}`. An error that concerns no field has
    /// an empty path and the code of the error.
    pub fn sweep(&self, request: &[u8]) -> Vec<u8> {
        answer(|printer| {
            let document = parse_wrapped(request, 2).map_err(malformed)?;
            sweep::sweep(&self.0, &document, printer)
        })
    }

    /// Runs a candidate, the body of a simulation request, in every scenario. Answers with
    /// `{"scenarios": [{"id", "idle": [], "strategy": []}, ...]}`: the equity at the end of each
    /// scored UTC day, of all capital left in SY and of the candidate, as multiples of the capital.
    pub fn scenario_paths(&self, candidate: &[u8]) -> Vec<u8> {
        answer(|printer| scenario_paths::scenario_paths(&self.0, &read(candidate)?, printer))
    }

    /// Makes the scenarios and sister paths of a dataset, as its first evaluation otherwise would.
    /// Returns whether the dataset, given by its market and bars per day, is loaded.
    pub fn prepare(&self, market_id: u32, bars_per_day: usize) -> bool {
        let dataset = self.dataset(market_id, bars_per_day);
        let known = dataset.and_then(|dataset| self.0.constants(dataset).map(|of| (of, dataset)));
        if let Some((constants, dataset)) = known {
            constants.scenario_set(dataset);
            if let Some(sisters) = constants.sister_set(dataset) {
                sisters.make_pools();
            }
        }
        known.is_some()
    }

    /// Returns the utility of candidates on generated paths of a loaded dataset, one row for each
    /// candidate of a JSON list, then Hold and idle with a capital; each row has a value for each
    /// seed, `NaN` where a run has no utility. Empty if the dataset is not loaded or has no
    /// generator, or if a candidate is refused.
    pub fn path_utilities(&self, at: (u32, usize), runs: (f64, &[u8]), seeds: &[u64]) -> Vec<f64> {
        let of = |dataset| season::path_utilities(&self.0, dataset, runs, seeds);
        self.dataset(at.0, at.1).and_then(of).unwrap_or_default()
    }

    /// Returns three columns for the charts of a loaded dataset, given by its market and bars per day,
    /// each with a value for every bar: the equity of Hold and of all capital left in SY, as multiples
    /// of the capital and 1 during the warmup, and PT's share of the pool. Empty if it is not loaded.
    pub fn chart_columns(&self, market_id: u32, bars_per_day: usize) -> Vec<f64> {
        self.dataset(market_id, bars_per_day).map(chart_columns).unwrap_or_default()
    }

    /// Runs a candidate, the body of a simulation request, for the columns of its full view, one after
    /// the other, each with a value for every bar: those of the portfolio, then the ledger of each
    /// component, in the order of their names and without `skipReason`, which is not a number. Empty
    /// if the candidate is refused; `simulate` reports why.
    pub fn run_columns(&self, candidate: &[u8]) -> Vec<f64> {
        let Ok((candidate, dataset)) = self.read(candidate) else { return Vec::new() };
        let plan = candidate.plan(dataset.trade_start_index);
        run_columns(&run_for(AnswerView::Full, &plan, dataset), &dataset.series)
    }

    /// Runs a candidate once for everything that a page draws of the run. The answer is `{"observed",
    /// "run", "trial"}`: the lines of each component, `{"isYield", "marks": [{"compare", "name",
    /// "role", "value"}], "name", "scale", "unit"}`, the data of the run, and the trial of
    /// [`simulate`](Self::simulate). A mark, a threshold of its line, has a column if `value` is null. A
    /// line without a column, `isYield`, is the yield of the dataset.
    ///
    /// The columns are the equity of the portfolio, then each line and its marks, `NaN` where a number
    /// is missing; then position and target as steps: the number of changes from 0, then bar and value
    /// of each; then the number of events, and of each its kind (0 a fill, 1 a skip, 2 a redemption),
    /// component, bar, and the numbers that a page shows. A refused candidate has no columns.
    /// The buffer has their count, the columns, the answer with eight bytes to a double, and its size.
    pub fn show(&self, candidate: &[u8]) -> Vec<f64> {
        let mut columns = vec![0.0];
        let answer = answer(|printer| {
            let (candidate, dataset) = self.read(candidate)?;
            let (plan, series) = (candidate.plan(dataset.trade_start_index), &dataset.series);
            let (targets, seen) = plan.observed(series);
            let run = run_events(&plan, series, targets);
            let sink: &mut dyn Sink = printer;
            sink.begin_object();
            sink.member("observed", seen.as_slice());
            sink.key("run");
            self.print((&candidate, dataset), &run, (AnswerView::Drawn, ""), printer)?;
            printer.end_object();
            columns = drawn_columns(&run, series, &seen);
            Ok(())
        });
        with_answer(columns, &answer)
    }

    /// Checks the body of a simulation request and finds its dataset.
    #[inline(never)]
    fn read(&self, candidate: &[u8]) -> Result<(Candidate, &Dataset)> {
        self.0.candidate(&read(candidate)?)
    }

    fn dataset(&self, market_id: u32, bars_per_day: usize) -> Option<&Dataset> {
        let timeframe = Timeframe::ALL.into_iter().find(|one| one.bars_per_day() == bars_per_day);
        self.0.dataset(market_id, timeframe?).ok()
    }
}
