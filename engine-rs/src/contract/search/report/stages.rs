//! The stages of a search: each depends on the plan and on the summaries of earlier ones alone.

use super::folds::{EarlyEnd, Fold, Patience, block, rounds, rungs};
use super::rounds::next_round;
use super::search::Search;
use super::stage::{Draw, Feed, Stage, Stop, Window, wrong_result};
use super::text::push_whole;
use crate::json::Json;
use crate::num::place;
use crate::summary::Summary;

/// A stage with the summary of its candidates.
pub(super) struct Outcome {
    pub(super) stage: Stage,
    pub(super) summary: Summary,
}

/// The stages of a fold: some search its bars, and one tests the best of them.
pub(super) struct FoldOutcome {
    pub(super) fold: Fold,
    /// Every searching stage; the plan's own candidates come first.
    pub(super) searches: Vec<Outcome>,
    pub(super) has_enqueued: bool,
    /// The summary of the stages that ran on all bars of the fold.
    pub(super) found: Summary,
    /// The window of those stages.
    pub(super) window: Option<Window>,
    /// Where the plan's patience ended the search.
    pub(super) stopped: Option<EarlyEnd>,
    /// The rows of the best, which were tested.
    pub(super) tested: Vec<f64>,
}

impl FoldOutcome {
    /// Returns the stages that the plan's method drew.
    pub(super) fn drawn(&self) -> &[Outcome] {
        &self.searches[usize::from(self.has_enqueued)..]
    }
}

/// Runs the stages of a fold from their results.
struct Runner<'s, 'r, 'd> {
    search: &'s Search<'d>,
    feed: &'s mut Feed<'r>,
    base: Stage,
    done: Vec<Outcome>,
}

/// Runs all stages, fold by fold.
#[inline(never)]
pub(super) fn run(
    search: &Search<'_>,
    feed: &mut Feed<'_>,
    passes: usize,
) -> Result<Vec<FoldOutcome>, Stop> {
    let is_whole = |fold: &Fold| fold.test.is_none();
    let mut outcomes = Vec::new();
    for fold in search.folds()? {
        let base = Stage {
            name: fold.name.clone(),
            fold: fold.name.clone(),
            role: "search",
            draw: Draw::Grid,
            count: 0,
            window: if is_whole(&fold) { None } else { Some(fold.search) },
            top: search.kept(),
            passes,
            paths: None,
            trials: Vec::new(),
        };
        let runner = Runner { search, feed: &mut *feed, base, done: Vec::new() };
        outcomes.push(runner.fold(fold)?);
    }
    Ok(outcomes)
}

