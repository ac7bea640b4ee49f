//! The views of a run.

use crate::error::{EngineError, ErrorCode, Result};

/// Detail of a run that an answer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerView {
    /// Ledgers and portfolio series.
    Full,
    /// Metrics and counts.
    Summary,
    /// Events and the portfolio at their times.
    Trades,
    /// Metrics and counts beside the columns of the run; only the page asks for this view.
    Drawn,
}

impl AnswerView {
    /// Every public view.
    pub(super) const ALL: [Self; 3] = [Self::Full, Self::Summary, Self::Trades];

    /// Returns the public name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Summary => "summary",
            Self::Trades => "trades",
            Self::Drawn => "drawn",
        }
    }

    /// Returns the view of a public name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }

    /// Returns the view that a request names.
    pub(super) fn read(name: &str) -> Result<Self> {
        Self::from_name(name).ok_or_else(|| {
            let detail = "Cannot simulate: view must be full, summary or trades";
            EngineError::new(ErrorCode::RequestValidationFailed, detail)
        })
    }
}
