//! A run as an answer shows it: the members of `data`, view by view.

use super::answer_view::AnswerView;
use super::candidate::Candidate;
use super::constants::Constants;
use super::evidence::{Evidence, fingerprint};
use super::sections::{Execution, ScoringProfile};
use super::view_columns::{Events, LedgerColumns, PortfolioColumns, emit_timestamps};
use super::warning::Warning;
use crate::error::{EngineError, ErrorCode, Result};
use crate::execution::PROFILE;
use crate::json::{Comparison, Difference, Emit, Json, Printer, Sink};
use crate::market::Dataset;
use crate::portfolio::Run;
use crate::simulation::{Metrics, Plan, run, run_totals};
use std::borrow::Cow;

/// A member of `data`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Member {
    Candidate,
    Events,
    Evidence,
    Execution,
    Ledgers,
    Metrics,
    Portfolio,
    ExecutionPolicy,
    ScoringProfile,
    SimulationId,
    SubmissionId,
    Timestamp,
    AnswerView,
    Warnings,
}

impl Member {
    /// Every member, in the order of the names.
    const ALL: [(Self, &'static str); 14] = [
        (Self::Candidate, "candidate"),
        (Self::Events, "events"),
        (Self::Evidence, "evidence"),
        (Self::Execution, "execution"),
        (Self::Ledgers, "ledgers"),
        (Self::Metrics, "metrics"),
        (Self::Portfolio, "portfolio"),
        (Self::ExecutionPolicy, "resolvedExecutionPolicy"),
        (Self::ScoringProfile, "resolvedScoringProfile"),
        (Self::SimulationId, "simulationId"),
        (Self::SubmissionId, "submissionId"),
        (Self::Timestamp, "timestamp"),
        (Self::AnswerView, "view"),
        (Self::Warnings, "warnings"),
    ];

    /// Returns whether a view shows this member of the result. The others belong to the run.
    fn is_shown(self, view: AnswerView) -> bool {
        match self {
            Self::Evidence | Self::SimulationId | Self::SubmissionId | Self::Warnings => false,
            Self::Ledgers | Self::Timestamp => view == AnswerView::Full,
            Self::Events => view == AnswerView::Trades,
            Self::Portfolio => view != AnswerView::Summary,
            _ => true,
        }
    }
}

/// Names of the members that belong to the run and not to the result.
const RUN_MEMBERS: [&str; 4] = ["evidence", "simulationId", "submissionId", "warnings"];

/// A finished run with everything that an answer needs.
#[derive(Debug)]
pub(super) struct Projection<'a> {
    /// The dataset it ran on.
    pub dataset: &'a Dataset,
    /// The resolved candidate.
    pub candidate: &'a Candidate,
    /// What happened.
    pub run: &'a Run,
    /// What it comes to.
    pub metrics: &'a Metrics,
}

/// The canonical bytes of what the fingerprints cover.
#[derive(Debug)]
pub(super) struct Outcome<'a> {
    constants: Option<&'a Constants>,
    candidate: Vec<u8>,
    execution: Vec<u8>,
    metrics: Vec<u8>,
    scoring_profile: Cow<'a, [u8]>,
}

impl Outcome<'_> {
    /// Returns the bytes of a member that is printed already.
    fn member(&self, member: Member) -> Option<&[u8]> {
        match member {
            Member::ExecutionPolicy => self.constants.map(|known| &*known.execution_policy),
            Member::Timestamp => self.constants.map(|known| &*known.timestamp),
            Member::Candidate => Some(&self.candidate),
            Member::Execution => Some(&self.execution),
            Member::Metrics => Some(&self.metrics),
            Member::ScoringProfile => Some(&self.scoring_profile),
            _ => None,
        }
    }
}

