//! What is traded: a market's bars as columns, on a clock that ends at expiry.

mod clock;
mod column;
mod columns;
mod dataset;
mod day;
mod derived;
mod feature;
mod series;
mod timeframe;

pub use clock::Clock;
pub use column::Column;
pub use columns::{Columns, MarketTerms};
pub use dataset::{Dataset, Provenance};
pub use day::Day;
pub use derived::Derived;
pub use feature::{Feature, FeatureSet};
pub use series::{Series, pool_pt_share};
pub use timeframe::Timeframe;
