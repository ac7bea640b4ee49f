//! A dataset as stored: the columns of the CSV and the constants of the manifest.

use super::{Clock, Timeframe};
use crate::error::{EngineError, ErrorCode, Operand, Result};
use crate::json::EcmaNumber;
use crate::num::{max, min, transcend};

/// Constants of a market, from the manifest.
#[derive(Debug, Clone, PartialEq)]
pub struct MarketTerms {
    /// Length of a bar.
    pub timeframe: Timeframe,
    /// Maturity, epoch ms.
    pub expiry: i64,
    /// Scalar root of the pool's curve.
    pub scalar_root: f64,
    /// Maturity of the next market, epoch ms.
    pub far_expiry: Option<i64>,
    /// Largest SY index before the first bar, if known.
    pub py_index: Option<f64>,
}

/// The columns of a dataset, oldest bar first, all of the same length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Columns {
    /// Close of the bar, epoch ms.
    pub timestamp: Vec<i64>,
    /// Annual yield implied by the PT price.
    pub implied_apy: Vec<f64>,
    /// Annual growth of the SY index over the last seven days.
    pub underlying_apy: Vec<f64>,
    /// PT price in accounting asset.
    pub pt_price: Vec<f64>,
    /// PT in the pool.
    pub total_pt: Vec<f64>,
    /// SY shares in the pool.
    pub total_sy: Vec<f64>,
    /// Accounting asset per SY share.
    pub sy_index: Vec<f64>,
    /// Value of the pool, accounting asset.
    pub tvl: Vec<f64>,
    /// Volume of the bar, accounting asset.
    pub volume: Option<Vec<f64>>,
    /// Implied yield of the next maturity.
    pub far_implied_apy: Option<Vec<f64>>,
}

/// Tolerance of the identities, relative to the value.
const IDENTITY_TOLERANCE: f64 = 1e-9;

impl Columns {
    /// Checks every rule of the columns and returns the clock of the dataset.
    ///
    /// # Errors
    /// `DATASET_INVALID` names the first column and bar that violate a rule.
    pub fn checked_clock(&self, terms: &MarketTerms) -> Result<Clock> {
        self.check_terms(terms)?;
        self.check_timestamps(terms)?;
        self.check_ranges()?;
        let clock =
            Clock::new(terms.timeframe, self.timestamp.clone(), terms.expiry, terms.far_expiry);
        self.check_identities(&clock, terms.py_index.unwrap_or_default())?;
        Ok(clock)
    }

    fn check_terms(&self, terms: &MarketTerms) -> Result<()> {
        if self.timestamp.is_empty() {
            return Err(invalid("timestamp", 0, "no bar at all, must have one at least"));
        }
        if !(terms.scalar_root > 0.0 && terms.scalar_root.is_finite()) {
            return Err(invalid(
                "scalarRoot",
                0,
                format!("{}, must be above 0", EcmaNumber(terms.scalar_root)),
            ));
        }
        if let Some(index) = terms.py_index.filter(|index| !(*index > 0.0 && index.is_finite())) {
            return Err(invalid("pyIndex", 0, format!("{}, must be above 0", EcmaNumber(index))));
        }
        if self.far_implied_apy.is_some() && terms.far_expiry.is_none_or(|far| far <= terms.expiry)
        {
            return Err(invalid("farImpliedApy", 0, "there without a farExpiry after expiry"));
        }
        Ok(())
    }

    fn check_timestamps(&self, terms: &MarketTerms) -> Result<()> {
        let step = terms.timeframe.step_ms();
        for (at, pair) in self.timestamp.windows(2).enumerate() {
            if pair[1] - pair[0] != step {
                let found = pair[1] - pair[0];
                let detail = format!("{found} ms after the bar before, must be {step} ms");
                return Err(invalid("timestamp", at + 1, detail));
            }
        }
        match self.timestamp.iter().position(|t| *t > terms.expiry) {
            Some(at) => Err(invalid("timestamp", at, "after expiry, must be at or before it")),
            None => Ok(()),
        }
    }

    fn check_ranges(&self) -> Result<()> {
        let rules: [(&'static str, &[f64], f64, bool); 9] = [
            ("impliedApy", &self.implied_apy, -1.0, true),
            ("underlyingApy", &self.underlying_apy, -1.0, true),
            ("ptPrice", &self.pt_price, 0.0, true),
            ("totalPt", &self.total_pt, 0.0, true),
            ("totalSy", &self.total_sy, 0.0, true),
            ("syIndex", &self.sy_index, 0.0, true),
            ("tvl", &self.tvl, 0.0, true),
            ("volume", self.volume.as_deref().unwrap_or_default(), 0.0, false),
            ("farImpliedApy", self.far_implied_apy.as_deref().unwrap_or_default(), -1.0, true),
        ];
        for (column, values, bound, open) in rules {
            let wrong = |v: &f64| !v.is_finite() || *v < bound || (open && *v <= bound);
            if let Some(at) = values.iter().position(wrong) {
                let relation = if open { "above" } else { "at least" };
                let detail = format!(
                    "{}, must be a finite number {relation} {}",
                    EcmaNumber(values[at]),
                    EcmaNumber(bound)
                );
                return Err(invalid(column, at, detail));
            }
        }
        match self.pt_price.iter().position(|price| *price >= 1.5) {
            Some(at) => Err(invalid(
                "ptPrice",
                at,
                format!("{}, must be under 1.5", EcmaNumber(self.pt_price[at])),
            )),
            None => Ok(()),
        }
    }

    /// The watermark of a bar is the largest index up to it, including the one before the first
    /// bar.
    fn check_identities(&self, clock: &Clock, mut watermark: f64) -> Result<()> {
        let week = 7 * clock.timeframe.bars_per_day();
        for at in 0..clock.bars() {
            let sy_index = self.sy_index[at];
            watermark = max(watermark, sy_index);
            let par = min(1.0, sy_index / watermark);
            let log_yield = transcend::ln_1p(self.implied_apy[at]);
            let price = transcend::exp(-log_yield * clock.tau[at]) * par;
            agree("ptPrice", at, self.pt_price[at], price)?;
            let tvl = self.total_pt[at] * self.pt_price[at] + self.total_sy[at] * sy_index;
            agree("tvl", at, self.tvl[at], tvl)?;
            if at >= week {
                let growth = transcend::pow(sy_index / self.sy_index[at - week], 365.0 / 7.0);
                agree("underlyingApy", at, 1.0 + self.underlying_apy[at], growth)?;
            }
        }
        Ok(())
    }
}

fn agree(column: &'static str, at: usize, found: f64, wanted: f64) -> Result<()> {
    if (found - wanted).abs() <= IDENTITY_TOLERANCE * max(1.0, wanted.abs()) {
        return Ok(());
    }
    Err(invalid(
        column,
        at,
        format!(
            "{}, must be {} by the dataset's identities",
            EcmaNumber(found),
            EcmaNumber(wanted)
        ),
    ))
}

/// Returns the error of a dataset that violates a rule at one bar.
fn invalid(column: &'static str, bar_index: usize, detail: impl AsRef<str>) -> EngineError {
    let detail = format!("Cannot load dataset: {column} at bar {bar_index} is {}", detail.as_ref());
    EngineError::new(ErrorCode::DatasetInvalid, detail)
        .with("barIndex", Operand::Number(bar_index as f64))
        .with("column", Operand::Text(column.into()))
}

#[cfg(test)]
mod tests;
