//! The bars that a strategy may see: the newest one, by name. What comes later cannot be asked.

use crate::market::Series;

/// The columns of a series that strategies read, looked up once for a whole run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bars<'a> {
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
    /// Returns the columns of a series. Without a next maturity its yield is asked by nobody: the
    /// strategies that need it are refused before a run.
    pub(super) fn of(series: &'a Series) -> Self {
        Self {
            log_yield: &series.log_yield,
            implied_apy: &series.implied_apy,
            log_underlying: &series.log_underlying,
            pt_price: &series.pt_price,
            days_to_expiry: &series.clock.days_to_expiry,
            tau: &series.clock.tau,
            total_pt: &series.total_pt,
            total_sy: &series.total_sy,
            sy_index: &series.sy_index,
            tvl: &series.tvl,
            volume: &series.volume,
            log_far_yield: series.log_far_yield.as_ref().map_or(&[], |column| column.as_slice()),
            far_gap: series.clock.far_gap().unwrap_or(f64::NAN),
        }
    }
}

/// The newest bar. Strategies remember what they need of earlier ones.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    bars: &'a Bars<'a>,
    at: usize,
}

impl<'a> View<'a> {
    /// Returns the view of bar `at`, which must be one of the series.
    #[inline]
    pub(super) fn new(bars: &'a Bars<'a>, at: usize) -> Self {
        Self { bars, at }
    }

    /// `y = ln(1 + impliedApy)`.
    #[inline]
    pub fn log_yield(&self) -> f64 {
        self.bars.log_yield[self.at]
    }

    /// Annual yield implied by the PT price.
    #[inline]
    pub fn implied_apy(&self) -> f64 {
        self.bars.implied_apy[self.at]
    }

    /// `u = ln(1 + underlyingApy)`.
    #[inline]
    pub fn log_underlying(&self) -> f64 {
        self.bars.log_underlying[self.at]
    }

    /// PT price in accounting asset.
    #[inline]
    pub fn pt_price(&self) -> f64 {
        self.bars.pt_price[self.at]
    }

    /// Days to expiry.
    #[inline]
    pub fn days_to_expiry(&self) -> f64 {
        self.bars.days_to_expiry[self.at]
    }

    /// Years (of 365 days) to expiry.
    #[inline]
    pub fn tau(&self) -> f64 {
        self.bars.tau[self.at]
    }

    /// Share of PT in the pool's value at the accounting asset: `totalPt/(totalPt + totalSy*syIndex)`.
    #[inline]
    pub fn pool_pt_share(&self) -> f64 {
        let total_pt = self.bars.total_pt[self.at];
        total_pt / (total_pt + self.bars.total_sy[self.at] * self.bars.sy_index[self.at])
    }

    /// Value of the pool, accounting asset.
    #[inline]
    pub fn tvl(&self) -> f64 {
        self.bars.tvl[self.at]
    }

    /// Traded in the bar, accounting asset.
    #[inline]
    pub fn volume(&self) -> f64 {
        self.bars.volume[self.at]
    }

    /// `ln(1 + farImpliedApy)` of the next maturity.
    #[inline]
    pub fn log_far_yield(&self) -> f64 {
        self.bars.log_far_yield[self.at]
    }

    /// Years from this maturity to the next.
    #[inline]
    pub fn far_gap(&self) -> f64 {
        self.bars.far_gap
    }
}
