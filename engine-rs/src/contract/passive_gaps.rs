//! Passive gaps of the reference paths; the manifest has their mean (`RULES.md` 1).

use crate::evaluation::benchmark::{buy_and_hold, idle};
use crate::evaluation::utility::Utility;
use crate::generator::path_seeds::reference_seeds;
use crate::generator::{MarketSpec, WARMUP_DAYS, path};
use crate::market::{Series, Timeframe};
use std::sync::Arc;

/// Capital of both lines, accounting asset; their utilities hardly depend on it.
const CAPITAL: f64 = 100_000.0;

/// Returns `U_hold - U_idle`, per year, of `count` of the 65,536 reference paths of a market, in
/// order from number `from`, counted from 0. Empty for a market or a number of bars per day that
/// the generator does not know.
///
/// Only the tasks that make and check the official manifest call it.
pub fn passive_gaps(market_id: u32, bars_per_day: usize, from: usize, count: usize) -> Vec<f64> {
    let timeframe = Timeframe::ALL.into_iter().find(|one| one.bars_per_day() == bars_per_day);
    let (Some(spec), Some(timeframe)) = (MarketSpec::of_id(market_id), timeframe) else {
        return Vec::new();
    };
    let clock = Arc::new(spec.clock(timeframe));
    let seeds = reference_seeds().skip(from).take(count);
    let gap = |seed| gap_of(&path(spec, seed, &clock)?, WARMUP_DAYS * bars_per_day);
    seeds.filter_map(gap).collect()
}

fn gap_of(series: &Series, start: usize) -> Option<f64> {
    let utility = |metrics| Utility::of(&metrics).total();
    let hold = buy_and_hold(CAPITAL, series, start).map(utility)?;
    Some(hold - idle(CAPITAL, series, start).map(utility)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_in_order_from_any_start() {
        let first = passive_gaps(2, 1, 0, 5);
        assert_eq!(first.len(), 5);
        assert_eq!(passive_gaps(2, 1, 3, 2), first[3..]);
        assert_eq!(passive_gaps(2, 1, 65_535, 5).len(), 1);
        assert_ne!(passive_gaps(2, 24, 0, 5), first);
    }

    #[test]
    fn unknown_markets_and_timeframes_have_no_gaps() {
        assert!(passive_gaps(4, 1, 0, 5).is_empty());
        assert!(passive_gaps(1, 2, 0, 5).is_empty());
    }
}
