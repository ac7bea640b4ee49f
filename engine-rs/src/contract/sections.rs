//! The small members that every view shows: scoring profile, execution counts, metrics.

use crate::execution::SkipReason;
use crate::json::{Emit, Sink};
use crate::market::Dataset;
use crate::portfolio::{Counts, Run};
use crate::simulation::Metrics;
use crate::time;

/// What of the dataset is scored.
pub(super) struct ScoringProfile<'a>(pub(super) &'a Dataset);

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
pub(super) struct Execution<'a>(pub(super) &'a Run);

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
    for reason in SkipReason::BY_CODE {
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
