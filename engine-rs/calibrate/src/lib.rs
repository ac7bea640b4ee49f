//! Calibration of the verdict: how often it accepts luck, how often it finds skill, and whether its
//! order persists on fresh paths.
//!
//! Hundreds of fresh paths tell which candidates truly beat the better passive line; the same
//! candidates are evaluated by the code that serves everyone.

mod bench;
pub mod documents;
pub mod draw;
pub mod family;
mod figures;
mod fresh;
mod measured;
pub mod official;
pub mod options;
mod search;
pub mod season;
mod statistics;
pub mod survey;
pub mod table;
pub mod worker_pool;

pub use bench::Bench;
pub use figures::{Figure, Unit};
pub use fresh::{FreshPaths, Truth};
pub use measured::Measured;
