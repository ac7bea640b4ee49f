//! What an evaluation starts from.

use crate::market::Dataset;
use crate::simulation::{Plan, ScoredRun};

/// A plan on its dataset with the official run, from which the evaluation goes on.
#[derive(Debug, Clone, Copy)]
pub struct Official<'a> {
    /// The dataset.
    pub dataset: &'a Dataset,
    /// What is run.
    pub plan: &'a Plan,
    /// The official run.
    pub run: &'a ScoredRun<'a>,
}
