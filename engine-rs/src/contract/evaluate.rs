//! Evaluation: the candidate of a payload is run again, and only what the replay gives is scored.

use super::Arena;
use super::evidence::{Evidence, first_stale};
use super::projection::{Projection, View, no_metrics};
use crate::error::{EngineError, ErrorCode, FieldError, Operand, Result};
use crate::evaluation::benchmark;
use crate::evaluation::gate::{self, Gate};
use crate::evaluation::utility::{Utility, score};
use crate::json::{Emit, Json, Printer, Sink};
use crate::market::{Dataset, Timeframe};
use crate::num::whole;
use crate::simulation::{CoreMetrics, Metrics, run};
use crate::version::{ENGINE_VERSION, FORMULA_VERSION, POLICY_VERSION};

/// Replays the payload's candidate, holds the payload against it and prints the evaluation.
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` when it is no payload, `SIMULATION_STALE` when it names another
/// version, `SIMULATION_MISMATCH` when it is not what its candidate gives.
pub(super) fn evaluate(
    arena: &Arena,
    _request: &Json<'_>,
    payload: &Json<'_>,
    printer: &mut Printer,
) -> Result<()> {
    let (prefix, simulation) = match payload.get("simulation") {
        Some(inner) => ("/simulation", inner),
        None => ("", payload),
    };
    let payload = Payload::read(prefix, simulation)?;
    payload.check_versions(arena)?;
    let (candidate, dataset) =
        arena.candidate(payload.candidate).map_err(|error| within(prefix, error))?;
    let record = run(&candidate.plan(dataset.trade_start_index), &dataset.series);
    let metrics = Metrics::of(&record, &dataset.series).ok_or_else(|| no_metrics(dataset))?;
    let projection = Projection { dataset, candidate: &candidate, run: &record, metrics: &metrics };
    let evidence = projection.evidence(arena.catalogue_hash(), &projection.outcome()?);
    payload.check_replay(&projection, &evidence)?;
    let official = Official::of(&projection)?;
    official.emit(&evidence, printer);
    Ok(())
}

/// The parts of a payload that decide how it is replayed.
struct Payload<'d, 'a> {
    prefix: &'static str,
    simulation: &'d Json<'a>,
    view: View,
    candidate: &'d Json<'a>,
    evidence: &'d Json<'a>,
}

impl<'d, 'a> Payload<'d, 'a> {
    fn read(prefix: &'static str, simulation: &'d Json<'a>) -> Result<Self> {
        let mut errors = Vec::new();
        let mut wrong = |name: &str, message: &str| {
            let path = format!("{prefix}/{name}");
            errors.push(FieldError { path, code: "required", message: message.into() });
        };
        let view = simulation.get("view").and_then(Json::text).and_then(View::from_name);
        let candidate = simulation.get("candidate").filter(|value| value.members().is_some());
        let evidence = simulation.get("evidence").filter(|value| value.members().is_some());
        if view.is_none() {
            wrong("view", "must be full, summary or trades, as in the data of a simulation");
        }
        if candidate.is_none() {
            wrong("candidate", "must be the candidate of the data of a simulation");
        }
        if evidence.is_none() {
            wrong("evidence", "must be the evidence of the data of a simulation");
        }
        match (view, candidate, evidence) {
            (Some(view), Some(candidate), Some(evidence)) => {
                Ok(Self { prefix, simulation, view, candidate, evidence })
            }
            _ => Err(EngineError::fields("evaluate", errors)),
        }
    }

    /// Refuses a payload of another engine, policy, formula, catalogue or dataset before anything
    /// of it is read by today's rules.
    fn check_versions(&self, arena: &Arena) -> Result<()> {
        let text = |value: &'d str| Json::String(value.into());
        let mut expected = vec![
            ("engineVersion", text(ENGINE_VERSION)),
            ("policyVersion", Json::Number(f64::from(POLICY_VERSION))),
            ("formulaVersion", Json::Number(f64::from(FORMULA_VERSION))),
        ];
        let catalogue = Json::String(arena.catalogue_hash().into());
        expected.push(("catalogueHash", catalogue));
        let dataset = self.dataset(arena);
        if let Some(dataset) = dataset {
            expected.push(("datasetHash", Json::String(dataset.sha256.as_str().into())));
        }
        match first_stale(self.evidence, &expected) {
            Some((name, value)) => Err(self.stale(name, value.text().unwrap_or_default())),
            None => Ok(()),
        }
    }

    fn dataset<'s>(&self, arena: &'s Arena) -> Option<&'s Dataset> {
        let market_id = self.candidate.get("marketId").and_then(Json::number).and_then(whole)?;
        let timeframe = self.candidate.get("timeframe").and_then(Json::text)?;
        arena.dataset(u32::try_from(market_id).ok()?, Timeframe::from_name(timeframe)?).ok()
    }

    fn stale(&self, name: &'static str, expected: &str) -> EngineError {
        let detail = format!(
            "Cannot evaluate: evidence {name} is not the current one, run the simulation again"
        );
        let received = self.evidence.get(name).and_then(Json::text).unwrap_or_default();
        EngineError::new(ErrorCode::SimulationStale, detail)
            .with("expected", Operand::Text(expected.into()))
            .with("path", Operand::Text(format!("{}/evidence/{name}", self.prefix)))
            .with("received", Operand::Text(received.chars().take(80).collect()))
    }

    /// Holds every leaf of the result against the replay. An edited candidate changes both
    /// fingerprints of the evidence; an edited fingerprint is alone.
    fn check_replay(&self, replay: &Projection<'_>, evidence: &Evidence) -> Result<()> {
        if let Some(difference) = replay.compare(self.view, self.simulation) {
            let path = format!("{}{}", self.prefix, difference.path);
            return Err(mismatch(path, difference.expected, difference.received));
        }
        let received = |name| self.evidence.get(name).and_then(Json::text).unwrap_or_default();
        let candidate_differs = received("candidateHash") != evidence.candidate_hash;
        let result_differs = received("resultHash") != evidence.result_hash;
        match (candidate_differs, result_differs) {
            (true, true) => Err(mismatch(
                format!("{}/candidate", self.prefix),
                evidence.candidate_hash.clone(),
                received("candidateHash").chars().take(80).collect(),
            )),
            (true, false) => Err(self.stale("candidateHash", &evidence.candidate_hash)),
            (false, true) => Err(self.stale("resultHash", &evidence.result_hash)),
            (false, false) => Ok(()),
        }
    }
}

fn mismatch(path: String, expected: String, received: String) -> EngineError {
    let detail = format!(
        "Cannot evaluate: the replay differs at {path}: received {received}, expected {expected}"
    );
    EngineError::new(ErrorCode::SimulationMismatch, detail)
        .with("expected", Operand::Text(expected))
        .with("path", Operand::Text(path))
        .with("received", Operand::Text(received))
}

/// Moves the field errors of a candidate to where it stands in the payload.
fn within(prefix: &str, mut error: EngineError) -> EngineError {
    for field in &mut error.field_errors {
        field.path = format!("{prefix}/candidate{}", field.path);
    }
    error
}

/// The official run with the two lines to beat.
struct Official<'a> {
    metrics: &'a Metrics,
    hold: CoreMetrics,
    idle: CoreMetrics,
    bars_of_components: f64,
}

impl<'a> Official<'a> {
    fn of(projection: &Projection<'a>) -> Result<Self> {
        let (series, start) = (&projection.dataset.series, projection.dataset.trade_start_index);
        let capital = projection.run.capital;
        let lines =
            benchmark::hold(capital, series, start).zip(benchmark::idle(capital, series, start));
        let (hold, idle) = lines.ok_or_else(|| no_metrics(projection.dataset))?;
        let bars_of_components = (series.bars() * projection.candidate.components.len()) as f64;
        Ok(Self { metrics: projection.metrics, hold, idle, bars_of_components })
    }

    fn gates(&self) -> [Gate; 9] {
        let utility = Utility::of(&self.metrics.core).total();
        let idle = Utility::of(&self.idle).total();
        [
            Gate::at_least("POSITIVE_UTILITY", utility, 0.0, false),
            Gate::at_least("ABOVE_IDLE", utility, idle + gate::IDLE_MARGIN, false),
            Gate::at_most("MAX_DRAWDOWN", self.metrics.core.max_drawdown, gate::DRAWDOWN_MAX),
            Gate::at_most("MAX_TURNOVER", self.metrics.core.turnover, gate::TURNOVER_MAX),
            Gate::at_least("MIN_SCORED_DAYS", self.metrics.days, gate::SCORED_DAYS_MIN, true),
            Gate::at_least("MIN_FILLS", self.metrics.fills as f64, gate::FILLS_MIN, true),
            Gate::at_most("RUNTIME_BUDGET", self.bars_of_components, gate::RUNTIME_MAX),
            Gate::holds("CONFIG_VALID"),
            Gate::holds("FINITE_NUMBERS"),
        ]
    }

    fn emit(&self, evidence: &Evidence, sink: &mut dyn Sink) {
        let terms = Utility::of(&self.metrics.core);
        let (hold, idle) = (Utility::of(&self.hold), Utility::of(&self.idle));
        let (score, floored) = score(terms.total(), hold.total());
        sink.begin_object();
        sink.key("benchmark");
        emit_scored(&self.hold, sink);
        sink.member("benchmarkFloorUsed", floored);
        sink.member("benchmarkUtility", hold.total());
        sink.key("breakdown");
        sink.begin_object();
        sink.member("benchmark", hold);
        sink.member("idle", idle);
        sink.member("strategy", terms);
        sink.end_object();
        sink.member("diagnostics", Diagnostics(self.metrics));
        sink.key("eligibility");
        sink.begin_object();
        sink.member("eligible", None::<bool>);
        sink.member("gates", self.gates().as_slice());
        sink.end_object();
        sink.member("evidence", evidence);
        sink.member("formulaVersion", FORMULA_VERSION);
        sink.member("idleUtility", idle.total());
        sink.key("scenarioResult");
        emit_scored(&self.metrics.core, sink);
        sink.member("score", score);
        sink.end_object();
    }
}

/// Emits the five metrics with the utility that they come to.
fn emit_scored(metrics: &CoreMetrics, sink: &mut dyn Sink) {
    sink.begin_object();
    sink.member("annualizedMeanReturn", metrics.annualized_mean_return);
    sink.member("cvar", metrics.cvar);
    sink.member("executionCost", metrics.execution_cost);
    sink.member("maxDrawdown", metrics.max_drawdown);
    sink.member("turnover", metrics.turnover);
    sink.member("utilityScore", Utility::of(metrics).total());
    sink.end_object();
}

/// The metrics that are not terms of the utility.
struct Diagnostics<'a>(&'a Metrics);

impl Emit for Diagnostics<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let metrics = self.0;
        sink.begin_object();
        sink.member("annualizedVolatility", metrics.annualized_volatility);
        sink.member("bestDay", metrics.best_day);
        sink.member("calmar", metrics.calmar);
        sink.member("compoundAnnualReturn", metrics.compound_annual_return);
        sink.member("drawdownRecovered", metrics.drawdown_recovered);
        sink.member("exposure", metrics.exposure);
        sink.member("fills", metrics.fills);
        sink.member("hitRate", metrics.hit_rate);
        sink.member("maxDrawdownDays", metrics.max_drawdown_days);
        sink.member("sharpe", metrics.sharpe);
        sink.member("sortino", metrics.sortino);
        sink.member("valueAtRisk", metrics.value_at_risk);
        sink.member("worstDay", metrics.worst_day);
        sink.end_object();
    }
}
