//! Market data: the bars of a market as columns, on a clock that ends at expiry.

mod clock;
mod column;
mod columns;
mod dataset;
mod day;
mod derived;
mod feature;
mod provenance;
mod series;
mod timeframe;

pub use clock::Clock;
pub use column::Column;
pub use columns::{Columns, MarketTerms};
pub use dataset::Dataset;
pub use day::Day;
pub use derived::Derived;
pub use feature::{Feature, FeatureSet};
pub use provenance::{ABSENT, ESTIMATED, Fact, IMPORT_FACTS, Provenance, Unknown, dependants};
pub use series::{Series, pool_pt_share};
pub use timeframe::Timeframe;
