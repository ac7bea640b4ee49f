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

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] = &[
    Entry::of::<yield_rsi::YieldRsi>(),
    Entry::of::<yield_macd::YieldMacd>(),
    Entry::of::<yield_sma_cross::YieldSmaCross>(),
    Entry::of::<yield_ema_trend::YieldEmaTrend>(),
    Entry::of::<yield_bollinger::YieldBollinger>(),
    Entry::of::<yield_donchian::YieldDonchian>(),
    Entry::of::<yield_kama::YieldKama>(),
    Entry::of::<yield_stochastic::YieldStochastic>(),
    Entry::of::<yield_keltner::YieldKeltner>(),
    Entry::of::<yield_tsmom::YieldTsmom>(),
];