impl Runner<'_, '_, '_> {
    fn fold(mut self, fold: Fold) -> Result<FoldOutcome, Stop> {
        let rows = self.search.enqueued();
        let has_enqueued = !rows.is_empty();
        if has_enqueued {
            let stage = self.stage("-enqueued", None, Draw::List(rows));
            self.run(stage)?;
        }
        let is_halving = self.search.method_kind() == "halving";
        let stopped = match self.search.method_kind() {
            "halving" => self.rungs(fold.search).map(|()| None),
            "adaptive" => self.rounds(),
            _ => self.blocks(),
        }?;
        let Some(last) = self.done.len().checked_sub(1) else {
            return Err(wrong_result(&self.base).into());
        };
        // The rungs of halving before the last one are of fewer bars.
        let first = usize::from(has_enqueued);
        let is_joined = |at: usize| !is_halving || at == last || at < first;
        let all = self.done.iter().enumerate().filter(|(at, _)| is_joined(*at));
        let found = joined(all.map(|(_, outcome)| outcome))?;
        let window = self.done[last].stage.window;
        let axes = 2..2 + self.search.axes.len();
        let best = found.top().take(self.search.top);
        let tested = self.search.rows(&mut best.map(|row| &row[axes.clone()]));
        if fold.test.is_some() && !tested.is_empty() {
            let mut stage = self.stage("-test", None, Draw::List(tested.clone()));
            (stage.role, stage.window, stage.top, stage.passes) =
                ("test", fold.test, self.search.top, 0);
            self.feed.next(&stage)?;
        }
        Ok(FoldOutcome { fold, searches: self.done, has_enqueued, found, window, stopped, tested })
    }

    /// Returns a stage of the fold with its name, its number if there are several, and its draw.
    #[inline(never)]
    fn stage(&self, name: &str, number: Option<usize>, draw: Draw) -> Stage {
        let mut stage = Stage { draw, ..self.base.clone() };
        stage.name.push_str(name);
        if let Some(number) = number {
            push_whole(&mut stage.name, number as f64);
        }
        if let Draw::List(rows) = &stage.draw {
            stage.count = (rows.len() / self.search.axes.len()) as u64;
        }
        stage
    }

    fn run(&mut self, stage: Stage) -> Result<&Outcome, Stop> {
        let result = self.feed.next(&stage)?;
        let summary = Summary::unpack(result).ok_or_else(|| wrong_result(&stage))?;
        let is_of_plan = summary.axes() == self.search.axes.len();
        if !is_of_plan || summary.count() != stage.count as f64 {
            return Err(wrong_result(&stage).into());
        }
        self.done.push(Outcome { stage, summary });
        Ok(&self.done[self.done.len() - 1])
    }

    fn seed(&self) -> u64 {
        whole(self.search.method_number("seed"))
    }

    fn count(&self) -> u64 {
        whole(self.search.method_number("count"))
    }

    fn rungs(&mut self, window: Window) -> Result<(), Stop> {
        let bars_per_day = self.search.scored().1 as f64;
        let rungs = rungs(self.count() as f64, window, bars_per_day);
        let first = self.done.len();
        for (rung, (count, window)) in rungs.iter().enumerate() {
            let draw = if rung == 0 {
                Draw::Even { is_random: false, count: *count, seed: self.seed(), first: 0 }
            } else {
                let axes = 2..2 + self.search.axes.len();
                let ranked = self.done[first + rung - 1].summary.ranked();
                let rows = self.search.rows(&mut ranked.map(|row| &row[axes.clone()]));
                if rows.is_empty() {
                    break;
                }
                Draw::List(rows)
            };
            let mut stage = self.stage("-rung-", Some(rung + 1), draw);
            if rung == 0 {
                stage.count = *count;
            }
            if let Some((next, _)) = rungs.get(rung + 1) {
                (stage.window, stage.passes) = (Some(*window), place(*next as f64));
            }
            self.run(stage)?;
        }
        Ok(())
    }

    fn patience(&self) -> (Option<u64>, Patience) {
        let patience = self.search.method("patience").and_then(Json::number);
        let patience = patience.map(whole);
        let best = self.done.first().and_then(|outcome| outcome.summary.top().next());
        let best = best.map_or(f64::NEG_INFINITY, |row| row[1]);
        (patience, Patience::new(patience, self.count(), best))
    }

    fn rounds(&mut self) -> Result<Option<EarlyEnd>, Stop> {
        let (_, mut waiting) = self.patience();
        for (round, count) in rounds(place(self.count() as f64)).into_iter().enumerate() {
            let seed = self.seed();
            let draw = if round == 0 {
                Draw::Even { is_random: false, count: count as u64, seed, first: 0 }
            } else {
                let earlier: Vec<&Summary> = self.done.iter().map(|one| &one.summary).collect();
                let seed = seed.wrapping_add(7919 * round as u64);
                let found = next_round(&earlier, &self.search.axes, count, seed);
                Draw::List(self.search.rows(&mut found.iter().map(Vec::as_slice)))
            };
            let mut stage = self.stage("-round-", Some(round + 1), draw);
            stage.count = count as u64;
            let outcome = self.run(stage)?;
            let end = waiting.add(outcome.summary.top().next(), count as u64);
            if end.is_some() {
                return Ok(end);
            }
        }
        Ok(None)
    }

    /// Runs a grid or an even draw: at once, or in blocks between which its patience may end it.
    fn blocks(&mut self) -> Result<Option<EarlyEnd>, Stop> {
        let kind = self.search.method_kind();
        if kind == "grid" {
            let mut stage = self.stage("", None, Draw::Grid);
            stage.count = self.search.grid;
            return self.run(stage).map(|_| None);
        }
        let (patience, mut waiting) = self.patience();
        let (count, seed) = (self.count(), self.seed());
        let draw = |first| Draw::Even { is_random: kind == "random", count, seed, first };
        let Some(patience) = patience else {
            let mut stage = self.stage("", None, draw(0));
            stage.count = count;
            return self.run(stage).map(|_| None);
        };
        let size = block(patience, count);
        let blocks = (0_u64..).map(|at| at * size).take_while(|first| *first < count);
        for (at, first) in blocks.enumerate() {
            let mut stage = self.stage("-block-", Some(at + 1), draw(first));
            stage.count = size.min(count - first);
            let count = stage.count;
            let outcome = self.run(stage)?;
            let end = waiting.add(outcome.summary.top().next(), count);
            if end.is_some() {
                return Ok(end);
            }
        }
        Ok(None)
    }
}

/// Returns a whole number that the schema of plans has checked.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 2^53")]
pub(super) fn whole(number: f64) -> u64 {
    number as u64
}

/// Merges the summaries of stages.
#[inline(never)]
pub(super) fn joined<'o>(mut outcomes: impl Iterator<Item = &'o Outcome>) -> Result<Summary, Stop> {
    let Some(first) = outcomes.next() else { unreachable!("a fold has a stage") };
    let mut all = first.summary.clone();
    for Outcome { stage, summary } in outcomes {
        all = all.merge(summary).ok_or_else(|| wrong_result(stage))?;
    }
    Ok(all)
}
