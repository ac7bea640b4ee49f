//! The answer of an evaluation.

use super::evidence::Evidence;
use crate::evaluation::capital_score::{C, CapitalScore, KAPPA};
use crate::evaluation::utility::Utility;
use crate::evaluation::{Assessment, Luck, ScenarioOutcome};
use crate::json::{Emit, Sink};
use crate::simulation::{CoreMetrics, Metrics};
use crate::version::FORMULA_VERSION;

/// An assessment with what it was made from.
pub(super) struct EvaluationAnswer<'a> {
    /// The result of the evaluation.
    pub assessment: &'a Assessment,
    /// Metrics of the official run.
    pub metrics: &'a Metrics,
    /// Versions and fingerprints.
    pub evidence: &'a Evidence,
}

impl Emit for EvaluationAnswer<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let Assessment { scenarios, score, benchmark_floor_used, capital_score, gates, luck } =
            self.assessment;
        let official = scenarios.first();
        let core = &self.metrics.core;
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
        sink.member("capitalScore", capital_score);
        sink.member("diagnostics", Diagnostics(self.metrics));
        sink.key("eligibility");
        sink.begin_object();
        sink.member("eligible", self.assessment.is_eligible());
        sink.member("gates", gates);
        sink.end_object();
        sink.member("evidence", self.evidence);
        sink.member("formulaVersion", FORMULA_VERSION);
        sink.member("idleUtility", official.map(ScenarioOutcome::idle_utility));
        sink.member("luck", luck);
        sink.member("scenarioResult", Scored(core));
        sink.member("scenarios", scenarios);
        sink.member("score", *score);
        sink.end_object();
    }
}

/// The five metrics with the utility that they come to.
struct Scored<'a>(&'a CoreMetrics);

impl Emit for Scored<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("annualizedMeanReturn", self.0.annualized_mean_return);
        sink.member("cvar", self.0.cvar);
        sink.member("executionCost", self.0.execution_cost);
        sink.member("maxDrawdown", self.0.max_drawdown);
        sink.member("turnover", self.0.turnover);
        sink.member("utilityScore", Utility::of(self.0).total());
        sink.end_object();
    }
}

impl Emit for ScenarioOutcome {
    fn emit(&self, sink: &mut dyn Sink) {
        let core = &self.metrics;
        sink.begin_object();
        sink.member("annualizedMeanReturn", core.annualized_mean_return);
        sink.member("benchmarkUtility", self.benchmark_utility());
        sink.member("cvar", core.cvar);
        sink.member("executionCost", core.execution_cost);
        sink.member("fills", self.fills);
        sink.member("id", self.scenario.id());
        sink.member("idleUtility", self.idle_utility());
        sink.member("kind", self.scenario.kind());
        sink.member("maxDrawdown", core.max_drawdown);
        sink.member("turnover", core.turnover);
        sink.member("utility", self.utility());
        sink.end_object();
    }
}

impl Emit for CapitalScore {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("c", C);
        sink.member("capitalScore", self.capital_score);
        sink.member("kappa", KAPPA);
        sink.member("meanUtility", self.mean_utility);
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
        sink.member("probabilisticSharpe", self.probabilistic_sharpe);
        sink.member("scoreInterval", [low, high].as_slice());
        sink.member("trials", self.trials.count);
        sink.end_object();
    }
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
