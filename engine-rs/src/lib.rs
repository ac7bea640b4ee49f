//! Deterministic simulation and evaluation of trading strategies on fixed-income markets: principal
//! tokens (PT) that are bought below par and paid at par, beside the yield-bearing wrapper (SY).
//!
//! The same [`Dataset`], [`Candidate`] and [`ExecutionProfile`] give the same bits in the native
//! build, in WebAssembly on a server and in a browser.
//!
//! ```
//! use arena_engine::{Candidate, Dataset, Plan, Timeframe, run};
//!
//! let dataset = Dataset::generate("susde", Timeframe::Hourly, 7)?;
//! let body = br#"{"marketId": 1, "components": [{"strategyId": "yield-bollinger"}]}"#;
//! let candidate = Candidate::parse(body, &dataset)?;
//! let outcome = run(&Plan::new(&candidate, &dataset)?)?;
//! assert!(outcome.counts.fills > 0);
//! assert!(outcome.metrics.number("compoundAnnualReturn") > Some(0.0));
//! # Ok::<(), arena_engine::EngineError>(())
//! ```
//!
//! [`run`] is the simulation alone. [`Arena`] is the whole service over JSON: views of a run,
//! evidence, scenarios, score, eligibility.
//!
//! # Conventions
//!
//! Timestamps are epoch milliseconds UTC and close a bar; rates are decimals (0.08 is 8 %) per year
//! of 365 days; money is in accounting-asset units; losses, costs and turnover are positive.
//!
//! # The timeline of a bar
//!
//! 1. Observe: the strategy sees the bars up to `t` and gives a target in [0, 1] or holds.
//! 2. Mark: equity is `shares*syIndex[t] + units*ptPrice[t]`.
//! 3. Redeem: at expiry all PT become SY of the same value, free of cost.
//! 4. Intend: a target far enough from the position last executed is an intent.
//! 5. Guard: hold time, share of the pool, pool bounds, slippage, edge; the first veto wins.
//! 6. Fill at the close against the pool, pay the fee, record; the new holding earns from `t+1` on.

mod contract;
mod error;
mod evaluation;
mod execution;
mod generator;
mod indicator;
mod json;
mod library;
mod market;
mod metric;
mod num;
mod portfolio;
mod random;
mod season;
mod simulation;
mod strategy;
mod summary;
mod sweep;
mod time;
mod version;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod words;

pub use contract::{Arena, Candidate, engine_info, family_profile, strategy_catalogue};
pub use error::{EngineError, ErrorCode, FieldError, Operand, Result};
pub use evaluation::{Trial, TrialLedger, Trials, Uncounted};
pub use execution::{ExecutionProfile, PROFILE, SkipReason};
pub use library::{Outcome, Plan, run};
pub use market::{Dataset, Timeframe};
pub use portfolio::Counts;
pub use simulation::{Metrics, Value as MetricValue};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Internals for the tests, the native program and the benchmarks of this repository. They are not
/// part of the library: any version may change them.
#[doc(hidden)]
pub mod internals {
    macro_rules! open {
        ($($module:ident)*) => {
            $(pub mod $module {
                pub use crate::$module::*;
            })*
        };
    }
    open! {
        contract evaluation execution generator indicator json market metric num portfolio random season
        simulation strategy summary sweep time
    }
}
