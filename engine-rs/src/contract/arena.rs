//! The arena: official datasets, and the operations on them.

use super::answer::{answer, failure};
use super::candidate::Candidate;
use super::chart_columns::chart_columns;
use super::constants::Constants;
use super::evaluate;
use super::evidence::fingerprint;
use super::header::read_dataset;
use super::market_facts::MarketFacts;
use super::projection::{Projection, View, no_metrics};
use super::published::strategy_catalogue;
use super::scenario_paths;
use super::sweep;
use crate::error::{EngineError, ErrorCode, Operand, Result};
use crate::evaluation::Yardstick;
use crate::json::{Emit, Json, Sink, parse, parse_wrapped};
use crate::market::{Dataset, FeatureSet, Timeframe};
use crate::simulation::Metrics;

/// Official datasets with the operations on them. Requests and answers are JSON bytes.
#[derive(Debug)]
pub struct Arena {
    /// In the order of their keys.
    datasets: Vec<Dataset>,
    /// In the order of the datasets.
    constants: Vec<Constants>,
    catalogue_hash: String,
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// Returns an arena without datasets.
    pub fn new() -> Self {
        let catalogue_hash = fingerprint(&[&strategy_catalogue()]);
        Self { datasets: Vec::new(), constants: Vec::new(), catalogue_hash }
    }

    /// Adds a dataset, or replaces that of the same market and timeframe; answers with the facts
    /// of the market.
    pub fn add_dataset(&mut self, header: &[u8], columns: &[f64]) -> Vec<u8> {
        match read_dataset(header, columns) {
            Err(error) => failure(&error),
            Ok(dataset) => {
                let facts = answer(|printer| {
                    MarketFacts::of(&dataset)?.emit(printer);
                    Ok(())
                });
                let constants = Constants::of(&dataset);
                match self.datasets.binary_search_by_key(&key(&dataset), key) {
                    Ok(at) => (self.datasets[at], self.constants[at]) = (dataset, constants),
                    Err(at) => {
                        self.datasets.insert(at, dataset);
                        self.constants.insert(at, constants);
                    }
                }
                facts
            }
        }
    }

    /// Checks a candidate and answers with it, every default filled in.
    pub fn check(&self, candidate: &[u8]) -> Vec<u8> {
        answer(|printer| {
            let document = read(candidate)?;
            self.candidate(&document)?.0.emit(printer);
            Ok(())
        })
    }

    /// Runs a candidate: `{"candidate", "simulationId", "view"}`; answers with `data` and, beside
    /// it as `trial`, the run's daily Sharpe ratio, which a host counts for the luck of later
    /// evaluations.
    pub fn simulate(&self, request: &[u8]) -> Vec<u8> {
        answer(|printer| {
            let document = parse_wrapped(request, 1).map_err(malformed)?;
            let (candidate, dataset) =
                self.candidate(document.get("candidate").unwrap_or(&Json::Null))?;
            let view = document.get("view").and_then(Json::text).and_then(View::from_name);
            let view = view.ok_or_else(|| {
                let detail = "Cannot simulate: view must be full, summary or trades";
                EngineError::new(ErrorCode::RequestValidationFailed, detail)
            })?;
            let simulation_id =
                document.get("simulationId").and_then(Json::text).unwrap_or_default();
            let plan = candidate.plan(dataset.trade_start_index);
            let record = view.run(&plan, dataset);
            let metrics =
                Metrics::of(&record, &dataset.series).ok_or_else(|| no_metrics(dataset))?;
            let projection =
                Projection { dataset, candidate: &candidate, run: &record, metrics: &metrics };
            let outcome = projection.outcome(self.constants(dataset))?;
            let evidence = projection.evidence(&self.catalogue_hash, &outcome);
            projection.print(view, simulation_id, (&outcome, &evidence), printer);
            let sink: &mut dyn Sink = printer;
            sink.member("trial", metrics.daily_sharpe());
            Ok(())
        })
    }

    /// Evaluates the `data` of a simulation, bare, as `{"simulation": data}` or in the answer of
    /// the service, `{"requestId", "status", "data"}`. The request is what the host says of it:
    /// `{"trials": [{"marketId", "count", "sharpeVariance"}]}` and, where a simulation has a price,
    /// `componentsMax` that the caller could have run and the `componentUnits` of each.
    pub fn evaluate(&self, request: &[u8], payload: &[u8]) -> Vec<u8> {
        answer(|printer| {
            let request = read(request)?;
            let payload = read(payload)?;
            evaluate::evaluate(self, &request, &payload, printer)
        })
    }

    /// Runs many candidates for the little that a map of a parameter shows of each:
    /// `{"candidates": [CANDIDATE, ...]}`, 1 to 1024 of them, each the body of a simulation
    /// request. Answers with `{"points": [POINT, ...]}`, in their order, each either
    /// `{"annualizedMeanReturn", "cvar", "dailySharpe", "executionCost", "fills", "intents",
    /// "maxDrawdown", "probabilisticSharpe", "score", "turnover"}` of the official run, to the bit
    /// what an evaluation says, the two ratios null where there is none; or
    /// `{"fieldErrors": [{"code", "message", "path"}, ...]}`, where the path is empty and the code
    /// that of an error when it is no field that is wrong.
    pub fn sweep(&self, request: &[u8]) -> Vec<u8> {
        answer(|printer| {
            let document = parse_wrapped(request, 2).map_err(malformed)?;
            sweep::sweep(self, &document, printer)
        })
    }

