//! Series and thresholds that the strategies of a candidate observe, for a page that shows why they
//! traded.

use crate::json::{Emit, Sink};
use crate::market::Series;
use crate::strategy::Observed;

/// Values that are searched for NaN at once.
const BLOCK: usize = 64;

/// Returns the columns of the observed lines: each line, then its marks without a value. The yield
/// itself, which a page has, is left out.
pub(super) fn columns(components: &[Vec<Observed>]) -> impl Iterator<Item = &[f64]> {
    components.iter().flatten().flat_map(|one| {
        let line = (!is_known(one)).then_some(&one.line);
        let marks = one.marks.iter().filter(|mark| mark.len() != 1);
        line.into_iter().chain(marks).map(|column| &**column)
    })
}

/// Returns whether a line is the yield and only columns are drawn over it. A line with a constant
/// mark is compared with the mark, by its own numbers.
fn is_known(one: &Observed) -> bool {
    one.is_yield && one.marks.iter().all(|mark| mark.len() != 1)
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
        sink.member("isYield", is_known(self));
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
