//! Evaluation of a run: utility, passive lines, score, verdict, gates.

mod assessment;
pub mod benchmark;
pub mod capital_score;
pub mod gate;
pub mod luck;
mod official;
pub mod overfitting;
mod real;
pub mod scenario;
mod scenario_outcome;
mod scenario_set;
pub mod score_interval;
mod trials;
pub mod utility;
pub mod verdict;
mod what_if;

pub use assessment::{Assessment, Luck};
pub use official::Official;
pub use real::Real;
pub use scenario_outcome::ScenarioOutcome;
pub use scenario_set::ScenarioSet;
pub use trials::{Trial, TrialLedger, Trials, Uncounted};
pub use what_if::WhatIf;
