//! Input of an evaluation.

use crate::market::Dataset;
use crate::simulation::{Plan, ScoredRun};

/// A plan on its dataset with its official run.
#[derive(Debug, Clone, Copy)]
pub struct Official<'a> {
    /// The dataset.
    pub dataset: &'a Dataset,
    /// The plan.
    pub plan: &'a Plan,
    /// The official run.
    pub run: &'a ScoredRun<'a>,
}
