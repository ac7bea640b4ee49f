//! Indicators: each takes one value per bar and answers from the first bar at which it exists.
//!
//! The cost of a bar does not grow with the window (amortised).

mod ema;
mod lag;
mod rolling;
mod rolling_sum;
mod wilder;

pub use ema::Ema;
pub use lag::Lag;
pub use rolling::{Rolling, Window};
pub use rolling_sum::RollingSum;
pub use wilder::{Rsi, WilderAverage};
