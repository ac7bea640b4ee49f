//! The pull of the PT price to par (features ptPrice, daysToExpiry).

super::catalogue_entry::strategies! {
    pull_to_par_hold,
    discount_threshold,
    discount_zscore,
    maturity_ramp,
    par_path_residual,
    carry_to_cost,
}
