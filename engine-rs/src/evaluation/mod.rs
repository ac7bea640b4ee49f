//! What a run is worth: utility, the lines to beat, score, gates.

mod assessment;
pub mod benchmark;
pub mod capital_score;
pub mod gate;
pub mod luck;
pub mod scenario;
pub mod score_interval;
pub mod utility;
mod yardstick;

pub use assessment::{Assessment, Luck, Official, ScenarioOutcome};
pub use yardstick::Yardstick;
