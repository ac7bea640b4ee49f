//! Errors as values: a code, a sentence for the caller, and operands.

use crate::json::{Emit, Sink};
use core::fmt;

/// The closed set of codes, which the server repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorCode {
    /// The bytes are not strict JSON.
    MalformedJson,
    /// A field of the request is wrong.
    RequestValidationFailed,
    /// A strategy needs a feature that the market's dataset lacks.
    StrategyMissingRequiredFeature,
    /// A payload names another engine, policy, catalogue or dataset.
    SimulationStale,
    /// A payload differs from the replay of its candidate.
    SimulationMismatch,
    /// The dataset of the market and timeframe is not loaded.
    DataDatasetNotFound,
    /// A dataset breaks a rule of its columns.
    DatasetInvalid,
    /// An unexpected failure of a run: a scored window under two bars, or a number that is not
    /// finite.
    InternalUnexpected,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 8] = [
        Self::MalformedJson,
        Self::RequestValidationFailed,
        Self::StrategyMissingRequiredFeature,
        Self::SimulationStale,
        Self::SimulationMismatch,
        Self::DataDatasetNotFound,
        Self::DatasetInvalid,
        Self::InternalUnexpected,
    ];

    /// Returns the code's public text.
    pub fn text(self) -> &'static str {
        match self {
            Self::MalformedJson => "MALFORMED_JSON",
            Self::RequestValidationFailed => "REQUEST_VALIDATION_FAILED",
            Self::StrategyMissingRequiredFeature => "STRATEGY_MISSING_REQUIRED_FEATURE",
            Self::SimulationStale => "SIMULATION_STALE",
            Self::SimulationMismatch => "SIMULATION_MISMATCH",
            Self::DataDatasetNotFound => "DATA_DATASET_NOT_FOUND",
            Self::DatasetInvalid => "DATASET_INVALID",
            Self::InternalUnexpected => "INTERNAL_UNEXPECTED",
        }
    }
}

/// One wrong field of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// JSON Pointer of the field in the request.
    pub path: String,
    /// The kind of error, for programs.
    pub code: &'static str,
    /// The error and the allowed values, for people.
    pub message: String,
}

impl Emit for FieldError {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("code", self.code);
        sink.member("message", &self.message);
        sink.member("path", &self.path);
        sink.end_object();
    }
}

/// An operand of an error, for programs.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Several numbers.
    Numbers(Vec<f64>),
}

impl Emit for Operand {
    fn emit(&self, sink: &mut dyn Sink) {
        match self {
            Self::Text(text) => sink.string(text),
            Self::Number(value) => sink.number(*value),
            Self::Numbers(values) => sink.numbers(values),
        }
    }
}

/// A failed operation.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineError {
    /// The code.
    pub code: ErrorCode,
    /// The sentence.
    pub detail: String,
    /// The wrong fields of a request, see `contract::field_errors`; empty for other codes.
    pub field_errors: Vec<FieldError>,
    /// Operands by name, in the order of the names.
    pub context: Vec<(&'static str, Operand)>,
}

/// The result of an operation.
pub type Result<T> = core::result::Result<T, EngineError>;

impl EngineError {
    /// Returns an error without operands.
    #[cold]
    #[inline(never)]
    pub fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), field_errors: Vec::new(), context: Vec::new() }
    }

    /// Returns the error of a request with `count` wrong fields, the first of which are listed.
    #[cold]
    #[inline(never)]
    pub fn fields(action: &str, field_errors: Vec<FieldError>, count: usize) -> Self {
        let named = field_errors.len();
        let noun = if count == 1 { "field is" } else { "fields are" };
        let detail = if count > named {
            let more = count - named;
            format!(
                "Cannot {action}: {count} {noun} wrong, see the first {named} in fieldErrors, and {more} more"
            )
        } else {
            format!("Cannot {action}: {count} {noun} wrong, see fieldErrors")
        };
        Self { field_errors, ..Self::new(ErrorCode::RequestValidationFailed, detail) }
    }

    /// Returns this error with another operand.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn with(mut self, name: &'static str, operand: Operand) -> Self {
        let at = self.context.partition_point(|(before, _)| *before < name);
        self.context.insert(at, (name, operand));
        self
    }
}

impl fmt::Display for EngineError {
    /// Writes the sentence, followed by each wrong field.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.detail)?;
        for field in &self.field_errors {
            write!(formatter, "; {} {}", field.path, field.message)?;
        }
        Ok(())
    }
}

impl core::error::Error for EngineError {}

impl Emit for EngineError {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("code", self.code.text());
        if !self.context.is_empty() {
            sink.key("context");
            sink.begin_object();
            for (name, operand) in &self.context {
                sink.member(name, operand);
            }
            sink.end_object();
        }
        sink.member("detail", &self.detail);
        if !self.field_errors.is_empty() {
            sink.member("fieldErrors", &self.field_errors);
        }
        sink.end_object();
    }
}
