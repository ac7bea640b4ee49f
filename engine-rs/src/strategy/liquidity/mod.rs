//! The state and activity of the pool.

super::catalogue_entry::strategies! {
    pool_imbalance,
    tvl_trend,
    volume_surge_fade,
    amihud_gate,
    depth_scaled_carry,
    turnover_carry,
}
