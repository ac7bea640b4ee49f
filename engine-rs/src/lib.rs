//! Deterministic simulation and evaluation engine of the strategy arena.
//!
//! A pure function of bytes: the same request on the same dataset gives the same answer in the
//! native build, in WebAssembly on the server and in a browser.
//!
//! Conventions: timestamps are epoch milliseconds UTC and close a bar; rates are decimals (0.08 is
//! 8 %) per year of 365 days; money is in accounting-asset units; losses, costs and turnover are
//! positive.
//!
//! # The timeline of a bar
//!
//! 1. Observe: the strategy sees the bars up to `t` and gives a target in [0, 1] or holds.
//! 2. Mark: equity is `shares*syIndex[t] + units*ptPrice[t]`.
//! 3. Redeem: at expiry all PT become SY of the same value, free of cost.
//! 4. Intend: a target far enough from the position last executed is an intent.
//! 5. Guard: hold time, share of the pool, pool bounds, slippage, edge; the first veto wins.
//! 6. Fill at the close against the pool, pay the fee, record; the new holding earns from `t+1` on.

pub mod contract;
pub mod error;
pub mod evaluation;
pub mod execution;
pub mod generator;
pub mod indicator;
pub mod json;
pub mod market;
pub mod metric;
pub mod num;
pub mod portfolio;
pub mod random;
pub mod simulation;
pub mod strategy;
pub mod time;
pub mod version;
#[cfg(target_arch = "wasm32")]
mod wasm;
