//! What an answer says of a run: the members of `data`, view by view.

use super::candidate::Candidate;
use super::evidence::{Evidence, fingerprint};
use super::view_columns::{Events, LedgerColumns, PortfolioColumns, emit_timestamps};
use super::warning::Warning;
use crate::error::{EngineError, ErrorCode, Result};
use crate::execution::{PROFILE, SkipReason};
use crate::json::{Comparison, Difference, Emit, Json, Printer, Sink};
use crate::market::Dataset;
use crate::portfolio::{Counts, Run};
use crate::simulation::Metrics;
use crate::time;
use core::ops::Range;

/// How much of a run an answer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// Ledgers and portfolio series.
    Full,
    /// Metrics and counts.
    Summary,
    /// Events and the portfolio at their times.
    Trades,
}

impl View {
    /// Every view.
    pub(super) const ALL: [Self; 3] = [Self::Full, Self::Summary, Self::Trades];

    /// Returns the public name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Summary => "summary",
            Self::Trades => "trades",
        }
    }

    /// Returns the view of a public name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }
}

/// Members of `data` that belong to the run and not to the result.
pub(super) const RUN_MEMBERS: [&str; 4] = ["evidence", "simulationId", "submissionId", "warnings"];
/// Members that every view has and the result's fingerprint covers.
const RESULT_MEMBERS: [&str; 5] =
    ["candidate", "execution", "metrics", "resolvedExecutionPolicy", "resolvedScoringProfile"];
/// All members, in their canonical order.
const MEMBERS: [&str; 14] = [
    "candidate",
    "events",
    "evidence",
    "execution",
    "ledgers",
    "metrics",
    "portfolio",
    "resolvedExecutionPolicy",
    "resolvedScoringProfile",
    "simulationId",
    "submissionId",
    "timestamp",
    "view",
    "warnings",
];

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

/// The canonical bytes of the result and where its members stand in them.
#[derive(Debug)]
pub(super) struct ResultBytes {
    bytes: Vec<u8>,
    members: [Range<usize>; RESULT_MEMBERS.len()],
}

impl ResultBytes {
    fn member(&self, name: &str) -> Option<&[u8]> {
        let at = RESULT_MEMBERS.iter().position(|member| *member == name)?;
        Some(&self.bytes[self.members[at].clone()])
    }
}

impl Projection<'_> {
    /// Prints the result once; every view shows these members and the fingerprint covers them.
    ///
    /// # Errors
    /// `INTERNAL_UNEXPECTED` when a number is not finite.
    pub(super) fn result(&self) -> Result<ResultBytes> {
        let mut printer = Printer::with_capacity(4 << 10);
        printer.begin_object();
        let members = RESULT_MEMBERS.map(|name| {
            printer.key(name);
            let start = printer.len();
            self.emit_member(name, View::Summary, &mut printer);
            start..printer.len()
        });
        printer.end_object();
        match printer.finish() {
            Some(bytes) => Ok(ResultBytes { bytes, members }),
            None => Err(EngineError::new(
                ErrorCode::InternalUnexpected,
                "Cannot simulate: the run gave a number that is not finite",
            )),
        }
    }

    /// Returns versions and fingerprints.
    pub(super) fn evidence(&self, catalogue_hash: &str, result: &ResultBytes) -> Evidence {
        Evidence {
            catalogue_hash: catalogue_hash.into(),
            dataset_hash: self.dataset.sha256.clone(),
            candidate_hash: fingerprint(result.member("candidate").unwrap_or_default()),
            result_hash: fingerprint(&result.bytes),
        }
    }

    /// Prints `data`.
    pub(super) fn print(
        &self,
        view: View,
        simulation_id: &str,
        (result, evidence): (&ResultBytes, &Evidence),
        printer: &mut Printer,
    ) {
        printer.begin_object();
        for name in MEMBERS {
            if let Some(bytes) = result.member(name) {
                printer.key(name);
                printer.raw(bytes);
                continue;
            }
            let sink: &mut dyn Sink = printer;
            match name {
                "evidence" => sink.member(name, evidence),
                "simulationId" => sink.member(name, simulation_id),
                "submissionId" => {
                    if let Some(id) = &self.candidate.submission_id {
                        sink.member(name, id);
                    }
                }
                "warnings" => sink.member(name, Warning::of(self.candidate, self.run)),
                _ if shows(view, name) => {
                    sink.key(name);
                    self.emit_member(name, view, sink);
                }
                _ => {}
            }
        }
        printer.end_object();
    }

    /// Holds `data` that came back against this run; members of the run are not compared.
    pub(super) fn compare(&self, view: View, received: &Json<'_>) -> Option<Difference> {
        let mut comparison = Comparison::new(received, &RUN_MEMBERS);
        comparison.begin_object();
        for name in MEMBERS {
            if !RUN_MEMBERS.contains(&name) && shows(view, name) {
                comparison.key(name);
                self.emit_member(name, view, &mut comparison);
            }
        }
        comparison.end_object();
        comparison.finish()
    }

    fn emit_member(&self, name: &str, view: View, sink: &mut dyn Sink) {
        match name {
            "candidate" => self.candidate.emit(sink),
            "events" => Events { run: self.run, series: &self.dataset.series }.emit(sink),
            "execution" => Execution(self.run).emit(sink),
            "ledgers" => LedgerColumns { run: self.run, series: &self.dataset.series }.emit(sink),
            "metrics" => self.metrics.emit(sink),
            "portfolio" => {
                let columns = PortfolioColumns::of(self.run, &self.dataset.series);
                columns.emit_view(view, self.run, &self.dataset.series, sink);
            }
            "resolvedExecutionPolicy" => PROFILE.emit(sink),
            "resolvedScoringProfile" => ScoringProfile(self.dataset).emit(sink),
            "timestamp" => {
                emit_timestamps(0..self.dataset.series.bars(), &self.dataset.series, sink);
            }
            "view" => sink.string(view.name()),
            _ => {}
        }
    }
}

