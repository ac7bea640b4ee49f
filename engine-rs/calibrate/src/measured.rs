//! What is measured of one candidate, and of which candidates a figure speaks.

use crate::family::Family;
use crate::fresh::Truth;
use arena_engine::internals::evaluation::gate;
use arena_engine::internals::evaluation::verdict::student;

/// A candidate with its verdict on the official dataset and what is true of it.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    /// Its family.
    pub family: Family,
    /// Utility on the official path, which orders candidates of a dataset as the score does.
    pub official_utility: f64,
    /// Executed intents there.
    pub fills: usize,
    /// Edge of the verdict.
    pub edge: f64,
    /// Its p of one try.
    pub p: f64,
    /// Whether its blind twin ever does anything else.
    pub looks: bool,
    /// Whether every gate but that of the edge is passed.
    pub passes_others: bool,
    /// Largest share that one scenario has in the variance of its capital score.
    pub largest_share: Option<f64>,
    /// What is true of it.
    pub truth: Truth,
}

/// A candidate truly worse than the better line by more than this, per year, is not serious.
const SERIOUS_MIN: f64 = -0.01;

impl Measured {
    /// Returns whether it is eligible as the last of so many tries.
    pub fn is_eligible(&self, tries: u32) -> bool {
        let p = student::adjusted(self.p, tries);
        self.passes_others && self.edge > 0.0 && p <= gate::P_VALUE_MAX
    }

    /// Returns whether it sees no more than a caller's strategy does, and is no throw of dice.
    pub fn is_causal(&self) -> bool {
        matches!(self.family, Family::Catalogue | Family::Rule)
    }

    /// Returns whether an order should tell it from others: it trades, by looking at the market,
    /// and is not plainly worse than the better line.
    pub fn is_serious(&self) -> bool {
        self.is_causal() && self.fills > 0 && self.looks && self.truth.edge.edge >= SERIOUS_MIN
    }
}
