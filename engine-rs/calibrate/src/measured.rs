//! Measurements of one candidate, and the groups of candidates behind a figure.

use crate::family::Family;
use crate::fresh::Truth;
use arena_engine::internals::evaluation::gate;
use arena_engine::internals::evaluation::verdict::student;

/// A candidate with its verdict on the official dataset and its true figures.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Its family.
    pub family: Family,
    /// Utility on the official path, which orders candidates of a dataset like the score.
    pub official_utility: f64,
    /// Executed intents on the official path.
    pub fills: usize,
    /// Edge of the verdict.
    pub edge: f64,
    /// Its p-value for one trial.
    pub p: f64,
    /// The p-value against the blind twin for one trial.
    pub timing_p: f64,
    /// Whether its blind twin ever acts differently.
    pub looks: bool,
    /// Whether it passes every gate except those of edge and timing.
    pub passes_others: bool,
    /// Largest share of one scenario in the variance of its capital score.
    pub largest_share: Option<f64>,
    /// True figures.
    pub truth: Truth,
}

impl Measured {
    /// Returns whether it is eligible as the last of `trials` trials.
    pub fn is_eligible(&self, trials: u32) -> bool {
        self.passes_others && self.passes_tests(trials)
    }

    /// Returns whether edge and timing pass as the last of `trials` trials.
    pub fn passes_tests(&self, trials: u32) -> bool {
        let passes = |p| student::adjusted(p, trials) <= gate::P_VALUE_MAX;
        self.edge > 0.0 && passes(self.p) && passes(self.timing_p)
    }

    /// Returns whether it sees no more than a caller's strategy and is not random.
    pub fn is_causal(&self) -> bool {
        matches!(self.family, Family::Catalogue | Family::Rule)
    }

    /// Returns whether a ranking should separate it from others: it trades by looking at the
    /// market, and its true edge is at least `worst`.
    pub fn is_serious(&self, worst: f64) -> bool {
        self.is_causal() && self.fills > 0 && self.looks && self.truth.edge.edge >= worst
    }
}
