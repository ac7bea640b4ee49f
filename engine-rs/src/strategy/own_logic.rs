//! `expression`: a rule of the caller's own, written as texts.
//!
//! Rule: `target`, or in where `enter` holds, else out where `exit` does; `RULES.md` 8. Lookback:
//! that of the texts. Source: ours.

use super::expression::{Comparison, Expression};
use super::{Bars, CatalogueEntry, Category, Observed, ParamValues, Rule, Scale, StrategySpec};
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
    let Some(expression) = params.expression() else { return Rule::Levels(Vec::new()) };
    if bars.is_observed() {
        observe(expression, bars);
    }
    expression.rule(bars)
}

/// Records the comparisons of the texts: the left side is the line, the right side the mark.
fn observe(expression: &Expression, bars: &Bars<'_>) {
    let levels = |side: &Expression| {
        let levels = side.rule(bars).levels(bars.count());
        if side.is_constant() { levels[..levels.len().min(1)].to_vec() } else { levels }
    };
    for Comparison { role, compare, texts, line, mark } in expression.comparisons(bars.timeframe())
    {
        let [name, other] = texts;
        let scale = match name.as_str() {
            "logYield" => Scale::LogYield,
            "impliedApy" => Scale::ImpliedApy,
            _ => Scale::Own,
        };
        let stands = vec![(role, compare, other)];
        let (line, marks) = (line.rule(bars).levels(bars.count()), vec![levels(&mark)]);
        let is_yield = scale != Scale::Own;
        bars.record(Observed { name, unit: "", stands, scale, is_yield, line, marks });
    }
}
