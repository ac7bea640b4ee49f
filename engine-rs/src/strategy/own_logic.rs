//! `expression`: a rule of the caller's own, written as texts.
//!
//! Rule: `target`, or in where `enter` holds, else out where `exit` does; `RULES.md` 8. Lookback:
//! that of the texts. Source: ours.

use super::{Bars, CatalogueEntry, Category, ParamValues, Rule, StrategySpec};
use crate::market::FeatureSet;

/// The strategy. Its features are those that the texts of a component read.
pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "expression",
        name: "Expression",
        category: Category::OwnLogic,
        summary: "Follows a rule of your own: a target, or one condition to buy and one to sell, written as texts.",
        source: "",
        features: FeatureSet::of(&[]),
        params: &[],
        relations: &[],
    },
    rule,
};

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    params.expression().map_or_else(|| Rule::Levels(Vec::new()), |expression| expression.rule(bars))
}
