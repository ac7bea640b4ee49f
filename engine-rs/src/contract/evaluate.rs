//! Evaluation: runs the candidate of a payload again and scores only that replay.

use super::answer_view::AnswerView;
use super::comparison::Comparison;
use super::datasets::Datasets;
use super::evaluation_answer::EvaluationAnswer;
use super::evaluation_order::Order;
use super::evidence::{Evidence, GeneratorFacts, first_stale};
use super::field_errors::FieldErrors;
use super::projection::{Projection, no_metrics, run_for};
use super::sections::ScoringProfile;
use crate::error::{EngineError, ErrorCode, Operand, Result};
use crate::evaluation::{Assessment, Official, Trial, TrialLedger, WhatIf};
use crate::json::{Emit, Excerpt, Json, Printer, cut};
use crate::market::{Dataset, Timeframe};
use crate::num::whole;
use crate::simulation::{Metrics, ScoredRun};
use crate::version::{ENGINE_VERSION, FORMULA_VERSION, POLICY_VERSION};
use std::borrow::Cow;

/// Replays the payload's candidate, compares the payload with the replay and prints the evaluation.
/// The ledger is called once, for a payload that the replay reproduced: a refused payload is not a
/// trial.
///
/// # Errors
/// `REQUEST_VALIDATION_FAILED` if it is not a payload, `SIMULATION_STALE` if it names
/// another version, `SIMULATION_MISMATCH` if it differs from the replay, `INTERNAL_UNEXPECTED` if
/// the ledger cannot count it.
pub(super) fn evaluate(
    datasets: &Datasets,
    request: &Json<'_>,
    payload: &Json<'_>,
    ledger: &mut dyn TrialLedger,
    printer: &mut Printer,
) -> Result<()> {
    let (prefix, simulation) = unwrapped(payload)?;
    check_formula(prefix, simulation)?;
    let order = Order::read(request)?;
    let payload = Payload::read(prefix, simulation)?;
    payload.check_versions(datasets)?;
    let (candidate, dataset) =
        datasets.candidate(payload.candidate).map_err(|error| within(prefix, error))?;
    order.check_cost(prefix, &candidate)?;
    let plan = candidate.plan(dataset.trade_start_index);
    let record = run_for(payload.view, &plan, dataset);
    let run = ScoredRun::of(&record, &dataset.series).ok_or_else(|| no_metrics(dataset))?;
    let metrics = Metrics::of(&run);
    let projection = Projection { dataset, candidate: &candidate, run: &record, metrics: &metrics };
    let evidence = projection.evidence(datasets.fingerprints(dataset))?;
    payload.check_replay(&projection, &evidence)?;
    let trial = Trial {
        candidate_hash: evidence.candidate_hash.clone(),
        dataset_hash: dataset.sha256.clone(),
        daily_sharpe: run.daily_sharpe(),
    };
    let trials = ledger.count(&trial).ok_or_else(not_counted)?;
    let official = Official { dataset, plan: &plan, run: &run };
    let assessment = datasets.constants(dataset).and_then(|constants| {
        let paths = constants.path_utilities(dataset, &plan, &evidence.candidate_hash);
        Assessment::of(&official, trials, constants.scenario_set(dataset), paths)
    });
    let assessment = assessment.ok_or_else(|| no_metrics(dataset))?;
    let what_if = &WhatIf::of(&official).ok_or_else(|| no_metrics(dataset))?;
    let (assessment, core, metrics, evidence) = (&assessment, &run.core, &metrics, &evidence);
    let (candidate, scoring_profile) = (&candidate, &ScoringProfile(dataset));
    let real = &datasets.real(dataset, &plan);
    EvaluationAnswer {
        assessment,
        candidate,
        core,
        metrics,
        evidence,
        scoring_profile,
        dataset,
        real,
        what_if,
    }
    .emit(printer);
    Ok(())
}

