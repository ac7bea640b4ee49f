//! What strategies make of the columns of a dataset alone, whatever their parameters.

use std::sync::OnceLock;

/// Columns that follow from those of a dataset, each made by the first strategy that reads it. They
/// do not grow with candidates; scenarios and paths have none, of which there are many.
#[derive(Debug, Default)]
pub struct Derived {
    columns: [OnceLock<Vec<f64>>; Self::COUNT],
    /// Ranks of the values of `logYield`, and the values by rank.
    pub ranks: OnceLock<(Vec<u32>, Vec<f64>)>,
}

impl Derived {
    /// Most columns.
    pub const COUNT: usize = 10;

    /// Returns the column of a slot, and makes it when it is not there.
    pub fn column(&self, slot: usize, make: impl FnOnce() -> Vec<f64>) -> &[f64] {
        self.columns[slot].get_or_init(make)
    }
}
