//! Stages: candidates that run in one window, whose results decide the next stage.

use super::super::super::field_errors::FieldErrors;
use crate::error::EngineError;
use crate::json::{Emit, Sink};
use crate::sweep::Method;

/// The bars that are traded and scored, the last one excluded.
pub(super) type Window = (usize, usize);

/// How the candidates of a stage follow from their numbers.
#[derive(Debug, Clone)]
pub(super) enum Draw {
    Grid,
    Even {
        is_random: bool,
        count: u64,
        seed: u64,
        /// Number of the first candidate, in a block of a draw.
        first: u64,
    },
    /// Rows of numbers, one after the other.
    List(Vec<f64>),
}

impl Draw {
    /// Returns the method of the engine, and the number of the first candidate.
    pub(super) fn method(&self) -> (Method, u64) {
        match self {
            Self::Grid => (Method::Grid, 0),
            Self::List(rows) => (Method::List(rows.clone()), 0),
            &Self::Even { is_random: true, count, seed, first } => {
                (Method::Random { count, seed }, first)
            }
            &Self::Even { count, seed, first, .. } => (Method::Sobol { count, seed }, first),
        }
    }
}

/// Candidates that run in one window.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    /// Unique within the search.
    pub(super) name: String,
    pub(super) fold: String,
    pub(super) role: &'static str,
    pub(super) draw: Draw,
    pub(super) count: u64,
    /// `None`: all scored bars of each market.
    pub(super) window: Option<Window>,
    /// How many of the best are kept with their figures.
    pub(super) top: usize,
    /// How many of the best the next stage runs again.
    pub(super) passes: usize,
    /// Of a stage on paths: the first path, and the one after the last.
    pub(super) paths: Option<Window>,
    /// Of the evaluations: the trials on each dataset, by its hash, among which a candidate is judged.
    pub(super) trials: Vec<(String, Counts)>,
}

/// Trials on a dataset: evaluated and searched candidates, and the variance of their ratios.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counts {
    pub(super) evaluated: f64,
    pub(super) searched: f64,
    pub(super) variance: Option<f64>,
}

/// Emits members that are numbers; one that is not finite is null.
#[inline(never)]
pub(super) fn numbers(sink: &mut dyn Sink, members: &[(&str, f64)]) {
    for (name, number) in members {
        sink.own_key(name);
        Some(*number).filter(|number| number.is_finite()).emit(sink);
    }
}

/// Emits a range of bars, or null.
#[inline(never)]
pub(super) fn emit_window(sink: &mut dyn Sink, name: &str, window: Option<Window>) {
    sink.own_key(name);
    let Some((from, to)) = window else { return sink.null() };
    sink.begin_object();
    numbers(sink, &[("from", from as f64), ("to", to as f64)]);
    sink.end_object();
}

impl Stage {
    /// Emits the members that a report has of a stage.
    pub(super) fn emit_head(&self, sink: &mut dyn Sink) {
        sink.own_key("name");
        sink.string(&self.name);
        sink.own_key("role");
        sink.string(self.role);
        numbers(sink, &[("count", self.count as f64)]);
        emit_window(sink, "window", self.window);
    }
}

/// A stage as a host runs it: without the rows of a list.
impl Emit for Stage {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        self.emit_head(sink);
        sink.own_key("fold");
        sink.string(&self.fold);
        numbers(sink, &[("topMax", self.top as f64), ("passes", self.passes as f64)]);
        sink.own_key("draw");
        sink.begin_object();
        sink.own_key("method");
        match &self.draw {
            Draw::Grid => sink.string("grid"),
            Draw::List(_) => sink.string("list"),
            Draw::Even { is_random, count, seed, first } => {
                sink.string(if *is_random { "random" } else { "sobol" });
                let [count, seed, first] = [count, seed, first].map(|one| *one as f64);
                numbers(sink, &[("count", count), ("seed", seed), ("first", first)]);
            }
        }
        sink.end_object();
        if let Some(paths) = self.paths {
            emit_window(sink, "paths", Some(paths));
        }
        if self.role == "evaluate" {
            sink.own_key("trials");
            sink.begin_object();
            for (hash, counts) in &self.trials {
                sink.own_key(hash);
                sink.begin_object();
                numbers(sink, &[("count", counts.evaluated)]);
                sink.own_key("counted");
                sink.boolean(true);
                let variance = counts.variance.unwrap_or(f64::NAN);
                numbers(sink, &[("sharpeCount", counts.searched), ("sharpeVariance", variance)]);
                sink.end_object();
            }
            sink.end_object();
        }
        sink.end_object();
    }
}

/// Why a report is not made.
pub(super) enum Stop {
    /// This stage has no result.
    Pending(Box<Stage>),
    Failed(EngineError),
}

impl From<EngineError> for Stop {
    fn from(error: EngineError) -> Self {
        Self::Failed(error)
    }
}

/// The results of stages in their order: of each the number of its bytes, eight bytes with the lowest
/// first, then the bytes.
pub(super) struct Feed<'r> {
    left: &'r [u8],
    /// The stages of the plan that had a result.
    pub(super) stages: Vec<Stage>,
}

impl<'r> Feed<'r> {
    pub(super) fn new(results: &'r [u8]) -> Self {
        Self { left: results, stages: Vec::new() }
    }

    /// Returns the result of a stage; stops at the first stage without one.
    #[inline(never)]
    pub(super) fn next(&mut self, stage: &Stage) -> Result<&'r [u8], Stop> {
        if self.left.is_empty() {
            return Err(Stop::Pending(Box::new(stage.clone())));
        }
        let parts = self.left.split_first_chunk().and_then(|(size, rest)| {
            rest.split_at_checked(usize::try_from(u64::from_le_bytes(*size)).ok()?)
        });
        let (result, left) = parts.ok_or_else(|| wrong_result(stage))?;
        self.left = left;
        if matches!(stage.role, "search" | "test") {
            self.stages.push(stage.clone());
        }
        Ok(result)
    }
}

/// Returns the error of a result that is not one of its stage.
#[cold]
#[inline(never)]
pub(super) fn wrong_result(stage: &Stage) -> EngineError {
    let mut errors = FieldErrors::default();
    let path = format_args!("/results/{}", stage.name);
    errors.add(path, "wrong_type", format_args!("is no result of this stage"));
    errors.into_error("search")
}
