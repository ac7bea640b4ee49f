//! A dataset with the facts of its manifest.

use super::Series;

/// Where a dataset comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Provenance {
    /// Made by the generator of this engine from a seed.
    Synthetic {
        /// The seed.
        seed: u64,
        /// What holding PT is better by than leaving all capital in SY in the mean of the market's
        /// reference paths, a difference of utilities per year (`RULES.md` 1).
        passive_gap: f64,
    },
    /// Imported from the named source.
    Imported(String),
}

/// The bars of a market on one timeframe, with the facts of its manifest and the scoring window.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// Public id of the market.
    pub market_id: u32,
    /// Public key of the market.
    pub market_key: String,
    /// Where it comes from.
    #[doc(hidden)]
    pub provenance: Provenance,
    /// Sha256 of the dataset's file, hex.
    pub sha256: String,
    /// First traded and scored bar; the bars before it are warmup.
    pub trade_start_index: usize,
    /// The bars.
    #[doc(hidden)]
    pub series: Series,
}
