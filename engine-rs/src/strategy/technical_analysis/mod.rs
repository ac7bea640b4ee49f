//! Patterns of the implied yield alone (feature impliedApy). High yield is cheap PT.

super::catalogue_entry::strategies! {
    yield_rsi::YieldRsi,
    yield_macd::YieldMacd,
    yield_sma_cross::YieldSmaCross,
    yield_ema_trend::YieldEmaTrend,
    yield_bollinger::YieldBollinger,
    yield_donchian::YieldDonchian,
    yield_kama::YieldKama,
    yield_stochastic::YieldStochastic,
    yield_keltner::YieldKeltner,
    yield_tsmom::YieldTsmom,
}
