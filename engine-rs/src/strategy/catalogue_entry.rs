//! A row of the catalogue, and how a category makes its rows.

use super::{Context, ParamValues, Strategy, StrategySpec, Targets, decide};
use crate::market::Series;

/// A row of the catalogue: the description of a strategy and how to run it.
#[derive(Debug)]
pub struct CatalogueEntry {
    /// The description.
    pub spec: StrategySpec,
    /// Runs the strategy over all bars.
    pub decide: fn(&ParamValues, &Context, &Series) -> Targets,
    #[cfg(test)]
    pub(super) signals: fn(&ParamValues, &Context, &Series) -> Vec<super::Signal>,
}

impl CatalogueEntry {
    /// Returns the entry of a strategy.
    pub(super) const fn of<S: Strategy>() -> Self {
        Self {
            spec: S::SPEC,
            decide: decide::<S>,
            #[cfg(test)]
            signals: super::signals::<S>,
        }
    }
}

/// Makes a category of strategies: one line declares the module of a strategy and its row, in the
/// order of the public catalogue.
macro_rules! strategies {
    ($($module:ident::$strategy:ident,)+) => {
        $(mod $module;)+

        /// The strategies of this category.
        pub(super) const STRATEGIES: &[super::CatalogueEntry] =
            &[$(super::CatalogueEntry::of::<$module::$strategy>(),)+];
    };
}
pub(super) use strategies;
