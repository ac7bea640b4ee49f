//! Columns that follow from a dataset, independent of the parameters of strategies.

use crate::indicator::Sorted;
use std::sync::OnceLock;

/// Columns that follow from those of a dataset, each made by the first strategy that reads it.
/// Their number does not grow with candidates. Scenarios and sister paths, which are numerous, skip
/// this cache.
#[derive(Debug, Default)]
pub struct Derived {
    columns: [OnceLock<Vec<f64>>; Self::COUNT],
    sorted: [OnceLock<Sorted>; Self::NAMES],
    /// A horizon in bars, and the price move over it up to each bar for which it was asked.
    pub moves: OnceLock<(usize, Vec<OnceLock<f64>>)>,
}

impl Derived {
    /// Number of columns.
    pub const COUNT: usize = 10;
    /// Number of names of columns of the series and of those derived from them.
    pub const NAMES: usize = 26;

    /// Returns the column of a slot, making it on first use.
    pub fn column(&self, slot: usize, make: impl FnOnce() -> Vec<f64>) -> &[f64] {
        self.columns[slot].get_or_init(make)
    }

    /// Returns the column of a name in ascending order, sorting it on first use.
    pub fn sorted(&self, name: usize, column: &[f64]) -> &Sorted {
        self.sorted[name].get_or_init(|| Sorted::of(column))
    }
}
