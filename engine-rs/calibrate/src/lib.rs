//! What the verdict of an evaluation is worth: how often it lets luck pass, how often it finds
//! skill, and whether its order comes back on fresh paths.
//!
//! Candidates of which hundreds of fresh paths tell whether they beat the better passive line are
//! evaluated by the very code that evaluates everyone's.

mod bench;
pub mod crew;
pub mod documents;
pub mod draw;
pub mod family;
mod figures;
mod fresh;
mod measured;
pub mod official;
pub mod options;
mod statistics;
pub mod survey;
pub mod table;

pub use bench::Bench;
pub use figures::{Figure, Unit};
pub use fresh::{FreshPaths, Truth};
pub use measured::Measured;
