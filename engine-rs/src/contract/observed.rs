//! Series and thresholds that the strategies of a candidate observe, for a page that shows why they
//! traded.

use super::candidate::Candidate;
use crate::json::{Emit, Sink};
use crate::market::{Dataset, Series};
use crate::strategy::{Context, Observed};

/// Values that are searched for NaN at once.
const BLOCK: usize = 64;

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

/// Returns the columns of the observed lines: each line, then its marks without a value.
pub(super) fn columns(components: &[Vec<Observed>]) -> impl Iterator<Item = &[f64]> {
    components.iter().flatten().flat_map(|one| {
        let marks = one.marks.iter().filter(|mark| mark.len() != 1);
        core::iter::once(&one.line).chain(marks).map(|column| &**column)
    })
}

/// Appends these columns, with a value for every bar.
pub(super) fn push_columns(components: &[Vec<Observed>], series: &Series, all: &mut Vec<f64>) {
    let end = series.clock.expiry_index;
    for column in columns(components) {
        all.resize(all.len() + end - column.len(), f64::NAN);
        let from = all.len();
        all.extend_from_slice(column);
        // Processors choose the sign and payload of NaN freely; with one pattern every build
        // gives the same bytes.
        for block in all[from..].chunks_mut(BLOCK) {
            if block.iter().fold(false, |any, value| any | value.is_nan()) {
                block.iter_mut().filter(|value| value.is_nan()).for_each(|value| *value = f64::NAN);
            }
        }
        all.resize(all.len() + series.bars() - end, f64::NAN);
    }
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