/// Returns whether a view shows a member.
fn shows(view: View, name: &str) -> bool {
    match name {
        "ledgers" | "timestamp" => view == View::Full,
        "events" => view == View::Trades,
        "portfolio" => view != View::Summary,
        _ => true,
    }
}

/// The error of a run that gives no metrics.
pub(super) fn no_metrics(dataset: &Dataset) -> EngineError {
    let scored = dataset.series.bars() - dataset.trade_start_index;
    let detail = format!("Cannot simulate: the scored window has {scored} bars, must have 2 at least");
    EngineError::new(ErrorCode::InternalUnexpected, detail)
}

struct ScoringProfile<'a>(&'a Dataset);

impl Emit for ScoringProfile<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let (bars, start) = (self.0.series.bars(), self.0.trade_start_index);
        let close = |at: usize| time::iso(self.0.series.clock.timestamp[at]);
        sink.begin_object();
        sink.member("scoreEndTimestamp", close(bars - 1));
        sink.member("scoreStartTimestamp", close(start));
        sink.member("scoredBars", bars - start);
        sink.member("totalBars", bars);
        sink.member("tradeStartIndex", start);
        sink.member("warmupBars", start);
        sink.end_object();
    }
}

/// Counts of intents, fills and skips, of the run and of each component.
struct Execution<'a>(&'a Run);

impl Emit for Execution<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.key("components");
        sink.begin_array();
        for component in &self.0.components {
            sink.begin_object();
            emit_counts(&component.counts, sink);
            sink.end_object();
        }
        sink.end_array();
        emit_counts(&self.0.counts(), sink);
        sink.end_object();
    }
}

fn emit_counts(counts: &Counts, sink: &mut dyn Sink) {
    sink.member("fills", counts.fills);
    sink.member("intents", counts.intents());
    sink.key("skippedByReason");
    sink.begin_object();
    let mut reasons = SkipReason::ALL;
    reasons.sort_unstable_by_key(|reason| reason.code());
    for reason in reasons {
        sink.member(reason.code(), counts.skips_by_reason[reason as usize]);
    }
    sink.end_object();
    sink.member("skips", counts.skips());
}

impl Emit for Metrics {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("annualizedMeanReturn", self.core.annualized_mean_return);
        sink.member("annualizedVolatility", self.annualized_volatility);
        sink.member("bestDay", self.best_day);
        sink.member("calmar", self.calmar);
        sink.member("compoundAnnualReturn", self.compound_annual_return);
        sink.member("cvar", self.core.cvar);
        sink.member("drawdownRecovered", self.drawdown_recovered);
        sink.member("executionCost", self.core.execution_cost);
        sink.member("exposure", self.exposure);
        sink.member("fills", self.fills);
        sink.member("hitRate", self.hit_rate);
        sink.member("maxDrawdown", self.core.max_drawdown);
        sink.member("maxDrawdownDays", self.max_drawdown_days);
        sink.member("sharpe", self.sharpe);
        sink.member("sortino", self.sortino);
        sink.member("turnover", self.core.turnover);
        sink.member("valueAtRisk", self.value_at_risk);
        sink.member("worstDay", self.worst_day);
        sink.end_object();
    }
}
