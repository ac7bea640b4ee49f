//! The state and activity of the pool.

mod turnover_carry;

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] = &[Entry::of::<turnover_carry::TurnoverCarry>()];
