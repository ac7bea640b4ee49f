//! What a row of the table of metrics is.

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
