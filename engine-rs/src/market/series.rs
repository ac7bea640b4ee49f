//! The columns as the simulation reads them: what was written and what is derived from it.

use super::{Clock, Columns, Feature, FeatureSet, Terms};
use crate::error::Result;
use crate::num::transcend;
use std::rc::Rc;

/// The bars of one market and timeframe, or of a scenario made from them. Every column has the
/// length of the clock.
#[derive(Debug, Clone)]
pub struct Series {
    /// When the bars close.
    pub clock: Rc<Clock>,
    /// Scalar root of the pool's curve.
    pub scalar_root: f64,
    /// Annual yield implied by the PT price.
    pub implied_apy: Vec<f64>,
    /// `ln(1 + impliedApy)`.
    pub log_yield: Vec<f64>,
    /// `u = ln(1 + underlyingApy)`.
    pub log_underlying: Vec<f64>,
    /// PT price in accounting asset.
    pub pt_price: Vec<f64>,
    /// `ln(ptPrice)`.
    pub log_price: Vec<f64>,
    /// PT in the pool.
    pub total_pt: Vec<f64>,
    /// SY shares in the pool.
    pub total_sy: Vec<f64>,
    /// Accounting asset per SY share.
    pub sy_index: Vec<f64>,
    /// Value of the pool, accounting asset.
    pub tvl: Vec<f64>,
    /// Traded in the bar, accounting asset.
    pub volume: Vec<f64>,
    /// `ln(1 + farImpliedApy)`.
    pub log_far_yield: Option<Vec<f64>>,
}

impl Series {
    /// Checks the columns of a dataset and derives the rest.
    ///
    /// # Errors
    /// `DATASET_INVALID` names the first column and bar that break a rule.
    pub fn new(terms: &Terms, columns: Columns) -> Result<Self> {
        let clock = Rc::new(columns.checked_clock(terms)?);
        let log_growth = |apys: &[f64]| apys.iter().map(|apy| transcend::ln_1p(*apy)).collect();
        Ok(Self {
            clock,
            scalar_root: terms.scalar_root,
            log_yield: log_growth(&columns.implied_apy),
            log_underlying: log_growth(&columns.underlying_apy),
            log_price: columns.pt_price.iter().map(|price| transcend::ln(*price)).collect(),
            log_far_yield: columns.far_implied_apy.as_deref().map(log_growth),
            implied_apy: columns.implied_apy,
            pt_price: columns.pt_price,
            total_pt: columns.total_pt,
            total_sy: columns.total_sy,
            sy_index: columns.sy_index,
            tvl: columns.tvl,
            volume: columns.volume,
        })
    }

    /// Returns the number of bars.
    pub fn bars(&self) -> usize {
        self.clock.bars()
    }

    /// Returns what these bars offer.
    pub fn features(&self) -> FeatureSet {
        if self.log_far_yield.is_some() {
            FeatureSet::of(&Feature::ALL)
        } else {
            let (near, _) = Feature::ALL.split_at(Feature::ALL.len() - 1);
            FeatureSet::of(near)
        }
    }
}
