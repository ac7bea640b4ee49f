//! Patterns of the implied yield alone (feature impliedApy). High yield is cheap PT.

super::catalogue_entry::strategies! {
    yield_rsi,
    yield_macd,
    yield_sma_cross,
    yield_ema_trend,
    yield_bollinger,
    yield_donchian,
    yield_kama,
    yield_stochastic,
    yield_keltner,
    yield_tsmom,
}
