//! Evaluation: the candidate of a payload is run again, and only what the replay gives is scored.

use super::Arena;
use super::evaluation_answer::EvaluationAnswer;
use super::evidence::{Evidence, first_stale};
use super::projection::{Projection, View, no_metrics};
use crate::error::{EngineError, ErrorCode, FieldError, Operand, Result};
use crate::evaluation::luck::Trials;
use crate::evaluation::{Assessment, Official};
use crate::json::{Comparison, Emit, Json, Printer, cut};
use crate::market::{Dataset, Timeframe};
use crate::num::whole;
use crate::simulation::Metrics;
use crate::version::{ENGINE_VERSION, FORMULA_VERSION, POLICY_VERSION};

/// Replays the payload's candidate, holds the payload against it and prints the evaluation.
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` when it is no payload, `SIMULATION_STALE` when it names another
/// version, `SIMULATION_MISMATCH` when it is not what its candidate gives.
pub(super) fn evaluate(
    arena: &Arena,
    request: &Json<'_>,
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
    let trials = read_trials(request, dataset.market_id)?;
    let plan = candidate.plan(dataset.trade_start_index);
    let record = payload.view.run(&plan, dataset);
    let metrics = Metrics::of(&record, &dataset.series).ok_or_else(|| no_metrics(dataset))?;
    let projection = Projection { dataset, candidate: &candidate, run: &record, metrics: &metrics };
    let evidence =
        projection.evidence(arena.catalogue_hash(), &projection.outcome(arena.constants(dataset))?);
    payload.check_replay(&projection, &evidence)?;
    let official = Official { dataset, plan: &plan, run: &record, metrics: &metrics };
    let yardstick = arena.yardstick(dataset);
    let assessment = yardstick.and_then(|yardstick| Assessment::of(&official, trials, yardstick));
    let assessment = assessment.ok_or_else(|| no_metrics(dataset))?;
    EvaluationAnswer { assessment: &assessment, metrics: &metrics, evidence: &evidence }
        .emit(printer);
    Ok(())
}

/// Reads what the key has tried on a market: `{"trials": [{"marketId", "count", "sharpeVariance"}]}`.
/// A market that is not listed was never tried; the run of the payload itself is a trial all the
/// same, also when another host made it.
fn read_trials(request: &Json<'_>, market_id: u32) -> Result<Trials> {
    let listed = request.get("trials").and_then(Json::items).ok_or_else(wrong_trials)?;
    let mut trials = Trials { count: 1, sharpe_variance: None };
    for entry in listed {
        let whole_of = |name| entry.get(name).and_then(Json::number).and_then(whole);
        let (id, count) = whole_of("marketId").zip(whole_of("count")).ok_or_else(wrong_trials)?;
        let variance = entry.get("sharpeVariance").ok_or_else(wrong_trials)?;
        if id == i64::from(market_id) {
            trials.count = u32::try_from(count.max(1)).map_err(|_| wrong_trials())?;
            trials.sharpe_variance = variance.number().filter(|variance| *variance >= 0.0);
        }
    }
    Ok(trials)
}

#[cold]
#[inline(never)]
fn wrong_trials() -> EngineError {
    let detail = "Cannot evaluate: trials must be a list of marketId, count and sharpeVariance";
    EngineError::new(ErrorCode::RequestValidationFailed, detail)
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

    /// Returns the error of a member of the evidence that is not today's, or is not there.
    #[cold]
    #[inline(never)]
    fn stale(&self, name: &'static str, expected: &str) -> EngineError {
        let path = format!("{}/evidence/{name}", self.prefix);
        let Some(received) = self.evidence.get(name) else {
            let expected = if expected.is_empty() { "a number" } else { expected };
            return mismatch(path, expected.into(), "nothing".into());
        };
        let detail = format!(
            "Cannot evaluate: evidence {name} is not the current one, run the simulation again"
        );
        let received = received.text().unwrap_or_default();
        EngineError::new(ErrorCode::SimulationStale, detail)
            .with("expected", Operand::Text(expected.into()))
            .with("path", Operand::Text(path))
            .with("received", Operand::Text(cut(received, 80).into()))
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
                cut(received("candidateHash"), 80).into(),
            )),
            (true, false) => Err(self.stale("candidateHash", &evidence.candidate_hash)),
            (false, true) => Err(self.stale("resultHash", &evidence.result_hash)),
            (false, false) => self.check_evidence(evidence),
        }
    }

    /// Refuses what the evidence has more than was answered.
    fn check_evidence(&self, evidence: &Evidence) -> Result<()> {
        let mut comparison = Comparison::new(self.evidence, &[]);
        evidence.emit(&mut comparison);
        match comparison.finish() {
            Some(difference) => {
                let path = format!("{}/evidence{}", self.prefix, difference.path);
                Err(mismatch(path, difference.expected, difference.received))
            }
            None => Ok(()),
        }
    }
}

#[cold]
#[inline(never)]
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
