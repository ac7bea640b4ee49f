//! Patterns of the implied yield alone (feature impliedApy). High yield is cheap PT.

mod yield_bollinger;
mod yield_donchian;
mod yield_ema_trend;
mod yield_kama;
mod yield_keltner;
mod yield_macd;
mod yield_rsi;
mod yield_sma_cross;
mod yield_stochastic;
mod yield_tsmom;

use super::CatalogueEntry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[CatalogueEntry] = &[
    CatalogueEntry::of::<yield_rsi::YieldRsi>(),
    CatalogueEntry::of::<yield_macd::YieldMacd>(),
    CatalogueEntry::of::<yield_sma_cross::YieldSmaCross>(),
    CatalogueEntry::of::<yield_ema_trend::YieldEmaTrend>(),
    CatalogueEntry::of::<yield_bollinger::YieldBollinger>(),
    CatalogueEntry::of::<yield_donchian::YieldDonchian>(),
    CatalogueEntry::of::<yield_kama::YieldKama>(),
    CatalogueEntry::of::<yield_stochastic::YieldStochastic>(),
    CatalogueEntry::of::<yield_keltner::YieldKeltner>(),
    CatalogueEntry::of::<yield_tsmom::YieldTsmom>(),
];
