//! Indicators: free functions from columns to a column, one number per bar.
//!
//! **A column ends with the newest bar.** A column is shorter by the number of bars that it needs
//! before its first value, so its first bar is the number of bars less its length, and columns that
//! are read together are aligned at their ends ([`each`]). Where a bar has no number although its
//! window is full (a z-score without deviation), the column has `NaN`. With too few bars, or with a
//! window of 0, a column is empty.
//!
//! The first bars of the input alone give the beginning of the output, to the bit. The cost of a
//! bar does not grow with the window (amortised), and hardly any branch depends on the values.

mod change;
mod extreme;
mod kama;
mod median;
mod moments;
mod rank;
mod recompute;
mod residual;
mod rsi;
mod sliding;
mod smooth;
mod sorted;
mod sum;
#[cfg(test)]
mod tests;

pub use change::{change, each, lagged, less, plus, sizes, times};
pub use extreme::{highest, lowest, place, place_in};
pub use kama::kama;
pub use median::{median, median_of_sorted};
pub use moments::{deviation, mean, zscore, zscore_and_variance};
pub use rank::{rank, rank_of_sorted};
pub use residual::residual;
pub use rsi::rsi;
pub use smooth::{ema, wilder};
pub use sorted::Sorted;
pub use sum::sum;

/// Two values closer than this are equal: a window of equal values has its newest value as its
/// mean, a deviation of exactly 0 and no range (catalogue, conventions).
const EQUAL_RANGE: f64 = 1e-9;
