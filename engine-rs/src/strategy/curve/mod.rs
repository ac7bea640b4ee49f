//! Time to maturity and the slope of yields (features impliedApy, daysToExpiry).

super::catalogue_entry::strategies! {
    roll_down_capture,
    term_slope,
    carry_roll_score,
    duration_vol_target,
    forward_rate_value,
    expiry_week_fade,
}
