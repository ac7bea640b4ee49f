//! The pull of the PT price to par (features ptPrice, daysToExpiry).

super::catalogue_entry::strategies! {
    pull_to_par_hold::PullToParHold,
    discount_threshold::DiscountThreshold,
    discount_zscore::DiscountZscore,
    maturity_ramp::MaturityRamp,
    par_path_residual::ParPathResidual,
    carry_to_cost::CarryToCost,
}
