//! Time to maturity and the slope of yields (features impliedApy, daysToExpiry).

super::catalogue_entry::strategies! {
    roll_down_capture::RollDownCapture,
    term_slope::TermSlope,
    carry_roll_score::CarryRollScore,
    duration_vol_target::DurationVolTarget,
    forward_rate_value::ForwardRateValue,
    expiry_week_fade::ExpiryWeekFade,
}
