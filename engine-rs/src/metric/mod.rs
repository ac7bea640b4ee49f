//! Metrics of a run: plain functions of slices, oldest value first.
//!
//! Losses, drawdowns and costs are positive. Where a denominator is 0 or there are too few points
//! there is no number: `None`, never NaN or infinity.

mod daily;
mod excess;
mod fall;
mod growth;
mod tail;

pub use daily::{best_day, hit_rate, worst_day};
pub use excess::{DAYS_PER_YEAR, sharpe, sortino};
pub use fall::Fall;
pub use growth::{annualized_volatility, compound_annual_return, returns};
pub use tail::{Tail, smallest, tail_of_sorted, tail_risk};
