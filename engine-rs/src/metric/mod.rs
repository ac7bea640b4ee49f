//! Metrics of a run: plain functions of slices, oldest value first.
//!
//! Losses, drawdowns and costs are positive. A figure with a denominator of 0 or with too few
//! points is `None`, never NaN or infinity.

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
