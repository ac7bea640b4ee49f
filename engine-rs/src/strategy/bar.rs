//! The bars that a strategy may see: the newest one, by name. What comes later cannot be asked.

use crate::market::{Column, Feature, FeatureSet, Series, pool_pt_share};

/// The columns of a series that strategies read, looked up once for a whole run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bars<'a> {
    count: usize,
    log_yield: &'a [f64],
    implied_apy: &'a [f64],
    log_underlying: &'a [f64],
    pt_price: &'a [f64],
    days_to_expiry: &'a [f64],
    tau: &'a [f64],
    total_pt: &'a [f64],
    total_sy: &'a [f64],
    sy_index: &'a [f64],
    tvl: &'a [f64],
    volume: &'a [f64],
    log_far_yield: &'a [f64],
    far_gap: f64,
}

impl<'a> Bars<'a> {
    /// Returns the columns of a series up to expiry. Price, `logYield` and time to expiry are always
    /// available (each follows from the other two), other columns only if `features` lists them, and
    /// `impliedApy` only if it is read: a column that nobody reads is not made. Strategies that need
    /// the next maturity are rejected earlier where there is none.
    #[inline(always)]
    pub(super) fn of(series: &'a Series, features: FeatureSet, reads_implied_apy: bool) -> Self {
        // Columns of one length: a bar inside one is inside all, and nothing is checked twice.
        let count = series.clock.expiry_index;
        let named = |feature: Feature, column: &'a Column| {
            if features.has(feature) { upto(count, column) } else { &[] }
        };
        let far = series.log_far_yield.as_ref().unwrap_or(&series.log_yield);
        let implied_apy = if reads_implied_apy { &series.implied_apy } else { &series.log_yield };
        Self {
            count,
            log_yield: upto(count, &series.log_yield),
            implied_apy: upto(count, implied_apy),
            log_underlying: named(Feature::UnderlyingApy, &series.log_underlying),
            pt_price: upto(count, &series.pt_price),
            days_to_expiry: upto(count, &series.clock.days_to_expiry),
            tau: upto(count, &series.clock.tau),
            total_pt: named(Feature::PoolState, &series.total_pt),
            total_sy: named(Feature::PoolState, &series.total_sy),
            sy_index: named(Feature::PoolState, &series.sy_index),
            tvl: named(Feature::Liquidity, &series.tvl),
            volume: named(Feature::Volume, &series.volume),
            log_far_yield: named(Feature::TermStructure, far),
            far_gap: series.clock.far_gap().unwrap_or(f64::NAN),
        }
    }

    /// Returns the number of bars.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns the bar at an index.
    #[inline(always)]
    pub(super) fn bar(&self, at: usize) -> Bar<'_> {
        Bar { bars: self, at }
    }
}

#[inline(always)]
fn upto(count: usize, column: &[f64]) -> &[f64] {
    column.get(..count).unwrap_or_else(|| too_short())
}

#[cold]
#[inline(never)]
fn too_short() -> ! {
    unreachable!("the columns of a series are of one length")
}

/// The newest bar. Strategies remember what they need of earlier ones.
#[derive(Debug, Clone, Copy)]
pub struct Bar<'a> {
    bars: &'a Bars<'a>,
    at: usize,
}

impl Bar<'_> {
    /// `y = ln(1 + impliedApy)`.
    #[inline(always)]
    pub fn log_yield(&self) -> f64 {
        self.bars.log_yield[self.at]
    }

    /// Annual yield implied by the PT price.
    #[inline(always)]
    pub fn implied_apy(&self) -> f64 {
        self.bars.implied_apy[self.at]
    }

    /// `u = ln(1 + underlyingApy)`.
    #[inline(always)]
    pub fn log_underlying(&self) -> f64 {
        self.bars.log_underlying[self.at]
    }

    /// PT price in accounting asset.
    #[inline(always)]
    pub fn pt_price(&self) -> f64 {
        self.bars.pt_price[self.at]
    }

    /// Days to expiry.
    #[inline(always)]
    pub fn days_to_expiry(&self) -> f64 {
        self.bars.days_to_expiry[self.at]
    }

    /// Years (of 365 days) to expiry.
    #[inline(always)]
    pub fn tau(&self) -> f64 {
        self.bars.tau[self.at]
    }

    /// Share of PT in the pool, see [`pool_pt_share`].
    #[inline(always)]
    pub fn pool_pt_share(&self) -> f64 {
        let asset = self.bars.total_sy[self.at] * self.bars.sy_index[self.at];
        pool_pt_share(self.bars.total_pt[self.at], asset)
    }

    /// Value of the pool, accounting asset.
    #[inline(always)]
    pub fn tvl(&self) -> f64 {
        self.bars.tvl[self.at]
    }

    /// Traded in the bar, accounting asset.
    #[inline(always)]
    pub fn volume(&self) -> f64 {
        self.bars.volume[self.at]
    }

    /// `ln(1 + farImpliedApy)` of the next maturity.
    #[inline(always)]
    pub fn log_far_yield(&self) -> f64 {
        self.bars.log_far_yield[self.at]
    }

    /// Years from this maturity to the next.
    #[inline(always)]
    pub fn far_gap(&self) -> f64 {
        self.bars.far_gap
    }
}