/// Returns the `data` of a simulation and its place in a body: bare, as the only member
/// `simulation`, or in the whole answer of the service.
fn unwrapped<'d, 'a>(body: &'d Json<'a>) -> Result<(&'static str, &'d Json<'a>)> {
    const FORMS: [(&str, &str, &[&str]); 2] = [
        ("simulation", "/simulation", &["simulation"]),
        ("data", "/data", &["requestId", "status", "data"]),
    ];
    for (name, prefix, known) in FORMS {
        if let Some(inner) = body.get(name) {
            let mut errors = FieldErrors::default();
            errors.reject_unknown(format_args!(""), body.members().unwrap_or_default(), known);
            return if errors.is_empty() {
                Ok((prefix, inner))
            } else {
                Err(errors.into_error("evaluate"))
            };
        }
    }
    Ok(("", body))
}

/// Rejects a payload of another formula before reading anything else: its members may have another
/// meaning.
fn check_formula(prefix: &str, simulation: &Json<'_>) -> Result<()> {
    const NAME: &str = "formulaVersion";
    let expected = Json::Number(f64::from(FORMULA_VERSION));
    match simulation.get("evidence").and_then(|evidence| evidence.get(NAME)) {
        Some(received) if *received != expected => Err(stale(prefix, NAME, &expected, received)),
        _ => Ok(()),
    }
}

/// The parts of a payload that determine its replay.
struct Payload<'d, 'a> {
    prefix: &'static str,
    simulation: &'d Json<'a>,
    view: AnswerView,
    candidate: &'d Json<'a>,
    evidence: &'d Json<'a>,
}

impl<'d, 'a> Payload<'d, 'a> {
    fn read(prefix: &'static str, simulation: &'d Json<'a>) -> Result<Self> {
        let view = simulation.get("view").and_then(Json::text).and_then(AnswerView::from_name);
        let candidate = simulation.get("candidate").filter(|value| value.members().is_some());
        let evidence = simulation.get("evidence").filter(|value| value.members().is_some());
        let id = |name| simulation.get(name).map(|value| value.text().is_some());
        let warnings = simulation.get("warnings").and_then(Json::items);
        let mut errors = FieldErrors::default();
        let mut must_be = |is_right: bool, name: &str, wanted: &str| {
            if !is_right {
                let path = format_args!("{prefix}/{name}");
                errors.add(path, "required", format_args!("must be {wanted} of a simulation"));
            }
        };
        must_be(view.is_some(), "view", "full, summary or trades, as in the data");
        must_be(candidate.is_some(), "candidate", "the candidate of the data");
        must_be(evidence.is_some(), "evidence", "the evidence of the data");
        must_be(id("simulationId") == Some(true), "simulationId", "the id");
        must_be(id("submissionId") != Some(false), "submissionId", "the submission's id");
        must_be(warnings.is_some_and(|all| all.iter().all(is_warning)), "warnings", "the warnings");
        match (view, candidate, evidence) {
            (Some(view), Some(candidate), Some(evidence)) if errors.is_empty() => {
                Ok(Self { prefix, simulation, view, candidate, evidence })
            }
            _ => Err(errors.into_error("evaluate")),
        }
    }

    /// Rejects a payload of another engine, policy, catalogue, generator or dataset before its
    /// candidate is read by the current rules.
    fn check_versions(&self, datasets: &Datasets) -> Result<()> {
        let text = |value: &'d str| Json::String(value.into());
        let mut expected = vec![
            ("engineVersion", text(ENGINE_VERSION)),
            ("policyVersion", Json::Number(f64::from(POLICY_VERSION))),
            ("formulaVersion", Json::Number(f64::from(FORMULA_VERSION))),
            ("catalogueHash", Json::String(datasets.catalogue_hash().into())),
        ];
        if let Some(dataset) = self.dataset(datasets) {
            let GeneratorFacts { version, passive_gap } = GeneratorFacts::of(dataset);
            expected.push(("generatorVersion", number_or_null(version.map(f64::from))));
            expected.push(("datasetHash", Json::String(dataset.sha256.as_str().into())));
            expected.push(("passiveGap", number_or_null(passive_gap)));
            let (_, provenance_hash) = datasets.fingerprints(dataset);
            expected.push(("provenanceHash", Json::String(provenance_hash.into())));
        }
        match first_stale(self.evidence, &expected) {
            Some((name, value)) => Err(self.stale(name, value)),
            None => Ok(()),
        }
    }

