//! The rows of a board: utilities by row and path.

/// Rows of equal length, one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows<'a> {
    utilities: &'a [f64],
    pub(super) paths: usize,
}

impl<'a> Rows<'a> {
    /// Returns the rows of `paths` utilities each; `None` where one is not whole.
    pub(super) fn of(utilities: &'a [f64], paths: usize) -> Option<Self> {
        (paths >= 2 && utilities.len().is_multiple_of(paths)).then_some(Self { utilities, paths })
    }

    /// Returns the number of rows.
    pub(super) fn count(&self) -> usize {
        self.utilities.len() / self.paths
    }

    /// Returns a row.
    pub(super) fn row(&self, at: usize) -> &'a [f64] {
        &self.utilities[at * self.paths..][..self.paths]
    }
}
