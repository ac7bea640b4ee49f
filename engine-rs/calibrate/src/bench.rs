//! Measures candidates: with the code that evaluates every candidate, and on fresh paths.

use crate::family::Family;
use crate::fresh::FreshPaths;
use crate::measured::Measured;
use crate::worker_pool::WorkerPool;
use arena_engine::internals::evaluation::scenario::SCENARIO_SEED;
use arena_engine::internals::evaluation::verdict::SisterSet;
use arena_engine::internals::evaluation::{
    Assessment, Official, ScenarioOutcome, ScenarioSet, Trials,
};
use arena_engine::internals::market::Dataset;
use arena_engine::internals::num::{max, stats};
use arena_engine::internals::simulation::{Plan, ScoredRun, run_totals};

/// Everything needed to measure candidates of a dataset.
#[derive(Debug)]
pub struct Bench {
    dataset: Dataset,
    scenario_set: ScenarioSet,
    sister_set: SisterSet,
    fresh: FreshPaths,
}

impl Bench {
    /// Returns the bench of a dataset; `None` without a generator.
    pub fn of(dataset: Dataset, fresh: usize, pool: &WorkerPool<'_>) -> Option<Self> {
        let scenario_set = ScenarioSet::of(&dataset, SCENARIO_SEED);
        let sister_set = SisterSet::of(&dataset)?;
        let fresh = FreshPaths::of(&dataset, sister_set.passive_gap, fresh, pool)?;
        Some(Self { dataset, scenario_set, sister_set, fresh })
    }

    /// Returns the dataset.
    pub fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// Returns the fresh paths.
    pub fn fresh(&self) -> &FreshPaths {
        &self.fresh
    }

    /// Returns the verdict on a candidate as a first, uncounted trial; `None` with fewer than two
    /// scored bars.
    pub fn assessment(&self, plan: &Plan) -> Option<Assessment> {
        let series = &self.dataset.series;
        let record = run_totals(plan, series);
        let run = ScoredRun::of(&record, series)?;
        let official = Official { dataset: &self.dataset, plan, run: &run };
        let paths = self.sister_set.run(plan)?;
        Assessment::of(&official, Trials::UNCOUNTED, &self.scenario_set, Some(paths))
    }

    /// Evaluates a candidate and measures its true figures.
    pub fn measure(&self, family: Family, plan: &Plan) -> Option<Measured> {
        let assessment = self.assessment(plan)?;
        let official = assessment.scenarios.first()?;
        let verdict = &assessment.verdict;
        let is_other = |name: &str| !matches!(name, "EDGE" | "TIMING");
        let mut others = assessment.gates.iter().filter(|gate| is_other(gate.name));
        Some(Measured {
            family,
            official_utility: official.utility(),
            fills: official.fills,
            edge: verdict.edge,
            p: verdict.p_value,
            timing_p: verdict.sisters.map_or(1.0, |sisters| sisters.timing.p),
            looks: verdict.sisters.is_some_and(|sisters| sisters.timing.t.is_some()),
            passes_others: others.all(|gate| gate.passed),
            largest_share: largest_share(&capital_utilities(&assessment)),
            truth: self.fresh.truth(plan)?,
        })
    }
}

/// Returns the utilities behind the capital score.
fn capital_utilities(assessment: &Assessment) -> Vec<f64> {
    let counted = assessment.scenarios.iter().filter(|one| one.scenario.in_capital_score());
    let mut utilities: Vec<f64> = counted.map(ScenarioOutcome::utility).collect();
    utilities.extend(&assessment.verdict.series.utility);
    utilities
}

/// Returns the share of the largest squared distance from the mean in their sum; `None` if all are
/// 0.
fn largest_share(values: &[f64]) -> Option<f64> {
    let center = stats::mean(values)?;
    let squares = stats::squares_around(values, center);
    let square = |value: &f64| (value - center) * (value - center);
    let largest = values.iter().map(square).fold(0.0, max);
    (squares > 0.0).then(|| largest / squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farthest_value_has_the_largest_share() {
        // mean 2, squares 4 0 0 4 of 8; mean 3, squares 4 1 1 16 of 22
        assert_eq!(largest_share(&[0.0, 2.0, 2.0, 4.0]), Some(0.5));
        assert_eq!(largest_share(&[1.0, 2.0, 2.0, 7.0]), Some(16.0 / 22.0));
        assert_eq!(largest_share(&[1.0, 1.0]), None);
    }
}
