//! Fixed PT against floating SY (features impliedApy, underlyingApy).

mod fixed_floating_breakeven;

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] =
    &[Entry::of::<fixed_floating_breakeven::FixedFloatingBreakeven>()];
