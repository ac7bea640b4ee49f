//! The record of a run, from which every view is projected.

use super::{Event, EventKind, Holding, Marked};
use crate::execution::{Approved, Intent, SkipReason, Skipped};
use crate::strategy::Targets;

/// What happened to one component.
#[derive(Debug, Clone)]
pub struct ComponentRun {
    /// Capital of the sleeve.
    pub capital: f64,
    /// What the strategy wanted.
    pub targets: Targets,
    /// Fills, skips and redemptions in the order of time.
    pub events: Vec<Event>,
    /// How many there were.
    pub counts: Counts,
    /// What is held at the end.
    pub holding: Holding,
}

/// Counts of a component, in bars.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Executed intents.
    pub fills: usize,
    /// Vetoed intents by reason, in the order of [`SkipReason::ALL`].
    pub skips_by_reason: [usize; SkipReason::ALL.len()],
}

impl Counts {
    /// Returns all vetoed intents.
    pub fn skips(&self) -> usize {
        self.skips_by_reason.iter().sum()
    }

    /// Returns all intents.
    pub fn intents(&self) -> usize {
        self.fills + self.skips()
    }

    /// Returns the counts of two components together.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.fills += other.fills;
        for (mine, theirs) in self.skips_by_reason.iter_mut().zip(other.skips_by_reason) {
            *mine += theirs;
        }
        self
    }
}

impl ComponentRun {
    /// Returns the record of a component before its first scored bar.
    pub fn new(capital: f64, targets: Targets, holding: Holding) -> Self {
        Self {
            capital,
            targets,
            events: Vec::new(),
            counts: Counts::default(),
            holding,
        }
    }

    /// Records a fill.
    pub fn filled(&mut self, intent: Intent, approved: Approved, after: Holding, marked: Marked) {
        self.counts.fills += 1;
        let kind = EventKind::Fill {
            intent,
            approved,
            after,
        };
        self.events.push(Event {
            at: marked.at,
            kind,
        });
    }

    /// Records a veto.
    pub fn skipped(&mut self, at: usize, skipped: Skipped, target: f64) {
        self.counts.skips_by_reason[skipped.reason as usize] += 1;
        let joined = self
            .events
            .last_mut()
            .is_some_and(|last| last.joined(at, &skipped, target));
        if !joined {
            self.events.push(Event {
                at,
                kind: EventKind::Skip {
                    skipped,
                    target,
                    bars: 1,
                },
            });
        }
    }

    /// Records a redemption of what was held before it.
    pub fn redeemed(&mut self, before: Holding, after: Holding, marked: Marked) {
        let notional = before.units * marked.pt_price;
        let kind = EventKind::Redemption {
            units: before.units,
            notional,
            after,
        };
        self.events.push(Event {
            at: marked.at,
            kind,
        });
    }
}

/// Turnover and cost of the portfolio at a bar with fills, fractions of its equity before them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BarCost {
    /// The bar.
    pub at: usize,
    /// Traded value.
    pub turnover: f64,
    /// Fees and slippage.
    pub cost: f64,
}

/// What happened to all components.
#[derive(Debug, Clone)]
pub struct Run {
    /// First traded and scored bar.
    pub start: usize,
    /// Capital of the portfolio.
    pub capital: f64,
    /// The components in their order.
    pub components: Vec<ComponentRun>,
    /// Equity of the portfolio after the trades of each scored bar.
    pub equity: Vec<f64>,
    /// Sum over the scored bars of the share of equity in PT.
    pub exposure_sum: f64,
    /// The bars with fills.
    pub costs: Vec<BarCost>,
}

impl Run {
    /// Returns the counts of all components together.
    pub fn counts(&self) -> Counts {
        self.components
            .iter()
            .fold(Counts::default(), |sum, component| {
                sum.and(&component.counts)
            })
    }
}
