//! The pull of the PT price to par (features ptPrice, daysToExpiry).

mod carry_to_cost;
mod discount_threshold;
mod discount_zscore;
mod maturity_ramp;
mod par_path_residual;
mod pull_to_par_hold;

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] = &[
    Entry::of::<pull_to_par_hold::PullToParHold>(),
    Entry::of::<discount_threshold::DiscountThreshold>(),
    Entry::of::<discount_zscore::DiscountZscore>(),
    Entry::of::<maturity_ramp::MaturityRamp>(),
    Entry::of::<par_path_residual::ParPathResidual>(),
    Entry::of::<carry_to_cost::CarryToCost>(),
];
