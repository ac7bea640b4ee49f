//! The metrics of a run from the table, in the order of their names.

use super::metric_row::{Figure, Value};
use super::metric_table::METRICS;
use super::scored_run::{CoreMetrics, ScoredRun};
use crate::json::{Emit, Sink};

/// Names and functions in the order of the names. The copy of the table keeps its texts out of the
/// WebAssembly.
static FIGURES: [(&str, Figure); METRICS.len()] = by_name();

/// Returns the figures of the table, sorted by name.
const fn by_name() -> [(&'static str, Figure); METRICS.len()] {
    let mut figures = [(METRICS[0].name, METRICS[0].figure); METRICS.len()];
    let mut count = 1;
    while count < figures.len() {
        figures[count] = (METRICS[count].name, METRICS[count].figure);
        let mut at = count;
        while at > 0 && is_before(figures[at].0, figures[at - 1].0) {
            figures.swap(at, at - 1);
            at -= 1;
        }
        count += 1;
    }
    figures
}

/// Returns `a < b`, which constants cannot compute with the operator.
const fn is_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at < b.len() && (at == a.len() || a[at] < b[at])
}

/// Every metric of a run, by its name in `RULES.md` 5.
#[derive(Debug, Clone, PartialEq)]
pub struct Metrics([Value; METRICS.len()]);

impl Metrics {
    /// Returns the metrics of a run.
    #[doc(hidden)]
    pub fn of(run: &ScoredRun<'_>) -> Self {
        let mut values = [Value::Missing; METRICS.len()];
        for (value, (_, figure)) in values.iter_mut().zip(&FIGURES) {
            *value = figure.of(run);
        }
        Self(values)
    }

    /// Returns the number of a metric by its name, such as `sharpe`; `None` if it is undefined or
    /// not a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.value(name) {
            Value::Number(number) => Some(number),
            Value::Missing | Value::Flag(_) => None,
        }
    }

    /// Returns a metric by its name; missing for an unknown name.
    #[doc(hidden)]
    pub fn value(&self, name: &str) -> Value {
        let found = self.members().find(|(known, _)| *known == name);
        found.map_or(Value::Missing, |(_, value)| value)
    }

    /// Returns the position of a metric among all, by its name.
    ///
    /// # Panics
    /// If there is no metric of that name. In a constant it does not compile.
    #[doc(hidden)]
    pub const fn place(name: &str) -> usize {
        let figures = by_name();
        let mut place = 0;
        while is_before(figures[place].0, name) || is_before(name, figures[place].0) {
            place += 1;
        }
        place
    }

    /// Returns the metric at a position.
    #[doc(hidden)]
    pub fn at(&self, place: usize) -> Value {
        self.0[place]
    }

    /// Returns every metric with its name, in the order of the names.
    pub fn members(&self) -> impl Iterator<Item = (&'static str, Value)> {
        FIGURES.iter().zip(self.0).map(|((name, _), value)| (*name, value))
    }

    /// Emits the metrics that are not terms of the utility.
    #[doc(hidden)]
    pub fn emit_diagnostics(&self, sink: &mut dyn Sink) {
        self.emit_members(false, sink);
    }

    #[inline(never)]
    fn emit_members(&self, with_terms: bool, sink: &mut dyn Sink) {
        sink.begin_object();
        for ((name, figure), value) in FIGURES.iter().zip(&self.0) {
            if with_terms || !figure.is_term() {
                sink.member(name, value);
            }
        }
        sink.end_object();
    }
}

impl Emit for Metrics {
    fn emit(&self, sink: &mut dyn Sink) {
        self.emit_members(true, sink);
    }
}

impl CoreMetrics {
    /// Returns the five terms with their names, in the order of the names.
    pub fn members(&self) -> impl Iterator<Item = (&'static str, f64)> {
        FIGURES.iter().filter_map(|(name, figure)| match figure {
            Figure::Term(figure) => Some((*name, figure(self))),
            _ => None,
        })
    }

    /// Emits the five terms together with other members, which must also be in the order of their
    /// names.
    #[inline(never)]
    pub fn emit_with(&self, mut others: &[(&'static str, &dyn Emit)], sink: &mut dyn Sink) {
        sink.begin_object();
        for (name, value) in self.members() {
            while let [(other, value), rest @ ..] = others
                && *other < name
            {
                sink.member(other, *value);
                others = rest;
            }
            sink.member(name, value);
        }
        for (name, value) in others {
            sink.member(name, *value);
        }
        sink.end_object();
    }
}

impl Emit for CoreMetrics {
    fn emit(&self, sink: &mut dyn Sink) {
        self.emit_with(&[], sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::{Metric, Unit};

    #[test]
    fn names_of_figures_ascend_without_repetition() {
        assert!(FIGURES.is_sorted_by(|(a, _), (b, _)| a < b));
        assert_eq!(FIGURES.len(), METRICS.len());
        for (a, b, before) in
            [("a", "b", true), ("a", "ab", true), ("ab", "a", false), ("a", "a", false)]
        {
            assert_eq!((is_before(a, b), is_before(b, a)), (before, a > b), "{a} {b}");
        }
    }

    #[test]
    fn counts_are_whole_and_flags_are_booleans() {
        for Metric { name, unit, figure, .. } in METRICS {
            assert_eq!(matches!(figure, Figure::Count(_)), *unit == Unit::Count, "{name}");
            assert_eq!(matches!(figure, Figure::Flag(_)), *unit == Unit::Flag, "{name}");
        }
    }
}
