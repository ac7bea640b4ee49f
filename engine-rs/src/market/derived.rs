//! Columns that follow from a dataset, independent of the parameters of strategies.

use std::sync::OnceLock;

/// Columns that follow from those of a dataset, each made by the first strategy that reads it.
/// Their number does not grow with candidates. Scenarios and sister paths, which are numerous, skip
/// this cache.
#[derive(Debug, Default)]
pub struct Derived {
    columns: [OnceLock<Vec<f64>>; Self::COUNT],
    /// Ranks of the values of `logYield`, and the values by rank.
    pub ranks: OnceLock<(Vec<u32>, Vec<f64>)>,
    /// A first scored bar, and the daily growth of SY from that bar on.
    pub idle: OnceLock<(usize, Vec<f64>)>,
}

impl Derived {
    /// Number of columns.
    pub const COUNT: usize = 10;

    /// Returns the column of a slot, making it on first use.
    pub fn column(&self, slot: usize, make: impl FnOnce() -> Vec<f64>) -> &[f64] {
        self.columns[slot].get_or_init(make)
    }
}
