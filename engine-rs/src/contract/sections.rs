//! The small members that answers share: scoring profile and execution counts.

use crate::execution::SkipReason;
use crate::json::{Emit, Sink};
use crate::market::{Dataset, Series};
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

/// Counts of intents, fills and skips, for the run and for each component, the excess of each
/// component, and the veto that came nearest to a fill.
pub(super) struct Execution<'a>(pub(super) &'a Run, pub(super) &'a Series);

impl Emit for Execution<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.key("components");
        sink.begin_array();
        for component in &self.0.components {
            sink.begin_object();
            sink.member("excess", self.0.excess(component, self.1));
            emit_fills(&component.counts, sink);
            emit_skips(&component.counts, sink);
            sink.end_object();
        }
        sink.end_array();
        let counts = self.0.counts();
        emit_fills(&counts, sink);
        sink.key("nearest");
        match self.0.nearest(&counts) {
            None => sink.null(),
            Some((reason, veto)) => {
                sink.begin_object();
                sink.member("component", veto.component);
                sink.member("limit", veto.limit);
                sink.member("reason", reason.code());
                sink.member("timestamp", time::iso(self.1.clock.timestamp[veto.at]));
                sink.member("value", veto.value);
                sink.end_object();
            }
        }
        emit_skips(&counts, sink);
        sink.end_object();
    }
}

fn emit_fills(counts: &Counts, sink: &mut dyn Sink) {
    sink.member("fills", counts.fills);
    sink.member("intents", counts.intents());
}

fn emit_skips(counts: &Counts, sink: &mut dyn Sink) {
    sink.key("skippedByReason");
    sink.begin_object();
    for reason in SkipReason::BY_CODE {
        sink.member(reason.code(), counts.skips_by_reason[reason as usize]);
    }
    sink.end_object();
    sink.member("skips", counts.skips());
}
