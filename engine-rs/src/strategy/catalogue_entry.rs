//! A row of the catalogue, and how a category makes its rows.

use super::{Bars, Columns, Context, ParamValues, Rule, StrategySpec, Targets};

/// A row of the catalogue: the description of a strategy and what it wants.
#[derive(Debug)]
pub struct CatalogueEntry {
    /// The description.
    pub spec: StrategySpec,
    /// Returns the rule of the strategy over the bars. The values satisfy the spec.
    pub rule: for<'s> fn(&ParamValues, &Bars<'s>) -> Rule<'s>,
}

impl CatalogueEntry {
    /// Returns what the strategy wants on each bar before expiry.
    pub fn targets(
        &self,
        params: &ParamValues,
        context: &Context,
        columns: &Columns<'_>,
    ) -> Targets {
        let bars = Bars::new(columns, self.spec.features, context);
        match (self.rule)(params, &bars) {
            Rule::Band { line, entry, exit } if let Some(extremes) = columns.extremes(&line) => {
                Targets::of_known_band(bars.count(), &line, extremes, (entry, exit))
            }
            rule => rule.targets(bars.count()),
        }
    }
}

/// Makes a category of strategies: one line declares the module of a strategy and its row, in the
/// order of the public catalogue.
macro_rules! strategies {
    ($($module:ident,)+) => {
        $(mod $module;)+

        /// The strategies of this category.
        pub(super) const STRATEGIES: &[super::CatalogueEntry] = &[$($module::STRATEGY,)+];
    };
}
pub(super) use strategies;
