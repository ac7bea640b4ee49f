//! The answer of an evaluation.

use super::candidate::Candidate;
use super::evidence::Evidence;
use super::sections::ScoringProfile;
use super::warning::Warning;
use crate::evaluation::capital_score::{C, CapitalScore, KAPPA};
use crate::evaluation::luck::NULL_HYPOTHESIS;
use crate::evaluation::utility::Utility;
use crate::evaluation::{Assessment, Luck, Real, ScenarioOutcome, WhatIf};
use crate::json::{Emit, Sink};
use crate::market::Dataset;
use crate::simulation::{CoreMetrics, Metrics};
use crate::version::FORMULA_VERSION;

/// An assessment and its inputs.
pub(super) struct EvaluationAnswer<'a> {
    /// The result of the evaluation.
    pub assessment: &'a Assessment,
    /// The candidate.
    pub candidate: &'a Candidate,
    /// The terms of the official run.
    pub core: &'a CoreMetrics,
    /// All metrics of the official run.
    pub metrics: &'a Metrics,
    /// Versions and fingerprints.
    pub evidence: &'a Evidence<'a>,
    /// The scored window of the dataset.
    pub scoring_profile: &'a ScoringProfile<'a>,
    /// The dataset.
    pub dataset: &'a Dataset,
    /// The candidate on the real maturities of the market, or the reason why there is nothing to tell.
    pub real: &'a Result<Real<'a>, &'static str>,
    /// The official run under other conditions.
    pub what_if: &'a WhatIf,
}

/// The parts of an evaluation that need a generator, and their fallbacks.
const REPLACED: [[(&str, Option<&str>); 3]; 3] = [
    [("by", Some("perturbations")), ("in", Some("capitalScore")), ("what", Some("sister_paths"))],
    [("by", Some("rotations")), ("in", Some("verdict")), ("what", Some("sister_paths"))],
    [("by", None), ("in", Some("verdict")), ("what", Some("blind_twin"))],
];

impl Emit for EvaluationAnswer<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let Assessment { scenarios, score, benchmark_floor_used, capital_score, .. } =
            self.assessment;
        let Assessment { verdict, gates, luck, .. } = self.assessment;
        let official = scenarios.first();
        let core = self.core;
        sink.begin_object();
        sink.member("benchmark", official.map(|official| Scored(&official.buy_and_hold)));
        sink.member("benchmarkFloorUsed", *benchmark_floor_used);
        sink.member("benchmarkUtility", official.map(ScenarioOutcome::benchmark_utility));
        sink.key("breakdown");
        sink.begin_object();
        sink.member("benchmark", official.map(|official| Utility::of(&official.buy_and_hold)));
        sink.member("idle", official.map(|official| Utility::of(&official.idle)));
        sink.member("strategy", Utility::of(core));
        sink.end_object();
        sink.member("candidate", self.candidate);
        sink.member("capitalScore", capital_score);
        sink.key("diagnostics");
        self.metrics.emit_diagnostics(sink);
        sink.key("eligibility");
        sink.begin_object();
        sink.member("eligible", self.assessment.is_eligible());
        sink.member("gates", gates);
        sink.end_object();
        sink.member("evidence", self.evidence);
        sink.member("formulaVersion", FORMULA_VERSION);
        sink.member("idleUtility", official.map(ScenarioOutcome::idle_utility));
        sink.member("luck", luck);
        sink.member("real", self.real.as_ref().ok());
        sink.member("realReason", self.real.as_ref().err());
        sink.key("replaced");
        sink.begin_array();
        for members in REPLACED.iter().filter(|_| verdict.sisters.is_none()) {
            sink.begin_object();
            for (name, value) in members {
                sink.member(name, *value);
            }
            sink.end_object();
        }
        sink.end_array();
        sink.member("resolvedScoringProfile", self.scoring_profile);
        sink.member("scenarioResult", Scored(core));
        sink.member("scenarios", scenarios);
        sink.member("score", *score);
        sink.member("verdict", verdict);
        sink.member("warnings", Warning::of_dataset(self.dataset));
        sink.member("whatIf", self.what_if);
        sink.end_object();
    }
}

/// The five metrics and their utility.
struct Scored<'a>(&'a CoreMetrics);

impl Emit for Scored<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        self.0.emit_with(&[("utilityScore", &Utility::of(self.0).total())], sink);
    }
}

impl Emit for ScenarioOutcome {
    fn emit(&self, sink: &mut dyn Sink) {
        let others: [(&str, &dyn Emit); 7] = [
            ("benchmarkUtility", &self.benchmark_utility()),
            ("fills", &self.fills),
            ("id", &self.scenario.id()),
            ("idleUtility", &self.idle_utility()),
            ("inCapitalScore", &self.scenario.in_capital_score()),
            ("kind", &self.scenario.kind()),
            ("utility", &self.utility()),
        ];
        self.metrics.emit_with(&others, sink);
    }
}

impl Emit for CapitalScore {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("c", C);
        sink.member("capitalScore", self.capital_score);
        sink.member("kappa", KAPPA);
        sink.member("meanUtility", self.mean_utility);
        sink.member("scenarios", self.scenarios);
        sink.member("sdUtility", self.sd_utility);
        sink.member("tEff", self.t_eff);
        sink.end_object();
    }
}

impl Emit for Luck {
    fn emit(&self, sink: &mut dyn Sink) {
        let (low, high) = self.score_interval;
        sink.begin_object();
        sink.member("deflatedSharpe", self.deflated_sharpe);
        sink.member("nullHypothesis", NULL_HYPOTHESIS);
        sink.member("probabilisticSharpe", self.probabilistic_sharpe);
        sink.member("scoreInterval", [low, high].as_slice());
        sink.member("trials", self.trials.searched);
        sink.end_object();
    }
}
