//! Fixed PT against floating SY (features impliedApy, underlyingApy).

mod cash_floor_excess;
mod cointegration_residual;
mod fixed_floating_breakeven;
mod implied_underlying_spread;
mod spread_zscore;
mod underlying_lead;

use super::CatalogueEntry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[CatalogueEntry] = &[
    CatalogueEntry::of::<implied_underlying_spread::ImpliedUnderlyingSpread>(),
    CatalogueEntry::of::<spread_zscore::SpreadZscore>(),
    CatalogueEntry::of::<fixed_floating_breakeven::FixedFloatingBreakeven>(),
    CatalogueEntry::of::<underlying_lead::UnderlyingLead>(),
    CatalogueEntry::of::<cointegration_residual::CointegrationResidual>(),
    CatalogueEntry::of::<cash_floor_excess::CashFloorExcess>(),
];
