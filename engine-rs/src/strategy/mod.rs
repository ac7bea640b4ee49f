//! Strategies: pure rules from the bars seen so far to a target position.
//!
//! A strategy never sees execution, costs or its own fills. [`catalogue`] lists them all; each
//! lives in a file of its own under its category.

mod bar;
pub mod catalogue;
mod catalogue_entry;
mod convergence;
mod curve;
mod field;
mod liquidity;
mod param;
mod relative_value;
mod signal;
mod spec;
mod targets;
mod technical_analysis;
#[cfg(test)]
pub(crate) mod testing;
mod zscore_band;

pub use bar::Bar;
use bar::Bars;
pub use catalogue_entry::CatalogueEntry;
pub use field::Field;
pub use param::{ParamError, ParamKind, ParamSpec, ParamValue, ParamValues};
pub use signal::{Signal, band};
pub use spec::{Category, Operator, Relation, StrategySpec};
pub use targets::{Step, Targets};
use zscore_band::ZScoreBand;

use crate::market::{Series, Timeframe};

/// What a strategy may know of its sleeve besides the bars.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// Length of a bar.
    pub timeframe: Timeframe,
    /// Capital of the sleeve, accounting asset.
    pub capital: f64,
}

/// A rule that answers one bar after the other, oldest first.
pub trait Strategy {
    /// Its description in the catalogue.
    const SPEC: StrategySpec;

    /// Whether it is a switch that remembers nothing: in, out or no opinion by the newest bar alone.
    const IS_SWITCH: bool = false;

    /// Whether it reads `impliedApy` itself. One with a parameter `field` reads it where that says.
    const READS_IMPLIED_APY: bool = false;

    /// Returns the strategy before its first bar. The values satisfy the spec.
    fn new(params: &ParamValues, context: &Context) -> Self;

    /// Sees the next bar and returns the target that it wants now.
    fn observe(&mut self, bar: Bar<'_>) -> Signal;
}

/// Returns what a strategy reads.
#[inline(always)]
fn bars_of<'s, S: Strategy>(params: &ParamValues, series: &'s Series) -> Bars<'s> {
    let implied_apy = S::READS_IMPLIED_APY || matches!(Field::of(params), Field::ImpliedApy);
    Bars::of(series, S::SPEC.features, implied_apy)
}

/// Returns the signal of a strategy on each bar before expiry.
#[cfg(test)]
fn signals<S: Strategy>(params: &ParamValues, context: &Context, series: &Series) -> Vec<Signal> {
    let (mut strategy, bars) = (S::new(params, context), bars_of::<S>(params, series));
    (0..bars.count()).map(|at| strategy.observe(bars.bar(at))).collect()
}

/// Runs a strategy over all bars. At or after expiry nothing is asked.
fn decide<S: Strategy>(params: &ParamValues, context: &Context, series: &Series) -> Targets {
    let (mut strategy, bars) = (S::new(params, context), bars_of::<S>(params, series));
    let signal = |at| strategy.observe(bars.bar(at));
    if S::IS_SWITCH {
        Targets::of_independent(bars.count(), signal)
    } else {
        Targets::of(bars.count(), signal)
    }
}
