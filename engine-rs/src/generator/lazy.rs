//! A path for the simulation, with columns that are made when they are first read.
//!
//! A verdict runs a candidate on dozens of paths and never reads most of their columns. The inputs
//! of a column are drawn again from the seed instead of being stored.

use super::assemble::{closes, far_implied_apy, implied_apy, pools, pt_prices, volumes};
use super::market_spec::MarketSpec;
use super::paths::World;
use crate::market::{Clock, Column, Series, Timeframe};
use crate::num::transcend;
use std::sync::Arc;

/// Returns the bars of a market's half-year on the given clock.
pub(super) fn series(spec: &'static MarketSpec, seed: u64, clock: &Arc<Clock>) -> Series {
    let recipe = Recipe { spec, seed, timeframe: clock.timeframe };
    let world = recipe.world();
    let (hourly, _) = world.log_yield();
    let inner = recipe.at_closes(&hourly);
    let first = hourly.first().copied().unwrap_or_default();
    let sy_index = recipe.at_closes(&world.index().sy_index);
    let price = pt_prices(spec.expiry, &clock.timestamp, &inner, &sy_index);
    // As for a dataset, derived columns follow from the columns of the file.
    let log_yield = Column::new(logs(&implied_apy(&inner)));
    let (pt_price, sy_index) = (Column::new(price), Column::new(sy_index));
    let prices = (pt_price.clone(), sy_index.clone());
    let [total_pt, total_sy, tvl] = Column::group(move || {
        let values = recipe.at_closes(&recipe.world().tvl());
        pools(spec, (first, &inner), (&prices.0, &prices.1), &values)
    });
    Series {
        clock: clock.clone(),
        scalar_root: spec.scalar_root,
        implied_apy: Column::lazy(move || implied_apy(&recipe.log_yield())),
        log_underlying: Column::lazy(move || logs(&recipe.underlying_apy())),
        log_price: Series::log_price_of(&pt_price),
        py_index: 0.0,
        volume: Some(Column::lazy(move || recipe.volume())),
        log_far_yield: spec
            .far_maturity
            .map(|_| Column::lazy(move || logs(&recipe.far_implied_apy()))),
        log_yield,
        pt_price,
        total_pt,
        total_sy,
        sy_index,
        tvl,
        derived: None,
    }
}

/// Returns `ln(1 + apy)` of each yield.
fn logs(apys: &[f64]) -> Vec<f64> {
    transcend::map_changes(apys, transcend::ln_1p)
}

/// Everything needed to make a column again.
#[derive(Debug, Clone, Copy)]
struct Recipe {
    spec: &'static MarketSpec,
    seed: u64,
    timeframe: Timeframe,
}

impl Recipe {
    fn world(&self) -> World {
        World::of(self.spec, self.seed)
    }

    fn at_closes(&self, path: &[f64]) -> Vec<f64> {
        closes(path, self.timeframe)
    }

    fn log_yield(&self) -> Vec<f64> {
        self.at_closes(&self.world().log_yield().0)
    }

    fn underlying_apy(&self) -> Vec<f64> {
        self.at_closes(&self.world().index().underlying_apy)
    }

    fn volume(&self) -> Vec<f64> {
        let world = self.world();
        volumes(&world.turnover(&world.log_yield()), &world.tvl(), self.timeframe)
    }

    fn far_implied_apy(&self) -> Vec<f64> {
        let far = self.world().far();
        let made = far.map(|(level, premium)| {
            far_implied_apy(level, &self.log_yield(), &self.at_closes(&premium))
        });
        made.unwrap_or_default()
    }
}
