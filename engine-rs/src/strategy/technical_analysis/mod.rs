//! Patterns of the implied yield alone (feature impliedApy). High yield is cheap PT.

mod yield_donchian;
mod yield_rsi;

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] =
    &[Entry::of::<yield_donchian::YieldDonchian>(), Entry::of::<yield_rsi::YieldRsi>()];
