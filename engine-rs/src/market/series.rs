//! The columns of the simulation: those of the dataset and those derived from them.

use super::{Clock, Column, Columns, Derived, Feature, FeatureSet, MarketTerms};
use crate::error::Result;
use crate::num::transcend;
use std::sync::Arc;

/// Returns the PT share of a pool's value, `totalPt/(totalPt + asset)`, with PT counted at par.
///
/// `asset` is the value of the SY reserves in the accounting asset, `totalSy*syIndex`.
#[inline(always)]
pub fn pool_pt_share(total_pt: f64, asset: f64) -> f64 {
    total_pt / (total_pt + asset)
}

/// The bars of one market and timeframe, or of a scenario made from them. Every column has the
/// length of the clock.
#[derive(Debug, Clone)]
pub struct Series {
    /// When the bars close.
    pub clock: Arc<Clock>,
    /// Scalar root of the pool's curve.
    pub scalar_root: f64,
    /// Largest SY index before the first bar; 0 if unknown.
    pub py_index: f64,
    /// Annual yield implied by the PT price.
    pub implied_apy: Column,
    /// `ln(1 + impliedApy)`.
    pub log_yield: Column,
    /// `u = ln(1 + underlyingApy)`.
    pub log_underlying: Column,
    /// PT price in accounting asset.
    pub pt_price: Column,
    /// `ln(ptPrice)`.
    pub log_price: Column,
    /// PT in the pool.
    pub total_pt: Column,
    /// SY shares in the pool.
    pub total_sy: Column,
    /// Accounting asset per SY share.
    pub sy_index: Column,
    /// Value of the pool, accounting asset.
    pub tvl: Column,
    /// Volume of the bar, accounting asset; unknown for some imported markets.
    pub volume: Option<Column>,
    /// `ln(1 + farImpliedApy)`.
    pub log_far_yield: Option<Column>,
    /// Columns that strategies derived from these; `None` if the series is not that of a dataset.
    #[doc(hidden)]
    pub derived: Option<Arc<Derived>>,
}

impl Series {
    /// Checks the columns of a dataset and derives the others.
    ///
    /// # Errors
    /// `DATASET_INVALID` names the first column and bar that violate a rule.
    pub fn new(terms: &MarketTerms, columns: Columns) -> Result<Self> {
        let clock = Arc::new(columns.checked_clock(terms)?);
        let series = Self::of(clock, terms.scalar_root, columns);
        let (py_index, derived) = (terms.py_index.unwrap_or_default(), Some(Arc::default()));
        Ok(Self { py_index, derived, ..series })
    }

    /// Derives the other columns from columns that satisfy the rules on the given clock.
    pub fn of(clock: Arc<Clock>, scalar_root: f64, columns: Columns) -> Self {
        let log_growth =
            |apys: Vec<f64>| Column::lazy(move || transcend::map_changes(&apys, transcend::ln_1p));
        let pt_price = Column::new(columns.pt_price);
        Self {
            clock,
            scalar_root,
            py_index: 0.0,
            log_yield: Column::new(transcend::map_changes(&columns.implied_apy, transcend::ln_1p)),
            log_underlying: log_growth(columns.underlying_apy),
            log_price: Self::log_price_of(&pt_price),
            log_far_yield: columns.far_implied_apy.map(log_growth),
            implied_apy: Column::new(columns.implied_apy),
            pt_price,
            total_pt: Column::new(columns.total_pt),
            total_sy: Column::new(columns.total_sy),
            sy_index: Column::new(columns.sy_index),
            tvl: Column::new(columns.tvl),
            volume: columns.volume.map(Column::new),
            derived: None,
        }
    }

    /// Returns the logarithm of prices.
    pub fn log_price_of(pt_price: &Column) -> Column {
        let pt_price = pt_price.clone();
        Column::lazy(move || pt_price.iter().map(|price| transcend::ln(*price)).collect())
    }

    /// Returns the columns as in a dataset file of these bars.
    pub fn columns(&self) -> Columns {
        let apys = |logs: &[f64]| logs.iter().map(|log| transcend::exp_m1(*log)).collect();
        Columns {
            timestamp: self.clock.timestamp.clone(),
            implied_apy: self.implied_apy.to_vec(),
            underlying_apy: apys(&self.log_underlying),
            pt_price: self.pt_price.to_vec(),
            total_pt: self.total_pt.to_vec(),
            total_sy: self.total_sy.to_vec(),
            sy_index: self.sy_index.to_vec(),
            tvl: self.tvl.to_vec(),
            volume: self.volume.as_ref().map(|volume| volume.to_vec()),
            far_implied_apy: self.log_far_yield.as_ref().map(|logs| apys(logs)),
        }
    }

    /// Returns the same bars again; columns are shared until one of them is replaced. Inlining this
    /// clone wherever a scenario begins would add a kilobyte of WebAssembly.
    #[inline(never)]
    #[must_use]
    pub fn shared(&self) -> Self {
        Self { derived: None, ..self.clone() }
    }

    /// Returns the first bars alone, as if the later ones did not exist yet.
    #[must_use]
    pub fn first(&self, bars: usize) -> Self {
        let first = |column: &Column| column.beginning(bars);
        let Clock { timeframe, ref timestamp, expiry, far_expiry, .. } = *self.clock;
        Self {
            clock: Arc::new(Clock::new(timeframe, timestamp[..bars].to_vec(), expiry, far_expiry)),
            scalar_root: self.scalar_root,
            py_index: self.py_index,
            implied_apy: first(&self.implied_apy),
            log_yield: first(&self.log_yield),
            log_underlying: first(&self.log_underlying),
            pt_price: first(&self.pt_price),
            log_price: first(&self.log_price),
            total_pt: first(&self.total_pt),
            total_sy: first(&self.total_sy),
            sy_index: first(&self.sy_index),
            tvl: first(&self.tvl),
            volume: self.volume.as_ref().map(first),
            log_far_yield: self.log_far_yield.as_ref().map(first),
            derived: None,
        }
    }

    /// Returns the number of bars.
    pub fn bars(&self) -> usize {
        self.clock.bars()
    }

    /// Returns the PT share of the pool at a bar, see [`pool_pt_share`].
    #[inline(never)]
    pub fn pool_pt_share(&self, at: usize) -> f64 {
        pool_pt_share(self.total_pt[at], self.total_sy[at] * self.sy_index[at])
    }

    /// Returns the features of these bars.
    pub fn features(&self) -> FeatureSet {
        let mut features = FeatureSet::of(&Feature::ALL);
        if self.volume.is_none() {
            features = features.without(Feature::Volume);
        }
        if self.log_far_yield.is_none() {
            features = features.without(Feature::TermStructure);
        }
        features
    }
}
