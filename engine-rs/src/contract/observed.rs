//! Series and thresholds that the strategies of a candidate observe, for a page that shows why they
//! traded.

use super::candidate::Candidate;
use crate::json::{Emit, Sink};
use crate::market::{Dataset, Series};
use crate::strategy::{Context, Observed};

/// Returns the observed lines of each component.
pub(super) fn observed(candidate: &Candidate, dataset: &Dataset) -> Vec<Vec<Observed>> {
    let plan = candidate.plan(dataset.trade_start_index);
    let of = plan.components.iter().map(|component| {
        let capital = plan.capital * component.weight;
        let context = Context { timeframe: candidate.timeframe, capital };
        component.entry.observed(&component.params, &context, &dataset.series)
    });
    of.collect()
}

/// Emits the observed lines without their columns.
pub(super) fn describe(components: &[Vec<Observed>], sink: &mut dyn Sink) {
    sink.begin_object();
    sink.member("components", components);
    sink.end_object();
}

/// Returns the columns of the observed lines.
pub(super) fn columns(components: &[Vec<Observed>], series: &Series) -> Vec<f64> {
    let end = series.clock.expiry_index;
    let mut all = Vec::new();
    for one in components.iter().flatten() {
        let columns = one.marks.iter().filter(|mark| mark.len() != 1);
        for column in core::iter::once(&one.line).chain(columns) {
            all.resize(all.len() + end - column.len(), f64::NAN);
            // Processors choose the sign and payload of NaN freely; with one pattern every build
            // gives the same bytes.
            all.extend(column.iter().map(|&v| if v.is_nan() { f64::NAN } else { v }));
            all.resize(all.len() + series.bars() - end, f64::NAN);
        }
    }
    all
}

impl Emit for Observed {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.key("marks");
        sink.begin_array();
        for ((role, compare, name), numbers) in self.stands.iter().zip(&self.marks) {
            sink.begin_object();
            sink.member("compare", compare.sign());
            sink.member("name", name);
            sink.member("role", role.name());
            sink.member("value", if let [value] = **numbers { Some(value) } else { None });
            sink.end_object();
        }
        sink.end_array();
        sink.member("name", &self.name);
        sink.member("scale", self.scale.name());
        sink.member("unit", self.unit);
        sink.end_object();
    }
}
