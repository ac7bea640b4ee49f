//! The verdict: whether a candidate is better than the better passive line, apart from luck.
//!
//! With a generator, the candidate runs on fresh paths and its blind twin on some of them. Without
//! one, the candidate's targets are rotated on the only path.

pub mod edge;
mod line;
pub mod rotation;
mod sister_set;
pub mod student;
pub mod timing;

pub use edge::Edge;
pub use line::Line;
pub use sister_set::{LINE_CAPITAL, PathUtilities, SisterSet, has_generator, passive_gap, utility};
pub use timing::Timing;

use super::{Official, ScenarioOutcome, Trials};
use edge::mean;

/// Utilities that differ by no more than this are equal.
pub const SAME_UTILITY: f64 = 1e-9;

/// Method of a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Fresh paths of the dataset's generator.
    SisterPaths,
    /// Rotations of the targets, for a dataset without a generator.
    Rotation,
}

impl Method {
    /// Returns the public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::SisterPaths => "sister_paths",
            Self::Rotation => "rotation",
        }
    }
}

/// Whether a candidate is better than the better passive line; utilities are per year.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Method.
    pub method: Method,
    /// The better passive line.
    pub line: Line,
    /// Edge over the line.
    pub edge: f64,
    /// Probability of such an edge without skill, in one trial.
    pub p_value: f64,
    /// The same, adjusted for all trials.
    pub p_adjusted: f64,
    /// Figures that need fresh paths; `None` by rotation.
    pub sisters: Option<SisterVerdict>,
    /// Trials of the key.
    pub trials: Trials,
    /// The passive line that has the same fills as the official run.
    pub same_as: Option<Line>,
    /// Utilities in the order of the paths.
    pub series: UtilitySeries,
}

/// Part of a verdict that needs fresh paths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SisterVerdict {
    /// Mean utility of Hold minus idle over the reference paths.
    pub passive_gap: f64,
    /// The seed behind those of the paths.
    pub path_seed: u64,
    /// The regression behind the edge.
    pub edge: Edge,
    /// Number of paths on which the candidate beats Hold, idle, and the line.
    pub beats: [usize; 3],
    /// The candidate against its blind twin.
    pub timing: Timing,
}

/// Utilities of the paths, or of the rotations and the only path.
#[derive(Debug, Clone, PartialEq)]
pub struct UtilitySeries {
    /// Candidate: one per path, or one per rotation.
    pub utility: Vec<f64>,
    /// Hold: one per path, or a single one.
    pub hold: Vec<f64>,
    /// Idle capital: one per path, or a single one.
    pub idle: Vec<f64>,
    /// Blind twin on the first paths; empty by rotation.
    pub twin: Vec<f64>,
    /// Mean utility of the candidate over the paths; by rotation its utility on the only path.
    pub mean: f64,
}

impl Verdict {
    /// Returns the verdict on a candidate: by its utilities on fresh paths, or by rotation without
    /// them. `None` with fewer than two scored bars.
    pub fn of(
        official: &Official<'_>,
        outcome: &ScenarioOutcome,
        trials: Trials,
        paths: Option<PathUtilities>,
    ) -> Option<Self> {
        match paths {
            Some(paths) => Some(Self::of_paths(paths, trials, Line::same_as(official.run.record))),
            None => Self::of_rotations(official, outcome, trials),
        }
    }

    /// Returns the verdict on the utilities of a candidate on fresh paths.
    pub fn of_paths(paths: PathUtilities, trials: Trials, same_as: Option<Line>) -> Self {
        let line = paths.line();
        let PathUtilities { own, twin, hold, idle, passive_gap, path_seed } = paths;
        let passive = if line == Line::Hold { &hold } else { &idle };
        let less = |one: &[f64], other: &[f64]| -> Vec<f64> {
            one.iter().zip(other).map(|(one, other)| one - other).collect()
        };
        let edge = Edge::of(&less(&own, passive), &less(&hold, &idle), passive_gap);
        let beats = [&hold, &idle, passive].map(|line| {
            own.iter().zip(line).filter(|(own, line)| **own > **line + SAME_UTILITY).count()
        });
        let timing = Timing::of(&own, &twin, trials.evaluated);
        Self {
            method: Method::SisterPaths,
            line,
            edge: edge.edge,
            p_value: edge.p,
            p_adjusted: student::adjusted(edge.p, trials.evaluated),
            sisters: Some(SisterVerdict { passive_gap, path_seed, edge, beats, timing }),
            trials,
            same_as,
            series: UtilitySeries { mean: mean(&own), utility: own, hold, idle, twin },
        }
    }

    /// Returns the verdict on a dataset without a generator.
    fn of_rotations(
        official: &Official<'_>,
        outcome: &ScenarioOutcome,
        trials: Trials,
    ) -> Option<Self> {
        let Official { plan, run, .. } = *official;
        let own = outcome.utility();
        let (hold, idle) = (outcome.benchmark_utility(), outcome.idle_utility());
        let (line, passive) = if hold >= idle { (Line::Hold, hold) } else { (Line::Idle, idle) };
        let utility = rotation::utilities(plan, run.record, run.series)?;
        let edge = own - passive;
        let p_value = if edge > SAME_UTILITY { rotation::p_value(own, &utility) } else { 1.0 };
        Some(Self {
            method: Method::Rotation,
            line,
            edge,
            p_value,
            p_adjusted: student::adjusted(p_value, trials.evaluated),
            sisters: None,
            trials,
            same_as: Line::same_as(run.record),
            series: UtilitySeries {
                mean: own,
                utility,
                hold: vec![hold],
                idle: vec![idle],
                twin: Vec::new(),
            },
        })
    }

    /// Returns the mean utility of Hold, of idle capital and of the line.
    pub fn line_utilities(&self) -> (f64, f64, f64) {
        let (hold, idle) = (mean(&self.series.hold), mean(&self.series.idle));
        (hold, idle, if self.line == Line::Hold { hold } else { idle })
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;

    /// A verdict by rotation.
    pub(crate) fn by_rotation(edge: f64, p: f64) -> Verdict {
        Verdict {
            method: Method::Rotation,
            line: Line::Hold,
            edge,
            p_value: p,
            p_adjusted: p,
            sisters: None,
            trials: Trials::UNCOUNTED,
            same_as: None,
            series: UtilitySeries {
                utility: vec![0.5; rotation::ROTATIONS],
                hold: vec![0.25],
                idle: vec![0.125],
                twin: Vec::new(),
                mean: 0.5,
            },
        }
    }

    /// A verdict on paths whose timing has this p-value, adjusted for the trials.
    pub(crate) fn with_timing(p: f64) -> Verdict {
        let edge = Edge::of(&[0.25, 0.5, 0.5], &[0.0; 3], 0.0);
        let timing = Timing { edge: 0.25, t: Some(2.0), p: p / 2.0, p_adjusted: p };
        let sisters =
            SisterVerdict { passive_gap: 0.125, path_seed: 7, edge, beats: [3, 3, 3], timing };
        let method = Method::SisterPaths;
        Verdict { method, sisters: Some(sisters), ..by_rotation(edge.edge, edge.p) }
    }
}
