//! Holdings: sleeves of SY and PT, and the record of their events.

mod event;
mod path;
mod run;
mod sleeve;

pub use event::{Event, EventKind};
pub use path::{HeldFrom, equity_path, exposure_path, mean_exposure, pieces};
pub use run::{BarCost, ComponentRun, Counts, Detail, NearVeto, Run};
pub use sleeve::{MarkedSleeve, Position, Sleeve};
