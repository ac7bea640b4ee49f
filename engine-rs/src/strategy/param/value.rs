//! A checked value of a parameter.

use crate::json::{Emit, Sink};
use crate::num::whole;

/// A checked value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParamValue {
    /// A length of time.
    Window {
        /// Length in days, as given.
        days: f64,
        /// Length in bars.
        bars: usize,
    },
    /// A number; whole if the definition is an integer.
    Number(f64),
    /// A text.
    Choice(&'static str),
}

impl ParamValue {
    /// Returns the number that relations compare: the bars of a window, otherwise the number.
    pub fn comparable(&self) -> f64 {
        match self {
            Self::Window { bars, .. } => *bars as f64,
            Self::Number(value) => *value,
            Self::Choice(_) => f64::NAN,
        }
    }
}

impl Emit for ParamValue {
    fn emit(&self, sink: &mut dyn Sink) {
        match self {
            Self::Window { days, .. } => sink.number(*days),
            Self::Number(value) => sink.number(*value),
            Self::Choice(text) => sink.string(text),
        }
    }
}

/// Returns a rounded number of bars, which is far below 2^53.
pub(super) fn whole_bars(rounded: f64) -> usize {
    whole(rounded).and_then(|bars| usize::try_from(bars).ok()).unwrap_or(0)
}
