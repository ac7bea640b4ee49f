//! The passive lines, and whether a run is identical to one of them.

use crate::portfolio::Run;

/// A strategy that does not look at the market.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// All capital in PT from the first scored bar on.
    Hold,
    /// All capital left in SY.
    Idle,
}

impl Line {
    /// Returns the public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Idle => "idle",
        }
    }

    /// Returns the line that has the same fills as a run: Hold when every sleeve filled once, a buy
    /// to 1 at the first scored bar; idle when no sleeve ever filled.
    pub fn same_as(run: &Run) -> Option<Self> {
        let fills = run.counts().fills;
        if fills == 0 {
            return Some(Self::Idle);
        }
        let filled_once_to_one = run
            .components
            .iter()
            .all(|component| component.counts.fills == 1 && component.targets.at(run.start) == 1.0);
        let only_at_start = run.costs.iter().all(|cost| cost.at == run.start);
        (filled_once_to_one && only_at_start).then_some(Self::Hold)
    }
}
