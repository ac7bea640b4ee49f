//! The verdict in the answer of an evaluation.

use crate::evaluation::Trials;
use crate::evaluation::verdict::timing::TWIN_PATHS;
use crate::evaluation::verdict::{Edge, Line, SisterVerdict, Timing, UtilitySeries, Verdict};
use crate::json::{Emit, Sink};

impl Emit for Verdict {
    fn emit(&self, sink: &mut dyn Sink) {
        let (hold, idle, line) = self.line_utilities();
        let sisters = self.sisters.as_ref();
        let beats = |at: usize| sisters.map(|sisters| sisters.beats[at]);
        let edge = sisters.map(|sisters| &sisters.edge);
        sink.begin_object();
        sink.member("beatsHold", beats(0));
        sink.member("beatsIdle", beats(1));
        sink.member("beatsLine", beats(2));
        sink.member("edge", self.edge);
        match edge.map(Edge::interval) {
            Some((low, high)) => sink.member("edgeInterval", [low, high].as_slice()),
            None => sink.member("edgeInterval", None::<f64>),
        }
        sink.member("edgeStandardError", edge.map(|edge| edge.standard_error));
        sink.member("holdUtility", hold);
        sink.member("idleUtility", idle);
        sink.member("line", self.line);
        sink.member("lineUtility", line);
        sink.member("meanUtility", self.series.mean);
        sink.member("method", self.method.name());
        sink.member("pAdjusted", self.p_adjusted);
        sink.member("pValue", self.p_value);
        sink.member("passiveGap", sisters.map(|sisters| sisters.passive_gap));
        sink.member("pathSeed", sisters.map(|sisters| sisters.path_seed.to_string()));
        sink.member("paths", self.series.utility.len());
        sink.member("sameAs", self.same_as);
        sink.member("series", &self.series);
        sink.member("t", edge.and_then(|edge| edge.t));
        sink.member("timing", sisters.map(|SisterVerdict { timing, .. }| *timing));
        sink.key("trials");
        emit_trials(&self.trials, sink);
        sink.end_object();
    }
}

impl Emit for Line {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.string(self.name());
    }
}

impl Emit for Timing {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("edge", self.edge);
        sink.member("pAdjusted", self.p_adjusted);
        sink.member("pValue", self.p);
        sink.member("paths", TWIN_PATHS);
        sink.member("t", self.t);
        sink.end_object();
    }
}

impl Emit for UtilitySeries {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("hold", &self.hold);
        sink.member("idle", &self.idle);
        sink.member("twin", &self.twin);
        sink.member("utility", &self.utility);
        sink.end_object();
    }
}

fn emit_trials(trials: &Trials, sink: &mut dyn Sink) {
    sink.begin_object();
    sink.member("count", trials.evaluated);
    sink.member("counted", trials.counted);
    sink.member("evaluated", trials.evaluated);
    sink.member("searched", trials.searched);
    sink.end_object();
}
