//! The scenarios in which every candidate of a dataset is evaluated.

use super::benchmark;
use super::scenario::{Scenario, derive};
use super::score_interval::Draws;
use super::verdict::{LINE_CAPITAL, has_generator};
use crate::market::{Dataset, Series};
use crate::simulation::daily_returns;

/// Bars of every scenario and resampled days for the interval of the score. They depend only on the
/// dataset and the seed, so all evaluations share one set.
#[derive(Debug)]
pub struct ScenarioSet {
    scenarios: Vec<(Scenario, Series)>,
    /// Resampled days for the interval.
    pub draws: Draws,
    /// Utility of Hold over each draw.
    pub hold_draws: Vec<f64>,
}

impl ScenarioSet {
    /// Makes the scenarios of a dataset under a seed, and resamples its scored days.
    pub fn of(dataset: &Dataset, scenario_seed: u64) -> Self {
        let (series, start) = (&dataset.series, dataset.trade_start_index);
        let days = series.clock.day_ends.iter().filter(|end| **end >= start).count();
        let has_generator = has_generator(dataset);
        let is_shown =
            |one: &Scenario| !(has_generator && matches!(one, Scenario::Perturbation(_)));
        let shown = Scenario::ALL.into_iter().filter(is_shown);
        let scenarios = shown.map(|one| (one, derive(dataset, one, scenario_seed))).collect();
        let draws = Draws::of(days, scenario_seed);
        let holdings = benchmark::hold_holdings(LINE_CAPITAL, series, start);
        let daily = daily_returns(LINE_CAPITAL, &holdings, series);
        let hold = benchmark::buy_and_hold(LINE_CAPITAL, series, start);
        let hold_draws = hold.map(|hold| draws.utilities(&daily, &hold)).unwrap_or_default();
        Self { scenarios, draws, hold_draws }
    }

    /// Returns every scenario with its bars, the official one first.
    pub fn iter(&self) -> impl Iterator<Item = (Scenario, &Series)> {
        self.scenarios.iter().map(|(scenario, series)| (*scenario, series))
    }
}
