//! Time to maturity and the slope of yields (features impliedApy, daysToExpiry).

mod duration_vol_target;
mod roll_down_capture;

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] = &[
    Entry::of::<duration_vol_target::DurationVolTarget>(),
    Entry::of::<roll_down_capture::RollDownCapture>(),
];
