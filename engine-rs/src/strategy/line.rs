//! A column of a call, with the name by which columns made of it are found again.

use core::ops::Deref;

/// First name of made columns; smaller names are columns of the series.
pub(super) const FIRST_MADE: usize = 32;
/// Name of a line that is not shared within a call.
pub(super) const UNNAMED: usize = usize::MAX;

/// A column that ends with the newest bar: one of the series, or one made of others.
#[derive(Debug, Clone, Copy, Default)]
pub struct Line<'s> {
    /// Its name within a call: lines of equal names have equal numbers.
    pub(super) name: usize,
    pub(super) numbers: &'s [f64],
}

impl<'s> Line<'s> {
    /// Returns a column of the series under its name.
    pub(super) fn of_series(name: usize, numbers: &'s [f64]) -> Self {
        debug_assert!(name < FIRST_MADE, "a name of a column that is made");
        Self { name, numbers }
    }

    /// Returns a line that no other function reads.
    pub(super) fn unnamed(numbers: &'s [f64]) -> Self {
        Self { name: UNNAMED, numbers }
    }

    /// Returns whether it is a column of the series, or follows from the series alone.
    pub(super) fn is_of_series(&self) -> bool {
        self.name < FIRST_MADE
    }

    /// Returns whether it is the yield of the series or its logarithm.
    pub(super) fn is_yield(&self) -> bool {
        self.name < 2
    }

    /// Returns its name within a call.
    pub(super) fn name(&self) -> usize {
        self.name
    }
}

impl Deref for Line<'_> {
    type Target = [f64];

    #[inline(always)]
    fn deref(&self) -> &[f64] {
        self.numbers
    }
}
