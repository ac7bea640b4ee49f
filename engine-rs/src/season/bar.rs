//! The bar that a lead must clear, for all comparisons of a row at once.

use crate::evaluation::verdict::student::p_value;

/// Probability with which a rank interval misses, shared between the comparisons of a row.
const ERROR: f64 = 0.05;
/// Least mean lead that is of use, per year. Bets that win less than this on most paths and lose
/// much on rare ones would pass whenever the loss does not come among the paths.
const MARGIN: f64 = 0.001;
/// Leads this close to the margin are decided by the sum over the paths. Utilities are far below the
/// million that would round more.
const ROUNDED: f64 = 1e-6;
/// Squares this close, relative, are decided by the probability itself.
const NEAR: f64 = 1e-9;

/// When a lead is told apart from luck.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bar {
    /// Largest probability, one-sided.
    pub(super) level: f64,
    /// Least `t`: its probability is the level.
    pub(super) t: f64,
    paths: f64,
}

impl Bar {
    /// Returns the bar among `rows` kept rows on `paths` paths; `None` for a single row.
    pub(super) fn of(rows: usize, paths: usize) -> Option<Self> {
        let (rows, paths) = (rows as f64, paths as f64);
        let level = ERROR / (2.0 * (rows - 1.0));
        (rows > 1.0).then(|| Self { level, t: t_of(level, paths - 1.0), paths })
    }

    /// Returns whether a mean lead with this sample variance is told apart.
    pub(super) fn clears(&self, lead: f64, variance: f64) -> bool {
        if !is_of_use(lead) {
            return false;
        }
        let (reached, wanted) = (lead * lead, self.t * self.t * variance / self.paths);
        if (reached - wanted).abs() > NEAR * wanted {
            return reached > wanted;
        }
        variance == 0.0 || self.holds(lead / (variance / self.paths).sqrt())
    }

    /// Returns the root of the sum of squares below which a mean lead is told apart.
    pub(super) fn limit(&self, lead: f64) -> f64 {
        lead * (self.paths * (self.paths - 1.0)).sqrt() / self.t
    }

    /// Returns whether a `t` is no more probable than the level.
    pub(super) fn holds(&self, t: f64) -> bool {
        p_value(Some(t), self.paths - 1.0) <= self.level
    }
}

/// Returns whether a mean lead is above the margin.
pub(super) fn is_of_use(lead: f64) -> bool {
    lead > MARGIN
}

/// Returns whether a mean lead is surely above the margin, or surely within it, however its sum is
/// rounded.
pub(super) fn is_surely_of_use(lead: f64) -> Option<bool> {
    ((lead - MARGIN).abs() > ROUNDED).then_some(lead > MARGIN)
}

/// Returns the least double whose probability is at most `level`, by bisection.
fn t_of(level: f64, nu: f64) -> f64 {
    let is_enough = |t: f64| p_value(Some(t), nu) <= level;
    let (mut low, mut high) = (0.0, 1.0);
    while !is_enough(high) {
        (low, high) = (high, 2.0 * high);
    }
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return high;
        }
        if is_enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
}
