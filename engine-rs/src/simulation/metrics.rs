//! Metrics: what a row of the table is, and the figures of a run in the order of their names.

use super::metric_table::METRICS;
use super::scored_run::{CoreMetrics, ScoredRun};
use crate::json::{Emit, Sink};

/// A metric: everything that is told of it, and how it is computed.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// Its member in JSON.
    pub name: &'static str,
    /// What it is, for the reference and the page.
    pub text: &'static str,
    /// Its formula in the symbols of `RULES.md` 5, as Markdown.
    pub rule: &'static str,
    /// What it is measured in.
    pub unit: Unit,
    /// Its label on the page and the decimals there; `None` keeps it off the page.
    pub page: Option<(&'static str, u8)>,
    /// How it is computed.
    pub figure: Figure,
}

/// What a metric is measured in. The text says of what or per what, and may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A part of 1; the page shows it in percent.
    Fraction(&'static str),
    /// A plain number.
    Ratio(&'static str),
    /// Days of 24 hours.
    Days,
    /// How many.
    Count,
    /// Yes or no.
    Flag,
}

/// How a metric is computed; the kind of function decides its type in JSON.
#[derive(Debug, Clone, Copy)]
pub enum Figure {
    /// A term of the utility, which scenarios and sweeps have too.
    Term(fn(&CoreMetrics) -> f64),
    /// Always a number.
    Number(fn(&ScoredRun<'_>) -> f64),
    /// A number, or null where there is none.
    Optional(fn(&ScoredRun<'_>) -> Option<f64>),
    /// A whole number.
    Count(fn(&ScoredRun<'_>) -> usize),
    /// True or false.
    Flag(fn(&ScoredRun<'_>) -> bool),
}

impl Figure {
    fn of(self, run: &ScoredRun<'_>) -> Value {
        match self {
            Self::Term(figure) => Value::Number(figure(&run.core)),
            Self::Number(figure) => Value::Number(figure(run)),
            Self::Optional(figure) => figure(run).map_or(Value::Missing, Value::Number),
            Self::Count(figure) => Value::Number(figure(run) as f64),
            Self::Flag(figure) => Value::Flag(figure(run)),
        }
    }

    /// Returns whether it is a term of the utility.
    pub fn is_term(self) -> bool {
        matches!(self, Self::Term(_))
    }
}

/// What a metric of a run is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// No number: a denominator is 0 or there are too few points.
    Missing,
    /// True or false.
    Flag(bool),
}

impl Emit for Value {
    fn emit(&self, sink: &mut dyn Sink) {
        match self {
            Self::Number(value) => sink.number(*value),
            Self::Missing => sink.null(),
            Self::Flag(value) => sink.boolean(*value),
        }
    }
}

/// What is computed and printed, in the order of the names. It is a copy of the table, so that the
/// texts stay out of the WebAssembly.
static FIGURES: [(&str, Figure); METRICS.len()] = by_name();

/// Returns the figures of the table, sorted by insertion.
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

/// Returns `a < b`, which a constant may not ask of texts.
const fn is_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at < b.len() && (at == a.len() || a[at] < b[at])
}

/// Every metric of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Metrics([Value; METRICS.len()]);

impl Metrics {
    /// Returns the metrics of a run.
    pub fn of(run: &ScoredRun<'_>) -> Self {
        let mut values = [Value::Missing; METRICS.len()];
        for (value, (_, figure)) in values.iter_mut().zip(&FIGURES) {
            *value = figure.of(run);
        }
        Self(values)
    }

    /// Returns every metric with its name, in the order of the names.
    pub fn members(&self) -> impl Iterator<Item = (&'static str, Value)> {
        FIGURES.iter().zip(self.0).map(|((name, _), value)| (*name, value))
    }

    /// Emits those that are not terms of the utility.
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
    /// Returns the five with their names, in the order of the names.
    pub fn members(&self) -> impl Iterator<Item = (&'static str, f64)> {
        FIGURES.iter().filter_map(|(name, figure)| match figure {
            Figure::Term(figure) => Some((*name, figure(self))),
            _ => None,
        })
    }

    /// Emits the five among other members; those come in the order of their names too.
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

    #[test]
    fn figures_ascend_by_name_and_no_name_comes_twice() {
        assert!(FIGURES.is_sorted_by(|(a, _), (b, _)| a < b));
        assert_eq!(FIGURES.len(), METRICS.len());
        for (a, b, before) in
            [("a", "b", true), ("a", "ab", true), ("ab", "a", false), ("a", "a", false)]
        {
            assert_eq!((is_before(a, b), is_before(b, a)), (before, a > b), "{a} {b}");
        }
    }

    #[test]
    fn whole_numbers_are_counts_and_answers_flags() {
        for Metric { name, unit, figure, .. } in METRICS {
            assert_eq!(matches!(figure, Figure::Count(_)), *unit == Unit::Count, "{name}");
            assert_eq!(matches!(figure, Figure::Flag(_)), *unit == Unit::Flag, "{name}");
        }
    }
}
