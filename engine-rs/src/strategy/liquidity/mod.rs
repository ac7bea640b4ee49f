//! The state and activity of the pool.

mod amihud_gate;
mod depth_scaled_carry;
mod pool_imbalance;
mod turnover_carry;
mod tvl_trend;
mod volume_surge_fade;

use super::CatalogueEntry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[CatalogueEntry] = &[
    CatalogueEntry::of::<pool_imbalance::PoolImbalance>(),
    CatalogueEntry::of::<tvl_trend::TvlTrend>(),
    CatalogueEntry::of::<volume_surge_fade::VolumeSurgeFade>(),
    CatalogueEntry::of::<amihud_gate::AmihudGate>(),
    CatalogueEntry::of::<depth_scaled_carry::DepthScaledCarry>(),
    CatalogueEntry::of::<turnover_carry::TurnoverCarry>(),
];