    /// Runs a candidate, the body of a simulation request, in every scenario; answers with
    /// `{"scenarios": [{"id", "idle": [], "strategy": []}, ...]}`: the equity at the end of each
    /// scored UTC day, of all capital left in SY and of the candidate, as multiples of the capital.
    pub fn scenario_paths(&self, candidate: &[u8]) -> Vec<u8> {
        answer(|printer| scenario_paths::scenario_paths(self, &read(candidate)?, printer))
    }

    /// Returns columns for the charts of a loaded dataset, which is known by its market and the bars
    /// of a day: three, one after the other, each with a value for every bar. These are the equity of
    /// Hold and of all capital left in SY, as multiples of the capital and 1 during the warmup, and
    /// PT's share of the pool. Empty when there is no such dataset.
    pub fn chart_columns(&self, market_id: u32, bars_per_day: usize) -> Vec<f64> {
        let timeframe = Timeframe::ALL.into_iter().find(|one| one.bars_per_day() == bars_per_day);
        let dataset = timeframe.and_then(|timeframe| self.dataset(market_id, timeframe).ok());
        dataset.map(chart_columns).unwrap_or_default()
    }

    /// Returns the fingerprint of the catalogue.
    pub(super) fn catalogue_hash(&self) -> &str {
        &self.catalogue_hash
    }

    /// Returns what every answer on a dataset of this arena says.
    pub(super) fn constants(&self, dataset: &Dataset) -> Option<&Constants> {
        let at = self.datasets.binary_search_by_key(&key(dataset), key).ok()?;
        self.constants.get(at)
    }

    /// Returns what the candidates of a dataset of this arena are held against.
    #[inline(never)]
    pub(super) fn yardstick(&self, dataset: &Dataset) -> Option<&Yardstick> {
        self.constants(dataset).map(|constants| constants.yardstick(dataset))
    }

    /// Checks a candidate and finds its dataset.
    pub(super) fn candidate(&self, body: &Json<'_>) -> Result<(Candidate, &Dataset)> {
        let mut ids: Vec<u32> = self.datasets.iter().map(|dataset| dataset.market_id).collect();
        ids.dedup();
        let candidate = Candidate::read(body, &ids)?;
        let dataset = self.dataset(candidate.market_id, candidate.timeframe)?;
        self.check_features(&candidate, dataset)?;
        Ok((candidate, dataset))
    }

    /// Returns the dataset of a market and timeframe.
    pub(super) fn dataset(&self, market_id: u32, timeframe: Timeframe) -> Result<&Dataset> {
        let wanted = |dataset: &&Dataset| {
            dataset.market_id == market_id && dataset.series.clock.timeframe == timeframe
        };
        self.datasets.iter().find(wanted).ok_or_else(|| {
            let detail = format!(
                "Cannot simulate: no {} dataset of market {market_id} is loaded",
                timeframe.name()
            );
            EngineError::new(ErrorCode::DataDatasetNotFound, detail)
        })
    }

    fn check_features(&self, candidate: &Candidate, dataset: &Dataset) -> Result<()> {
        let offered = dataset.series.features();
        for component in &candidate.components {
            let spec = &component.entry.spec;
            let Some(feature) = spec.features.first_missing(offered) else {
                continue;
            };
            let markets = self.markets_with(spec.features, candidate.timeframe);
            let list: Vec<String> = markets.iter().map(ToString::to_string).collect();
            let detail = format!(
                "Cannot simulate \"{}\": market {} has no {}, markets that have it: {}",
                spec.id,
                candidate.market_id,
                feature.name(),
                if list.is_empty() { "none".into() } else { list.join(", ") },
            );
            return Err(EngineError::new(ErrorCode::StrategyMissingRequiredFeature, detail)
                .with("feature", Operand::Text(feature.name().into()))
                .with("marketId", Operand::Number(f64::from(candidate.market_id)))
                .with("marketIds", Operand::Numbers(markets.into_iter().map(f64::from).collect()))
                .with("strategyId", Operand::Text(spec.id.into())));
        }
        Ok(())
    }

    fn markets_with(&self, needed: FeatureSet, timeframe: Timeframe) -> Vec<u32> {
        let fits = |dataset: &&Dataset| {
            dataset.series.clock.timeframe == timeframe
                && needed.first_missing(dataset.series.features()).is_none()
        };
        self.datasets.iter().filter(fits).map(|dataset| dataset.market_id).collect()
    }
}

/// Returns what a dataset is found by; datasets are kept in this order.
fn key(dataset: &Dataset) -> (u32, Timeframe) {
    (dataset.market_id, dataset.series.clock.timeframe)
}

/// Parses a document.
fn read(bytes: &[u8]) -> Result<Json<'_>> {
    parse(bytes).map_err(malformed)
}

#[cold]
#[inline(never)]
fn malformed(sentence: String) -> EngineError {
    EngineError::new(ErrorCode::MalformedJson, sentence)
}
