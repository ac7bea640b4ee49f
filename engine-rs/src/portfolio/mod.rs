//! What is held: sleeves of SY and PT, and the record of what happened to them.

mod event;
mod run;
mod sleeve;

pub use event::{Event, EventKind};
pub use run::{BarCost, ComponentRun, Counts, Run};
pub use sleeve::{Holding, Marked, Sleeve};
