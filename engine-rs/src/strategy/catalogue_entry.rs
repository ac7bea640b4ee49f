//! A row of the catalogue, and the macro that makes the rows of a category.

use super::expression::Expression;
use super::{Bars, Columns, Context, Observed, ParamValues, Rule, StrategySpec, Targets};
use crate::market::{FeatureSet, Series};

/// A row of the catalogue: the description of a strategy and its rule.
#[derive(Debug)]
pub struct CatalogueEntry {
    /// The description.
    pub spec: StrategySpec,
    /// Returns the rule of the strategy on the bars. The values must satisfy the spec.
    pub rule: for<'s> fn(&ParamValues, &Bars<'s>) -> Rule<'s>,
}

impl CatalogueEntry {
    /// Returns the features that the strategy needs with these parameters.
    pub fn features(&self, params: &ParamValues) -> FeatureSet {
        params.expression().map_or(self.spec.features, Expression::features)
    }

    /// Returns the targets of the strategy on each bar before expiry.
    pub fn targets(
        &self,
        params: &ParamValues,
        context: &Context,
        columns: &Columns<'_>,
    ) -> Targets {
        let bars = Bars::new(columns, self.features(params), context);
        match (self.rule)(params, &bars) {
            Rule::Band { line, entry, exit } if let Some(extremes) = columns.extremes(&line) => {
                Targets::of_known_band(bars.count(), &line, extremes, (entry, exit))
            }
            rule => rule.targets(bars.count()),
        }
    }

    /// Returns the targets of the strategy on each bar of a series before expiry, and the lines that
    /// it observed.
    pub fn observed(
        &self,
        params: &ParamValues,
        context: &Context,
        series: &Series,
    ) -> (Targets, Vec<Observed>) {
        let mut columns = Columns::of_observer(series);
        columns.begin_component();
        let targets = self.targets(params, context, &columns);
        (targets, columns.into_observed().concat())
    }

    /// Returns the target of the strategy on every bar before expiry, `NaN` where it has no opinion,
    /// for comparisons with another implementation.
    #[doc(hidden)]
    pub fn levels(
        &self,
        params: &ParamValues,
        context: &Context,
        columns: &Columns<'_>,
    ) -> Vec<f64> {
        let bars = Bars::new(columns, self.features(params), context);
        (self.rule)(params, &bars).levels(bars.count())
    }

    /// Returns the number of bars on which the strategy has an opinion. A run only needs to know
    /// whether there are any; comparisons with another implementation need the number.
    #[doc(hidden)]
    pub fn opinions(
        &self,
        params: &ParamValues,
        context: &Context,
        columns: &Columns<'_>,
    ) -> usize {
        self.levels(params, context, columns).iter().filter(|level| !level.is_nan()).count()
    }
}

/// Makes a category of strategies: one line declares the module and the row of a strategy, in the
/// order of the public catalogue.
macro_rules! strategies {
    ($($module:ident,)+) => {
        $(mod $module;)+

        /// The strategies of this category.
        pub(super) const STRATEGIES: &[super::CatalogueEntry] = &[$($module::STRATEGY,)+];
    };
}
pub(super) use strategies;
