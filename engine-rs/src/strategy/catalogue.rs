//! The table of all strategies, in the order of the public catalogue.

use super::{
    CatalogueEntry, convergence, curve, liquidity, own_logic, relative_value, technical_analysis,
};

/// The strategy whose rule is the caller's.
pub const EXPRESSION: &CatalogueEntry = &own_logic::STRATEGY;

/// The strategies by category, without `expression`, whose rule the caller writes.
static CATEGORIES: [&[CatalogueEntry]; 5] = [
    technical_analysis::STRATEGIES,
    convergence::STRATEGIES,
    relative_value::STRATEGIES,
    curve::STRATEGIES,
    liquidity::STRATEGIES,
];

/// Returns every strategy whose rule is ours.
pub fn all() -> impl Iterator<Item = &'static CatalogueEntry> {
    CATEGORIES.iter().copied().flatten()
}

/// Returns the strategy of an id.
#[inline(never)]
pub fn get(id: &str) -> Option<&'static CatalogueEntry> {
    let own = core::slice::from_ref(EXPRESSION);
    CATEGORIES.into_iter().chain([own]).find_map(|category| find(category, id))
}

/// A function of its own, because the compiler would otherwise compare with one id after the other.
#[inline(never)]
fn find(category: &'static [CatalogueEntry], id: &str) -> Option<&'static CatalogueEntry> {
    category.iter().find(|entry| entry.spec.id == id)
}

/// Returns the name of a parameter as a constant, if some strategy has it.
#[inline(never)]
pub fn parameter(name: &str) -> Option<&'static str> {
    for entry in all() {
        if let Some(spec) = entry.spec.params.iter().find(|spec| spec.name == name) {
            return Some(spec.name);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Emit, Json, Printer, parse};
    use crate::market::Timeframe;
    use crate::strategy::{ParamKind, ParamValues};

    #[test]
    fn ids_are_unique() {
        let mut ids: Vec<_> = all().map(|entry| entry.spec.id).collect();
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn every_default_is_allowed_and_satisfies_the_relations() {
        for timeframe in Timeframe::ALL {
            for spec in all().map(|entry| &entry.spec) {
                for param in spec.params {
                    let default = param.default_value(timeframe);
                    let mut printer = Printer::with_capacity(32);
                    default.emit(&mut printer);
                    let bytes = printer.finish().unwrap();
                    let checked = param.check(&parse(&bytes).unwrap(), timeframe);
                    assert_eq!(checked, Ok(default), "{} {}", spec.id, param.name);
                }
                let values = ParamValues::defaults(spec.params, timeframe);
                for relation in spec.relations {
                    let [left, right] = [relation.left, relation.right]
                        .map(|name| values.get(name).expect(name).comparable());
                    assert!(relation.holds(left, right), "{} {}", spec.id, relation.left);
                }
            }
        }
    }

    #[test]
    fn every_parameter_is_described_and_choices_have_a_default() {
        for spec in all().map(|entry| &entry.spec) {
            assert!(!spec.summary.is_empty() && !spec.name.is_empty(), "{}", spec.id);
            for param in spec.params {
                assert!(!param.description.is_empty(), "{} {}", spec.id, param.name);
                let alike = spec.params.iter().filter(|other| other.title == param.title);
                assert!(
                    alike.count() == 1 && param.title != param.name,
                    "{} {}",
                    spec.id,
                    param.name
                );
                if let ParamKind::Choice(choices) = param.kind {
                    assert!(
                        param.check(&Json::String(choices[0].into()), Timeframe::Daily).is_ok()
                    );
                    assert!(param.check(&Json::Number(1.0), Timeframe::Daily).is_err());
                }
            }
        }
    }
}
