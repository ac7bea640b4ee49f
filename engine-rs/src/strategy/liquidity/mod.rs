//! The state and activity of the pool.

mod amihud_gate;
mod depth_scaled_carry;
mod pool_imbalance;
mod turnover_carry;
mod tvl_trend;
mod volume_surge_fade;

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] = &[
    Entry::of::<pool_imbalance::PoolImbalance>(),
    Entry::of::<tvl_trend::TvlTrend>(),
    Entry::of::<volume_surge_fade::VolumeSurgeFade>(),
    Entry::of::<amihud_gate::AmihudGate>(),
    Entry::of::<depth_scaled_carry::DepthScaledCarry>(),
    Entry::of::<turnover_carry::TurnoverCarry>(),
];
