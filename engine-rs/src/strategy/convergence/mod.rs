//! The pull of the PT price to par (features ptPrice, daysToExpiry).

mod carry_to_cost;
mod pull_to_par_hold;

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] =
    &[Entry::of::<carry_to_cost::CarryToCost>(), Entry::of::<pull_to_par_hold::PullToParHold>()];
