//! A cache of the points of candidates, by their targets.
//!
//! The targets and capital of the components decide a run. In a sweep many candidates have the
//! targets of another one: no bar lies between their thresholds, or no bar reaches them.

use super::Point;
use crate::execution::ExecutionProfile;
use crate::portfolio::ComponentRun;
use crate::simulation::Plan;
use crate::strategy::{Step, Targets};

/// Number of slots. A point stays in the slot of its hash until another one replaces it.
const SLOTS: usize = 256;
/// Most changes of the targets of a cached point. With the number of slots it bounds the memory of a sweep
/// to half a megabyte for each market.
const CHANGES_MAX: usize = 64;

/// The cache of the candidates on one series.
#[derive(Debug)]
pub(super) struct PointCache(Vec<Option<Entry>>);

/// A point with everything that decided its run.
#[derive(Debug)]
struct Entry {
    profile: ExecutionProfile,
    capital: f64,
    /// Capital and changes of the target of each component.
    components: Vec<(f64, Box<[Step]>)>,
    point: Point,
}

impl PointCache {
    /// Returns an empty cache.
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| None).collect())
    }

    /// Returns the point of a plan with the given targets, if it is cached.
    pub(super) fn get(&self, plan: &Plan, targets: &[Targets]) -> Option<Point> {
        let entry = self.0[slot_of(targets)?].as_ref()?;
        let parts = plan.components.iter().zip(targets);
        let is_same = entry.profile == plan.profile
            && entry.capital == plan.capital
            && entry.components.len() == targets.len()
            && entry.components.iter().zip(parts).all(|((capital, steps), (planned, targets))| {
                *capital == plan.capital * planned.weight && **steps == *targets.steps()
            });
        is_same.then_some(entry.point)
    }

    /// Caches the point of a plan whose components ran.
    pub(super) fn insert(&mut self, plan: &Plan, components: &[ComponentRun], point: Point) {
        let targets = components.iter().map(|component| &component.targets);
        if let Some(slot) = slot_of(targets) {
            let (profile, capital) = (plan.profile, plan.capital);
            let part = |one: &ComponentRun| (one.capital, one.targets.steps().into());
            let components = components.iter().map(part).collect();
            self.0[slot] = Some(Entry { profile, capital, components, point });
        }
    }
}

/// Returns the slot of targets; `None` if they change too often to be cached.
#[allow(clippy::cast_possible_truncation, reason = "the slots are few")]
fn slot_of<'t>(targets: impl IntoIterator<Item = &'t Targets>) -> Option<usize> {
    let (mut hash, mut left) = (0_u64, CHANGES_MAX);
    for targets in targets {
        left = left.checked_sub(targets.steps().len())?;
        for step in targets.steps() {
            let part = step.target.to_bits() ^ step.at as u64;
            hash = (hash ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
        }
    }
    Some((hash % SLOTS as u64) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::PROFILE;
    use crate::market::Timeframe;
    use crate::portfolio::Position;
    use crate::simulation::{CoreMetrics, PlannedComponent};
    use crate::strategy::{ParamValues, catalogue};

    /// A plan whose components differ in their weights alone.
    fn plan(capital: f64, weights: &[f64]) -> Plan {
        let entry = catalogue::get("pull-to-par-hold").unwrap();
        let params = ParamValues::defaults(entry.spec.params, Timeframe::Daily);
        let planned =
            |weight: &f64| PlannedComponent { entry, params: params.clone(), weight: *weight };
        let components = weights.iter().map(planned).collect();
        Plan { profile: PROFILE, capital, components, start: 0 }
    }

    fn cached(plan: &Plan, targets: &[Targets], fills: usize) -> PointCache {
        let position = Position { shares: 1.0, units: 0.0, target: 0.0 };
        let parts = plan.components.iter().zip(targets);
        let ran = parts.map(|(planned, targets)| {
            ComponentRun::new(plan.capital * planned.weight, targets.clone(), position)
        });
        let core = CoreMetrics {
            annualized_mean_return: 0.5,
            max_drawdown: 0.25,
            cvar: 0.125,
            turnover: 0.5,
            execution_cost: 0.0625,
        };
        let point = Point {
            core,
            daily_sharpe: None,
            fills,
            intents: fills,
            score: 50.0,
            probabilistic_sharpe: None,
        };
        let mut cache = PointCache::new();
        cache.insert(plan, &ran.collect::<Vec<_>>(), point);
        cache
    }

    #[test]
    fn a_point_is_found_by_everything_that_decides_its_run() {
        let of = |levels: &[&[f64]]| -> Vec<Targets> {
            levels.iter().map(|level| Targets::of_column(level)).collect()
        };
        let (buys, sells) = ([0.0, 1.0, 1.0].as_slice(), [0.0, 1.0, 0.0].as_slice());
        let (two, targets) = (plan(100.0, &[0.75, 0.25]), of(&[buys, sells]));
        let cache = cached(&two, &targets, 3);
        let fills =
            |plan: &Plan, targets: &[Targets]| cache.get(plan, targets).map(|point| point.fills);
        assert_eq!(fills(&two, &of(&[buys, sells])), Some(3));
        assert_eq!(fills(&two, &of(&[sells, buys])), None);
        assert_eq!(fills(&plan(100.0, &[0.5, 0.5]), &targets), None);
        assert_eq!(fills(&plan(101.0, &[0.75, 0.25]), &targets), None);
        assert_eq!(fills(&plan(100.0, &[0.75]), &targets[..1]), None);
        let profile = ExecutionProfile { fee_bps: 3.0, ..PROFILE };
        assert_eq!(fills(&Plan { profile, ..two.clone() }, &targets), None);
    }

    #[test]
    fn targets_that_change_often_are_not_cached() {
        let column = |bars: usize| -> Vec<f64> { (0..bars).map(|bar| (bar % 2) as f64).collect() };
        let (one, at_most) = (plan(100.0, &[1.0]), CHANGES_MAX);
        for (bars, is_cached) in [(at_most, true), (at_most + 1, false)] {
            let targets = [Targets::of_column(&column(bars))];
            assert_eq!(targets[0].steps().len(), bars);
            assert_eq!(cached(&one, &targets, 9).get(&one, &targets).is_some(), is_cached);
        }
    }
}
