//! What happened to a sleeve at a bar.

use super::Position;
use crate::execution::{Approved, Intent, Skipped};

/// Targets closer than this are the same when skips of adjacent bars are joined.
const SAME_TARGET: f64 = 1e-9;

/// A fill, a run of skips or a redemption.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The bar; of a run of skips the first.
    pub at: usize,
    /// The component, from 0.
    pub component: usize,
    /// What happened.
    pub kind: EventKind,
}

/// The kinds of events, each with its numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum EventKind {
    /// An intent was executed.
    Fill {
        /// The intent.
        intent: Intent,
        /// What the trade came to.
        approved: Approved,
        /// What is held after it.
        after: Position,
    },
    /// An intent was vetoed, on one bar or on several adjacent ones.
    Skip {
        /// The veto of the first bar.
        skipped: Skipped,
        /// Target of the first bar.
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
        /// What is held after it.
        after: Position,
    },
}

impl Event {
    /// Returns what is held after it; `None` of a skip, which changes nothing.
    pub fn after(&self) -> Option<Position> {
        match self.kind {
            EventKind::Fill { after, .. } | EventKind::Redemption { after, .. } => Some(after),
            EventKind::Skip { .. } => None,
        }
    }

    /// Joins a veto of bar `at` to this event, if it is the same one a bar later.
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
