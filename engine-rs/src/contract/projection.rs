//! A run as an answer shows it: the members of `data` in each view.

use super::answer_view::AnswerView;
use super::candidate::Candidate;
use super::comparison::{Comparison, Difference};
use super::constants::Constants;
use super::evidence::{Evidence, candidate_text, fingerprint};
use super::result_hash::result_hash;
use super::sections::{Execution, ScoringProfile};
use super::view_columns::{Events, LedgerColumns, PortfolioColumns, emit_timestamps};
use super::warning::Warning;
use crate::error::{EngineError, ErrorCode, Result};
use crate::execution::PROFILE;
use crate::json::{Emit, Json, Printer, Sink};
use crate::market::Dataset;
use crate::portfolio::Run;
use crate::simulation::{Metrics, Plan, run, run_totals};

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

    /// Returns whether a view shows this member of the result. The other members belong to the run.
    fn is_shown(self, view: AnswerView) -> bool {
        match self {
            Self::Evidence | Self::SimulationId | Self::SubmissionId | Self::Warnings => false,
            Self::ExecutionPolicy => view != AnswerView::Drawn,
            Self::Ledgers | Self::Timestamp => view == AnswerView::Full,
            Self::Events => view == AnswerView::Trades,
            Self::Portfolio => matches!(view, AnswerView::Full | AnswerView::Trades),
            _ => true,
        }
    }
}

/// Names of the members that belong to the run rather than to the result.
const RUN_MEMBERS: [&str; 4] = ["evidence", "simulationId", "submissionId", "warnings"];

/// A finished run with everything that an answer needs.
#[derive(Debug)]
pub(super) struct Projection<'a> {
    /// The dataset it ran on.
    pub dataset: &'a Dataset,
    /// The resolved candidate.
    pub candidate: &'a Candidate,
    /// The record of the run.
    pub run: &'a Run,
    /// Its metrics.
    pub metrics: &'a Metrics,
}

impl<'a> Projection<'a> {
    /// Returns versions and fingerprints. The fingerprint of the result covers inputs and figures;
    /// the series and events of a view follow from them by replay.
    ///
    /// The arguments are the fingerprints of the catalogue and of the provenance.
    ///
    /// # Errors
    /// `INTERNAL_UNEXPECTED` if a metric is not finite.
    pub(super) fn evidence(
        &self,
        (catalogue_hash, provenance_hash): (&'a str, &'a str),
    ) -> Result<Evidence<'a>> {
        let Self { dataset, candidate, run, metrics } = *self;
        let candidate_text = candidate_text(candidate);
        let candidate_hash = fingerprint(&[&candidate_text]);
        let result_hash = result_hash(&candidate_hash, dataset, run, metrics)?;
        Ok(Evidence {
            catalogue_hash,
            dataset,
            provenance_hash,
            candidate_text,
            candidate_hash,
            result_hash,
        })
    }

    /// Prints `data`; members that are the same for every run on the dataset come from `constants`.
    pub(super) fn print(
        &self,
        view: AnswerView,
        simulation_id: &str,
        (constants, evidence): (Option<&Constants>, &Evidence<'_>),
        printer: &mut Printer,
    ) {
        printer.begin_object();
        for (member, name) in Member::ALL {
            let is_shown = member.is_shown(view);
            if is_shown && let Some(bytes) = self.ready(constants, evidence, member) {
                printer.key(name);
                printer.raw(bytes);
                continue;
            }
            if let (Member::Ledgers, true, Some(known)) = (member, is_shown, constants) {
                printer.remember(known.pt_price(&self.dataset.series).clone());
            }
            let sink: &mut dyn Sink = printer;
            match (member, &self.candidate.submission_id) {
                (Member::Evidence, _) => sink.member(name, evidence),
                (Member::SimulationId, _) => sink.member(name, simulation_id),
                (Member::SubmissionId, Some(id)) => sink.member(name, id),
                (Member::Warnings, _) => {
                    sink.member(name, Warning::of(self.candidate, self.run, self.dataset));
                }
                _ if is_shown => {
                    sink.key(name);
                    self.emit_member(member, view, sink);
                }
                _ => {}
            }
        }
        printer.end_object();
    }

    /// Compares received `data` with this run; members of the run are not compared.
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
            Member::Execution => Execution(self.run, series).emit(sink),
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

    /// Returns the bytes of a member that is printed already: those that depend on the dataset only, and
    /// the candidate where it is shown as it was hashed.
    fn ready<'c>(
        &self,
        constants: Option<&'c Constants>,
        evidence: &'c Evidence<'_>,
        member: Member,
    ) -> Option<&'c [u8]> {
        match member {
            Member::Candidate if self.candidate.is_in_one_spelling() => {
                Some(&evidence.candidate_text)
            }
            Member::ExecutionPolicy => Some(&constants?.execution_policy),
            Member::ScoringProfile => Some(&constants?.scoring_profile),
            Member::Timestamp => Some(constants?.timestamp(&self.dataset.series)),
            _ => None,
        }
    }
}

/// Runs a plan with the detail that a view needs: a summary shows no events, so they are not
/// recorded.
pub(super) fn run_for(view: AnswerView, plan: &Plan, dataset: &Dataset) -> Run {
    match view {
        AnswerView::Summary => run_totals(plan, &dataset.series),
        AnswerView::Full | AnswerView::Trades | AnswerView::Drawn => run(plan, &dataset.series),
    }
}

/// Returns the error of a run without metrics.
#[cold]
#[inline(never)]
pub(crate) fn no_metrics(dataset: &Dataset) -> EngineError {
    let scored = dataset.series.bars() - dataset.trade_start_index;
    let detail =
        format!("Cannot simulate: the scored window has {scored} bars, must have 2 at least");
    EngineError::new(ErrorCode::InternalUnexpected, detail)
}
