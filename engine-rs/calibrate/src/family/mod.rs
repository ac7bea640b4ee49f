//! The families of candidates for calibration. All except those of the catalogue exist only here:
//! callers cannot name them.

mod catalogue;
mod dice;
mod foresight;
mod hold_like;
mod rule;

use crate::draw::{Draw, to_index};
use arena_engine::internals::execution::PROFILE;
use arena_engine::internals::market::{Dataset, FeatureSet, Series};
use arena_engine::internals::simulation::{Plan, PlannedComponent};
use arena_engine::internals::strategy::{
    CatalogueEntry, Category, ParamSpec, ParamValue, ParamValues, StrategySpec,
};

/// Capital of a candidate unless its family overrides it, equal to that of the passive lines.
const CAPITAL: f64 = 100_000.0;

/// A kind of candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// In and out of PT at random.
    Dice,
    /// Holding, but late, not to the end, with a pause, or with another capital.
    HoldLike,
    /// Candidates of the public catalogue with random parameters.
    Catalogue,
    /// Random rules on the yield, its gap over the underlying, and the earnings of the gap to
    /// expiry.
    Rule,
    /// Blurred foresight of the next days.
    Foresight,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 5] =
        [Self::Dice, Self::HoldLike, Self::Catalogue, Self::Rule, Self::Foresight];

    /// Returns the name, as in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dice => "dice",
            Self::HoldLike => "hold-like",
            Self::Catalogue => "catalogue",
            Self::Rule => "rule",
            Self::Foresight => "foresight",
        }
    }

    /// Returns a random candidate of the family on a dataset.
    pub fn candidate(self, dataset: &Dataset, draw: &mut Draw) -> Plan {
        match self {
            Self::Dice => alone(dataset, CAPITAL, dice::component(draw)),
            Self::HoldLike => {
                let (capital, component) = hold_like::component(dataset, draw);
                alone(dataset, capital, component)
            }
            Self::Catalogue => planned(dataset, CAPITAL, catalogue::components(dataset, draw)),
            Self::Rule => alone(dataset, CAPITAL, rule::component(draw)),
            Self::Foresight => alone(dataset, CAPITAL, foresight::component(draw)),
        }
    }
}

/// Returns a candidate with almost clear foresight: its edge is large.
pub fn planted(dataset: &Dataset, draw: &mut Draw) -> Plan {
    alone(dataset, CAPITAL, foresight::sharp(draw))
}

fn alone(dataset: &Dataset, capital: f64, component: PlannedComponent) -> Plan {
    planned(dataset, capital, vec![component])
}

fn planned(dataset: &Dataset, capital: f64, components: Vec<PlannedComponent>) -> Plan {
    Plan { profile: PROFILE, capital, components, start: dataset.trade_start_index }
}

/// Returns the description of a family's strategy, which may read every column that all datasets
/// have.
const fn spec(
    id: &'static str,
    summary: &'static str,
    params: &'static [ParamSpec],
) -> StrategySpec {
    StrategySpec {
        id,
        name: id,
        category: Category::TechnicalAnalysis,
        summary,
        source: "",
        features: FeatureSet::of(&[]),
        params,
        relations: &[],
    }
}

/// Returns a component with the whole capital and the given numbers as parameters, in order.
fn component(entry: &'static CatalogueEntry, numbers: &[f64]) -> PlannedComponent {
    let values = numbers.iter().map(|number| ParamValue::Number(*number)).collect();
    PlannedComponent { entry, params: ParamValues::new(entry.spec.params, values), weight: 1.0 }
}

/// Returns a number of days in bars.
fn bars(days: f64, per_day: usize) -> usize {
    to_index((days * per_day as f64).round())
}

/// Returns a seed that differs between paths and depends on nothing else.
fn path_number(series: &Series) -> u64 {
    let bits = |value: Option<&f64>| value.copied().unwrap_or_default().to_bits();
    bits(series.log_yield.first()).rotate_left(17) ^ bits(series.log_yield.last())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_engine::internals::market::Timeframe;
    use arena_engine::internals::simulation::run_totals;
    use arena_engine::internals::strategy::catalogue as public;

    fn dataset() -> Dataset {
        Dataset::generate("susde", Timeframe::Daily, 5).unwrap()
    }

    #[test]
    fn callers_cannot_name_families_of_calibration() {
        for family in [Family::Dice, Family::HoldLike, Family::Rule, Family::Foresight] {
            let plan = family.candidate(&dataset(), &mut Draw::of(1, 1, 1));
            let id = plan.components[0].entry.spec.id;
            assert!(id.starts_with("calibration-"), "{id}");
            assert!(public::get(id).is_none(), "{id}");
        }
    }

    #[test]
    fn every_family_trades() {
        let dataset = dataset();
        for family in Family::ALL {
            let fills = (0..50).filter(|number| {
                let plan = family.candidate(&dataset, &mut Draw::of(1, 1, *number));
                run_totals(&plan, &dataset.series).counts().fills > 0
            });
            let count = fills.count();
            assert!(count >= 25, "{}: {count} of 50 have a fill", family.name());
        }
    }

    #[test]
    fn the_same_draw_gives_the_same_candidate() {
        let dataset = dataset();
        for family in Family::ALL {
            let equity = || {
                let plan = family.candidate(&dataset, &mut Draw::of(1, 1, 7));
                run_totals(&plan, &dataset.series).equity(&dataset.series)
            };
            assert_eq!(equity(), equity(), "{}", family.name());
        }
    }
}
