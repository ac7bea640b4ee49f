//! The pull of the PT price to par (features ptPrice, daysToExpiry).

mod carry_to_cost;
mod discount_threshold;
mod discount_zscore;
mod maturity_ramp;
mod par_path_residual;
mod pull_to_par_hold;

use super::CatalogueEntry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[CatalogueEntry] = &[
    CatalogueEntry::of::<pull_to_par_hold::PullToParHold>(),
    CatalogueEntry::of::<discount_threshold::DiscountThreshold>(),
    CatalogueEntry::of::<discount_zscore::DiscountZscore>(),
    CatalogueEntry::of::<maturity_ramp::MaturityRamp>(),
    CatalogueEntry::of::<par_path_residual::ParPathResidual>(),
    CatalogueEntry::of::<carry_to_cost::CarryToCost>(),
];
