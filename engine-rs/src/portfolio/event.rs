//! Events of a sleeve.

use super::Position;
use crate::execution::{Approved, Intent, Skipped};

/// Targets closer than this are equal when skips on adjacent bars are merged.
const SAME_TARGET: f64 = 1e-9;

/// A fill, a run of skips, or a redemption.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The bar; for a run of skips the first one.
    pub at: usize,
    /// The component, counted from 0.
    pub component: usize,
    /// Kind and numbers.
    pub kind: EventKind,
}

/// The kinds of events, each with its numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum EventKind {
    /// An intent was executed.
    Fill {
        /// The intent.
        intent: Intent,
        /// The executed trade.
        approved: Approved,
        /// Holding after the fill.
        after: Position,
    },
    /// An intent was vetoed on one or several adjacent bars.
    Skip {
        /// The veto on the first bar.
        skipped: Skipped,
        /// Target on the first bar.
        target: f64,
        /// Number of bars.
        bars: usize,
    },
    /// PT became SY at expiry.
    Redemption {
        /// PT redeemed.
        units: f64,
        /// Their value, accounting asset.
        notional: f64,
        /// Holding after the redemption.
        after: Position,
    },
}

impl Event {
    /// Returns the holding after the event; `None` for a skip, which changes nothing.
    pub fn after(&self) -> Option<Position> {
        match self.kind {
            EventKind::Fill { after, .. } | EventKind::Redemption { after, .. } => Some(after),
            EventKind::Skip { .. } => None,
        }
    }

    /// Merges a veto on bar `at` into this event if it repeats the veto of the bar before. Returns
    /// whether it did.
    pub(super) fn joined(&mut self, at: usize, next: &Skipped, next_target: f64) -> bool {
        let EventKind::Skip { skipped, target, bars } = &mut self.kind else {
            return false;
        };
        let same = skipped.reason == next.reason
            && self.at + *bars == at
            && (next_target - *target).abs() <= SAME_TARGET;
        if same {
            *bars += 1;
        }
        same
    }
}
