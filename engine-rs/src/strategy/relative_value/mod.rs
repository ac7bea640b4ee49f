//! Fixed PT against floating SY (features impliedApy, underlyingApy).

super::catalogue_entry::strategies! {
    implied_underlying_spread::ImpliedUnderlyingSpread,
    spread_zscore::SpreadZscore,
    fixed_floating_breakeven::FixedFloatingBreakeven,
    underlying_lead::UnderlyingLead,
    cointegration_residual::CointegrationResidual,
    cash_floor_excess::CashFloorExcess,
}