impl Projection<'_> {
    /// Prints once what the fingerprints cover and every view shows.
    ///
    /// # Errors
    /// `INTERNAL_UNEXPECTED` when a number is not finite.
    pub(super) fn outcome<'c>(&self, constants: Option<&'c Constants>) -> Result<Outcome<'c>> {
        Ok(Outcome {
            constants,
            candidate: self.printed(Member::Candidate)?,
            execution: self.printed(Member::Execution)?,
            metrics: self.printed(Member::Metrics)?,
            scoring_profile: match constants {
                Some(known) => Cow::Borrowed(&known.scoring_profile),
                None => Cow::Owned(self.printed(Member::ScoringProfile)?),
            },
        })
    }

    #[inline(never)]
    fn printed(&self, member: Member) -> Result<Vec<u8>> {
        let mut printer = Printer::with_capacity(1 << 10);
        self.emit_member(member, AnswerView::Summary, &mut printer);
        printer.finish().ok_or_else(|| {
            let detail = "Cannot simulate: the run gave a number that is not finite";
            EngineError::new(ErrorCode::InternalUnexpected, detail)
        })
    }

    /// Returns versions and fingerprints. That of the result is over the canonical JSON of
    /// `{candidateHash, datasetHash, execution, metrics, resolvedScoringProfile}`: what went in and
    /// what came out. The host decides which bars are scored, so the profile is part of what went
    /// in. The series and events of the other views follow from all of it by replay.
    pub(super) fn evidence(&self, catalogue_hash: &str, outcome: &Outcome<'_>) -> Evidence {
        let candidate_hash = fingerprint(&[&outcome.candidate]);
        let dataset_hash = self.dataset.sha256.clone();
        let result_hash = fingerprint(&[
            b"{\"candidateHash\":\"",
            candidate_hash.as_bytes(),
            b"\",\"datasetHash\":\"",
            dataset_hash.as_bytes(),
            b"\",\"execution\":",
            &outcome.execution,
            b",\"metrics\":",
            &outcome.metrics,
            b",\"resolvedScoringProfile\":",
            &outcome.scoring_profile,
            b"}",
        ]);
        let catalogue_hash = catalogue_hash.into();
        Evidence { catalogue_hash, dataset_hash, candidate_hash, result_hash }
    }

    /// Prints `data`.
    pub(super) fn print(
        &self,
        view: AnswerView,
        simulation_id: &str,
        (outcome, evidence): (&Outcome<'_>, &Evidence),
        printer: &mut Printer,
    ) {
        printer.begin_object();
        for (member, name) in Member::ALL {
            let ready = outcome.member(member).filter(|_| member.is_shown(view));
            if let Some(bytes) = ready {
                printer.key(name);
                printer.raw(bytes);
                continue;
            }
            if member == Member::Ledgers
                && member.is_shown(view)
                && let Some(known) = outcome.constants
            {
                printer.remember(known.pt_price.clone());
            }
            let sink: &mut dyn Sink = printer;
            match (member, &self.candidate.submission_id) {
                (Member::Evidence, _) => sink.member(name, evidence),
                (Member::SimulationId, _) => sink.member(name, simulation_id),
                (Member::SubmissionId, Some(id)) => sink.member(name, id),
                (Member::Warnings, _) => sink.member(name, Warning::of(self.candidate, self.run)),
                _ if member.is_shown(view) => {
                    sink.key(name);
                    self.emit_member(member, view, sink);
                }
                _ => {}
            }
        }
        printer.end_object();
    }

    /// Compares `data` that was sent back with this run; members of the run are not compared.
    pub(super) fn compare(&self, view: AnswerView, received: &Json<'_>) -> Option<Difference> {
        let mut comparison = Comparison::new(received, &RUN_MEMBERS);
        comparison.begin_object();
        for (member, name) in Member::ALL {
            if member.is_shown(view) {
                comparison.key(name);
                self.emit_member(member, view, &mut comparison);
            }
        }
        comparison.end_object();
        comparison.finish()
    }

    fn emit_member(&self, member: Member, view: AnswerView, sink: &mut dyn Sink) {
        let series = &self.dataset.series;
        match member {
            Member::Candidate => self.candidate.emit(sink),
            Member::Events => Events { run: self.run, series }.emit(sink),
            Member::Execution => Execution(self.run).emit(sink),
            Member::Ledgers => LedgerColumns { run: self.run, series }.emit(sink),
            Member::Metrics => self.metrics.emit(sink),
            Member::Portfolio => {
                PortfolioColumns::of(self.run, series).emit_view(view, self.run, series, sink);
            }
            Member::ExecutionPolicy => PROFILE.emit(sink),
            Member::ScoringProfile => ScoringProfile(self.dataset).emit(sink),
            Member::Timestamp => emit_timestamps(0..series.bars(), series, sink),
            Member::AnswerView => sink.string(view.name()),
            Member::Evidence | Member::SimulationId | Member::SubmissionId | Member::Warnings => {}
        }
    }
}

/// Runs a plan on a dataset as a view needs it: a summary shows no events, so none are recorded.
pub(super) fn run_for(view: AnswerView, plan: &Plan, dataset: &Dataset) -> Run {
    match view {
        AnswerView::Summary => run_totals(plan, &dataset.series),
        AnswerView::Full | AnswerView::Trades => run(plan, &dataset.series),
    }
}

/// The error of a run that gives no metrics.
#[cold]
#[inline(never)]
pub(crate) fn no_metrics(dataset: &Dataset) -> EngineError {
    let scored = dataset.series.bars() - dataset.trade_start_index;
    let detail =
        format!("Cannot simulate: the scored window has {scored} bars, must have 2 at least");
    EngineError::new(ErrorCode::InternalUnexpected, detail)
}
