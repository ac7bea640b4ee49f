//! A candidate that was checked and not run.

use super::candidate::{Candidate, Component};
use super::evidence::candidate_hash;
use crate::json::{Emit, Sink};
use crate::market::FeatureSet;
use crate::strategy::expression::Expression;

/// A valid candidate, for an answer.
pub(super) struct Checked<'a>(pub(super) &'a Candidate);

impl Emit for Checked<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let components = &self.0.components;
        let needed = |sum: FeatureSet, Component { entry, params, .. }: &Component| {
            sum.with(entry.features(params))
        };
        sink.begin_object();
        sink.member("candidate", self.0);
        sink.member("candidateHash", candidate_hash(self.0));
        sink.member("features", components.iter().fold(FeatureSet::default(), needed));
        sink.key("weights");
        sink.begin_array();
        for component in components {
            component.params.expression().map(Expression::weight).emit(sink);
        }
        sink.end_array();
        sink.end_object();
    }
}
