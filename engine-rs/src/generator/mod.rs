//! The seeded generator of the official datasets and of the paths behind a verdict.
//!
//! A market is a handful of processes, each in its own file and on its own stream of random
//! numbers: the era with its booms and seasons, the trading hours, the implied yield, its rise
//! before expiry, the floating rate, the value of the pool, the volume, the next maturity.
//! [`generate`] turns them into columns, where prices, reserves and the pool's share follow from
//! the identities of `RULES.md` 1. A market and a seed decide every bit; there is no clock and no
//! file.

mod anchor;
mod assemble;
mod closing_rise;
mod draw;
mod era;
mod far_maturity;
mod floating_rate;
mod implied_yield;
mod lazy;
mod liquidity;
mod market_spec;
mod mean_reversion;
pub mod path_seeds;
mod paths;
mod trading_hours;
mod volatility;
mod volume;

pub use era::{Booms, Seasons};
pub use far_maturity::FarMaturity;
pub use floating_rate::FloatingRate;
pub use implied_yield::{ImpliedYield, Jumps};
pub use liquidity::{Drain, Liquidity};
pub use market_spec::{MarketSpec, PassiveGaps};
pub use mean_reversion::{Dispersion, MeanReversion};
pub use volatility::{Regimes, Volatility};
pub use volume::Volume;

use crate::market::{Clock, Columns, MarketTerms, Series, Timeframe};
use std::sync::Arc;

/// Returns the bars of a dataset of a market, equal to [`generate`] to the bit. Yield, price and SY
/// index are made at once, the other columns when they are read. `None` for a clock that the market
/// does not have.
pub fn path(spec: &'static MarketSpec, seed: u64, clock: &Arc<Clock>) -> Option<Series> {
    spec.has_clock(clock).then(|| lazy::series(spec, seed, clock))
}

/// Days before the scored window of an official dataset and of every path of a market.
pub const WARMUP_DAYS: usize = 30;

/// Returns a dataset of a market. The daily dataset of a seed consists of the 00:00 bars of its
/// hourly one.
pub fn generate(spec: &MarketSpec, seed: u64, timeframe: Timeframe) -> (MarketTerms, Columns) {
    let terms = MarketTerms {
        timeframe,
        expiry: spec.expiry,
        scalar_root: spec.scalar_root,
        py_index: None,
        far_expiry: spec.far_expiry(),
    };
    (terms, assemble::assemble(spec, seed, timeframe))
}

#[cfg(test)]
mod tests;
