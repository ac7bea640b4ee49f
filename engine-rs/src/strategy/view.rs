//! The bars that a strategy may see: the newest one, by name. What comes later cannot be asked.

use crate::market::Series;

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
    /// Returns the columns of a series up to expiry. Without a next maturity its yield is asked by
    /// nobody: the strategies that need it are refused before a run.
    #[inline(always)]
    pub(super) fn of(series: &'a Series) -> Self {
        // Columns of one length: a bar inside one is inside all, and nothing is checked twice.
        let count = series.clock.expiry_index;
        let far = series.log_far_yield.as_ref().map_or(&series.log_yield, |column| column);
        Self {
            count,
            log_yield: &series.log_yield[..count],
            implied_apy: &series.implied_apy[..count],
            log_underlying: &series.log_underlying[..count],
            pt_price: &series.pt_price[..count],
            days_to_expiry: &series.clock.days_to_expiry[..count],
            tau: &series.clock.tau[..count],
            total_pt: &series.total_pt[..count],
            total_sy: &series.total_sy[..count],
            sy_index: &series.sy_index[..count],
            tvl: &series.tvl[..count],
            volume: &series.volume[..count],
            log_far_yield: &far[..count],
            far_gap: series.clock.far_gap().unwrap_or(f64::NAN),
        }
    }

    /// Returns the number of bars.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns the view of a bar.
    #[inline(always)]
    pub(super) fn view(&self, at: usize) -> View<'_> {
        View { bars: self, at }
    }
}

/// The newest bar. Strategies remember what they need of earlier ones.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    bars: &'a Bars<'a>,
    at: usize,
}

impl View<'_> {
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

    /// Share of PT in the pool's value at the accounting asset: `totalPt/(totalPt + totalSy*syIndex)`.
    #[inline(always)]
    pub fn pool_pt_share(&self) -> f64 {
        let total_pt = self.bars.total_pt[self.at];
        total_pt / (total_pt + self.bars.total_sy[self.at] * self.bars.sy_index[self.at])
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
