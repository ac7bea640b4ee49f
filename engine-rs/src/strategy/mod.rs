//! Strategies: pure rules from the bars so far to a target position.
//!
//! A strategy never sees execution, costs or its own fills. It names the columns that it reads
//! ([`Bars`]) and its rule over them ([`Rule`]). [`catalogue`] lists all strategies; each lives in
//! a file of its own under its category.

mod bars;
pub mod catalogue;
mod catalogue_entry;
mod columns;
mod convergence;
mod curve;
pub mod expression;
mod extremes;
mod line;
mod liquidity;
mod observable;
mod observe;
mod own_logic;
mod param;
mod relative_value;
mod rule;
mod sorted;
mod spec;
mod targets;
mod technical_analysis;
#[cfg(test)]
pub(crate) mod testing;
mod zscore_band;

pub use bars::Bars;
pub use catalogue_entry::CatalogueEntry;
pub use columns::Columns;
pub use line::Line;
pub use observable::{Compare, Mark, Observable, Observed, Role, Scale};
pub use param::{ParamError, ParamKind, ParamSpec, ParamValue, ParamValues};
pub use rule::{Rule, all, band, switch, when};
pub use spec::{Category, Operator, Relation, StrategySpec};
pub use targets::{HOLD, IN, OUT, Step, Targets};

use crate::market::Timeframe;

/// Facts about its sleeve that a strategy may use besides the bars.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// Length of a bar.
    pub timeframe: Timeframe,
    /// Capital of the sleeve, accounting asset.
    pub capital: f64,
}
