//! The small members that answers share: scoring profile and execution counts.

use crate::execution::SkipReason;
use crate::json::{Emit, Sink};
use crate::market::Dataset;
use crate::portfolio::{Counts, Run};
use crate::time;

/// The scored window of the dataset.
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

/// Counts of intents, fills and skips, for the run and for each component.
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
