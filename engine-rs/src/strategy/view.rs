//! The bars that a strategy may see: the newest one, by name. What comes later cannot be asked.

use crate::market::Series;

/// The newest bar. Strategies remember what they need of earlier ones.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    series: &'a Series,
    at: usize,
}

impl<'a> View<'a> {
    /// Returns the view of bar `at`, which must be one of the series.
    pub(super) fn new(series: &'a Series, at: usize) -> Self {
        Self { series, at }
    }

    /// `y = ln(1 + impliedApy)`.
    pub fn log_yield(&self) -> f64 {
        self.series.log_yield[self.at]
    }

    /// Annual yield implied by the PT price.
    pub fn implied_apy(&self) -> f64 {
        self.series.implied_apy[self.at]
    }

    /// `u = ln(1 + underlyingApy)`.
    pub fn log_underlying(&self) -> f64 {
        self.series.log_underlying[self.at]
    }

    /// PT price in accounting asset.
    pub fn pt_price(&self) -> f64 {
        self.series.pt_price[self.at]
    }

    /// Days to expiry.
    pub fn days_to_expiry(&self) -> f64 {
        self.series.clock.days_to_expiry[self.at]
    }

    /// Years (of 365 days) to expiry.
    pub fn tau(&self) -> f64 {
        self.series.clock.tau[self.at]
    }

    /// Share of PT in the pool's value at the accounting asset: `totalPt/(totalPt + totalSy*syIndex)`.
    pub fn pool_pt_share(&self) -> f64 {
        let total_pt = self.series.total_pt[self.at];
        total_pt / (total_pt + self.series.total_sy[self.at] * self.series.sy_index[self.at])
    }

    /// Value of the pool, accounting asset.
    pub fn tvl(&self) -> f64 {
        self.series.tvl[self.at]
    }

    /// Traded in the bar, accounting asset.
    pub fn volume(&self) -> f64 {
        self.series.volume[self.at]
    }

    /// `ln(1 + farImpliedApy)` of the next maturity; a series without one is refused before a run.
    pub fn log_far_yield(&self) -> f64 {
        self.series.log_far_yield.as_ref().map_or(f64::NAN, |column| column[self.at])
    }

    /// Years from this maturity to the next.
    pub fn far_gap(&self) -> f64 {
        self.series.clock.far_gap().unwrap_or(f64::NAN)
    }
}
