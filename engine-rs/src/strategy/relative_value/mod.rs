//! Fixed PT against floating SY (features impliedApy, underlyingApy).

mod cash_floor_excess;
mod cointegration_residual;
mod fixed_floating_breakeven;
mod implied_underlying_spread;
mod spread_zscore;
mod underlying_lead;

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] = &[
    Entry::of::<implied_underlying_spread::ImpliedUnderlyingSpread>(),
    Entry::of::<spread_zscore::SpreadZscore>(),
    Entry::of::<fixed_floating_breakeven::FixedFloatingBreakeven>(),
    Entry::of::<underlying_lead::UnderlyingLead>(),
    Entry::of::<cointegration_residual::CointegrationResidual>(),
    Entry::of::<cash_floor_excess::CashFloorExcess>(),
];
