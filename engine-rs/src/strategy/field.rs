//! The series `x` of the technical strategies.

use super::{Bar, ParamValues};

/// Which yield a technical strategy reads.
#[derive(Debug, Clone, Copy)]
pub enum Field {
    /// `ln(1 + impliedApy)`.
    LogYield,
    /// The implied yield itself.
    ImpliedApy,
}

impl Field {
    /// Returns the chosen series.
    pub fn of(params: &ParamValues) -> Self {
        if params.chose("field", "impliedApy") { Self::ImpliedApy } else { Self::LogYield }
    }

    /// Returns the newest value of the series.
    #[inline(always)]
    pub fn read(self, bar: Bar<'_>) -> f64 {
        // Both are read: a choice between columns would keep all of them in memory.
        let (log_yield, implied_apy) = (bar.log_yield(), bar.implied_apy());
        match self {
            Self::LogYield => log_yield,
            Self::ImpliedApy => implied_apy,
        }
    }
}
