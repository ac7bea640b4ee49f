//! The scenarios that every candidate of a dataset is evaluated in.

use super::scenario::{Scenario, derive};
use super::score_interval::Draws;
use crate::market::{Dataset, Series};

/// The bars of every scenario and the days of the score's interval: they depend on the dataset and
/// the seed alone, so that one serves all evaluations.
#[derive(Debug)]
pub struct ScenarioSet {
    /// In the order of [`Scenario::ALL`].
    series: Vec<Series>,
    /// What the interval draws.
    pub draws: Draws,
}

impl ScenarioSet {
    /// Makes the scenarios of a dataset under a seed, and the draws from its scored days.
    pub fn of(dataset: &Dataset, scenario_seed: u64) -> Self {
        let ends = &dataset.series.clock.day_ends;
        let days = ends.iter().filter(|end| **end >= dataset.trade_start_index).count();
        let series = Scenario::ALL.iter().map(|one| derive(dataset, *one, scenario_seed));
        Self { series: series.collect(), draws: Draws::of(days, scenario_seed) }
    }

    /// Returns every scenario with its bars, the official one first.
    pub fn iter(&self) -> impl Iterator<Item = (Scenario, &Series)> {
        Scenario::ALL.into_iter().zip(&self.series)
    }
}
