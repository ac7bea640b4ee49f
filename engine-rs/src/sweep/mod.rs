//! Sweeps: many candidates on the bars of one series, with a few figures of each.
//!
//! Every figure equals that of a single run to the bit. Common work is done once: the columns that
//! their strategies read, the hurdle of their capital, the growth of idle capital.

mod axis;
mod columns;
mod draws;
mod order;
mod point;
mod search_plan;
mod shared;

pub use axis::{Axis, Level, Levels, Range, Set, Target};
pub use columns::{Ground, columns};
pub use draws::DIMENSIONS_MAX;
pub use point::Point;
pub use search_plan::{Drawn, DrawnCandidate, Method, SearchPlan, Status};
pub use shared::Shared;
