//! The growth of capital left in SY, which daily returns are compared with.

use crate::market::Series;
use crate::metric::returns;

/// Returns the growth of SY on each day from bar `start` on; the first day begins at that bar.
pub fn daily_growth(series: &Series, start: usize) -> Vec<f64> {
    let index = series.sy_index.as_slice();
    let ends = series.clock.day_ends.iter().filter(|end| **end >= start);
    let closes: Vec<f64> = ends.map(|end| index[*end]).collect();
    returns(index[start], &closes)
}
