//! How a strategy says what it looks at. In a run nobody listens, and it costs a comparison.

use super::bars::Bars;
use super::columns::Line;
use super::observable::Observable;
use super::rule::Rule;

impl<'s> Bars<'s> {
    /// Says that a line is compared with marks, each a column or one number, in the order of those
    /// of `what`.
    #[inline(never)]
    pub fn observe(&self, what: &'static Observable, line: &Line<'_>, marks: &[&[f64]]) {
        self.columns.observe(what, line, marks);
    }

    /// Returns whether somebody listens, for what is made for the eye alone.
    pub fn is_observed(&self) -> bool {
        self.columns.is_observed()
    }

    /// Returns a rule that is in at or above `entry`, else out at or below `exit`, and says so.
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
