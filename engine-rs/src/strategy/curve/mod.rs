//! Time to maturity and the slope of yields (features impliedApy, daysToExpiry).

mod carry_roll_score;
mod duration_vol_target;
mod expiry_week_fade;
mod forward_rate_value;
mod roll_down_capture;
mod term_slope;

use super::catalogue::Entry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[Entry] = &[
    Entry::of::<roll_down_capture::RollDownCapture>(),
    Entry::of::<term_slope::TermSlope>(),
    Entry::of::<carry_roll_score::CarryRollScore>(),
    Entry::of::<duration_vol_target::DurationVolTarget>(),
    Entry::of::<forward_rate_value::ForwardRateValue>(),
    Entry::of::<expiry_week_fade::ExpiryWeekFade>(),
];