    fn dataset<'s>(&self, datasets: &'s Datasets) -> Option<&'s Dataset> {
        let market_id = self.candidate.get("marketId").and_then(Json::number).and_then(whole)?;
        let timeframe = self.candidate.get("timeframe").and_then(Json::text)?;
        datasets.dataset(u32::try_from(market_id).ok()?, Timeframe::from_name(timeframe)?).ok()
    }

    /// Returns the error of a member of the evidence that is outdated or missing.
    #[cold]
    #[inline(never)]
    fn stale(&self, name: &'static str, expected: &Json<'_>) -> EngineError {
        match self.evidence.get(name) {
            Some(received) => stale(self.prefix, name, expected, received),
            None => mismatch(evidence_path(self.prefix, name), plain(expected), "nothing".into()),
        }
    }

    /// Compares every leaf of the result with the replay. An edited candidate changes both
    /// fingerprints of the evidence; an edited fingerprint changes only itself.
    fn check_replay(&self, replay: &Projection<'_>, evidence: &Evidence<'_>) -> Result<()> {
        if let Some(difference) = replay.compare(self.view, self.simulation) {
            let path = format!("{}{}", self.prefix, difference.path);
            return Err(mismatch(path, difference.expected, difference.received));
        }
        let text = |hash| Json::String(Cow::Borrowed(hash));
        let received = |name| self.evidence.get(name).and_then(Json::text).unwrap_or_default();
        let candidate_differs = received("candidateHash") != evidence.candidate_hash;
        let result_differs = received("resultHash") != evidence.result_hash;
        match (candidate_differs, result_differs) {
            (true, true) => Err(mismatch(
                format!("{}/candidate", self.prefix),
                evidence.candidate_hash.clone(),
                cut(received("candidateHash"), 80).into(),
            )),
            (true, false) => Err(self.stale("candidateHash", &text(&evidence.candidate_hash))),
            (false, true) => Err(self.stale("resultHash", &text(&evidence.result_hash))),
            (false, false) => self.check_evidence(evidence),
        }
    }

    /// Rejects evidence with members that the engine never writes.
    fn check_evidence(&self, evidence: &Evidence<'_>) -> Result<()> {
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

/// Returns whether a value has the members of a warning; an evaluation does not read their texts.
fn is_warning(value: &Json<'_>) -> bool {
    let is_text = |name| value.get(name).is_some_and(|member| member.text().is_some());
    value.members().is_some_and(|all| all.len() == 2) && is_text("code") && is_text("message")
}

fn number_or_null(number: Option<f64>) -> Json<'static> {
    number.map_or(Json::Null, Json::Number)
}

/// Returns a leaf as the operands of an error show it: a text without quotes.
fn plain(leaf: &Json<'_>) -> String {
    match leaf.text() {
        Some(text) => cut(text, 80).into(),
        None => Excerpt(leaf).to_string(),
    }
}

fn evidence_path(prefix: &str, name: &str) -> String {
    format!("{prefix}/evidence/{name}")
}

/// Returns the error of a member of the evidence that another version wrote.
#[cold]
#[inline(never)]
fn stale(prefix: &str, name: &str, expected: &Json<'_>, received: &Json<'_>) -> EngineError {
    let (expected, received) = (plain(expected), plain(received));
    let detail = format!(
        "Cannot evaluate: evidence {name} is {received}, must be {expected}, run the simulation again"
    );
    EngineError::new(ErrorCode::SimulationStale, detail)
        .with("expected", Operand::Text(expected))
        .with("path", Operand::Text(evidence_path(prefix, name)))
        .with("received", Operand::Text(received))
}

/// Returns the error of a host that cannot count; the host knows the reason.
#[cold]
#[inline(never)]
fn not_counted() -> EngineError {
    let detail = "Cannot evaluate: the host could not count the trial";
    EngineError::new(ErrorCode::InternalUnexpected, detail)
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

/// Prefixes the field errors of a candidate with its place in the payload.
fn within(prefix: &str, mut error: EngineError) -> EngineError {
    for field in &mut error.field_errors {
        field.path = format!("{prefix}/candidate{}", field.path);
    }
    error
}
