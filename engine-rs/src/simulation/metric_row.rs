//! A row of the table of metrics.

use super::scored_run::{CoreMetrics, ScoredRun};
use crate::json::{Emit, Sink};

/// A metric: its documentation and its formula.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// Its member in JSON.
    pub name: &'static str,
    /// Description for the reference and the page.
    pub text: &'static str,
    /// Its formula in the symbols of `RULES.md` 5, as Markdown.
    pub rule: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Label and decimals on the page; `None` keeps it off the page.
    pub page: Option<(&'static str, u8)>,
    /// The function that computes it.
    pub figure: Figure,
}

/// Unit of a metric. The text says of what or per what, and may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A fraction of 1; the page shows it in percent.
    Fraction(&'static str),
    /// A plain number.
    Ratio(&'static str),
    /// Days of 24 hours.
    Days,
    /// A count.
    Count,
    /// Yes or no.
    Flag,
}

/// The function that computes a metric; its kind decides the type in JSON.
#[derive(Debug, Clone, Copy)]
pub enum Figure {
    /// A term of the utility; scenarios and sweeps have it too.
    Term(fn(&CoreMetrics) -> f64),
    /// Always a number.
    Number(fn(&ScoredRun<'_>) -> f64),
    /// A number, or null where undefined.
    Optional(fn(&ScoredRun<'_>) -> Option<f64>),
    /// A whole number.
    Count(fn(&ScoredRun<'_>) -> usize),
    /// True or false.
    Flag(fn(&ScoredRun<'_>) -> bool),
}

impl Figure {
    /// Computes the metric of a run.
    pub fn of(self, run: &ScoredRun<'_>) -> Value {
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

/// The value of a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// Undefined: a denominator is 0 or there are too few points.
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
