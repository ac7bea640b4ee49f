//! Minimum and maximum of each block of a column, which decide whether any bar of the block can
//! cross the edges of a band.

use crate::num::extremes::extremes;

/// Numbers per block.
pub(super) const BLOCK: usize = 32;

/// The extremes of each block of a column, oldest first. A block without numbers crosses no band.
#[derive(Debug)]
pub(super) struct Extremes(pub(super) Vec<(f64, f64)>);

impl Extremes {
    /// Returns the extremes of a column.
    #[inline(never)]
    pub(super) fn of(column: &[f64]) -> Self {
        Self(column.chunks(BLOCK).map(extremes).collect())
    }
}
