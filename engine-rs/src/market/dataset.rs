//! A dataset with the facts of its manifest.

use super::{Provenance, Series, Unknown};

/// The bars of a market on one timeframe, with the facts of its manifest and the scored window.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// Public id of the market.
    pub market_id: u32,
    /// Public key of the market.
    pub market_key: String,
    /// Key of the official market of the same asset, of which this is a real maturity.
    #[doc(hidden)]
    pub asset: Option<String>,
    /// Whether candidates may name the market: others are maturities of a panel only.
    #[doc(hidden)]
    pub is_served: bool,
    /// Its provenance.
    #[doc(hidden)]
    pub provenance: Provenance,
    /// Inputs that are absent or estimated.
    #[doc(hidden)]
    pub unknown: Unknown,
    /// SHA-256 of the dataset's file, hex.
    pub sha256: String,
    /// First traded and scored bar; the bars before it are warmup.
    pub trade_start_index: usize,
    /// The bars.
    #[doc(hidden)]
    pub series: Series,
}
