//! Records which series and thresholds a strategy uses. Disabled in normal runs, at the cost of a
//! branch.

use super::bars::Bars;
use super::line::Line;
use super::observable::Observable;
use super::rule::Rule;

impl<'s> Bars<'s> {
    /// Records that a line is compared with marks, each a column or one number, in the order of the
    /// marks of `what`.
    #[inline(never)]
    pub fn observe(&self, what: &'static Observable, line: &Line<'_>, marks: &[&[f64]]) {
        self.columns.observe(what, line, marks);
    }

    /// Returns whether lines are recorded, for columns that are made only for that.
    pub fn is_observed(&self) -> bool {
        self.columns.is_observed()
    }

    /// Returns and records a rule that is in at or above `entry`, else out at or below `exit`.
    pub fn band(
        &self,
        what: &'static Observable,
        line: Line<'s>,
        (entry, exit): (f64, f64),
    ) -> Rule<'s> {
        self.observe(what, &line, &[&[entry], &[exit]]);
        Rule::Band { line, entry, exit }
    }
}
