//! Time to maturity and the slope of yields (features impliedApy, daysToExpiry).

mod carry_roll_score;
mod duration_vol_target;
mod expiry_week_fade;
mod forward_rate_value;
mod roll_down_capture;
mod term_slope;

use super::CatalogueEntry;

/// The strategies of this category, in the order of the public catalogue.
pub(super) const STRATEGIES: &[CatalogueEntry] = &[
    CatalogueEntry::of::<roll_down_capture::RollDownCapture>(),
    CatalogueEntry::of::<term_slope::TermSlope>(),
    CatalogueEntry::of::<carry_roll_score::CarryRollScore>(),
    CatalogueEntry::of::<duration_vol_target::DurationVolTarget>(),
    CatalogueEntry::of::<forward_rate_value::ForwardRateValue>(),
    CatalogueEntry::of::<expiry_week_fade::ExpiryWeekFade>(),
];
