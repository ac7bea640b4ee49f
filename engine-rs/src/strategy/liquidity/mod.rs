//! The state and activity of the pool.

super::catalogue_entry::strategies! {
    pool_imbalance::PoolImbalance,
    tvl_trend::TvlTrend,
    volume_surge_fade::VolumeSurgeFade,
    amihud_gate::AmihudGate,
    depth_scaled_carry::DepthScaledCarry,
    turnover_carry::TurnoverCarry,
}
