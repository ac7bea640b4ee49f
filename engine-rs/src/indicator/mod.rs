//! Indicators: each takes one value per bar and answers from the first bar at which it exists.
//!
//! The cost of a bar does not grow with the window (amortised).

mod ema;
mod extreme;
mod kama;
mod lag;
mod macd;
mod median;
mod regression;
mod rolling;
mod rolling_sum;
mod seed;
mod sliding;
mod stochastic;
mod wilder;

pub use ema::Ema;
pub use extreme::{RollingMax, RollingMin, RollingRange};
pub use kama::Kama;
pub use lag::{Change, Lag};
pub use macd::Macd;
pub use median::RollingMedian;
pub use regression::RollingResidual;
pub use rolling::{Rolling, Window};
pub use rolling_sum::RollingSum;
pub use stochastic::percent_k;
pub use wilder::{Rsi, WilderAverage};
