//! Fixed PT against floating SY (features impliedApy, underlyingApy).

super::catalogue_entry::strategies! {
    implied_underlying_spread,
    spread_zscore,
    fixed_floating_breakeven,
    underlying_lead,
    cointegration_residual,
    cash_floor_excess,
}
