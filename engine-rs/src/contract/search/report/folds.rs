//! The windows of a search, and the stages of its methods.

use super::stage::Window;
use super::text::push_whole;
use crate::error::{EngineError, ErrorCode, Result};
use crate::json::Json;
use crate::num::{place, rounded};

/// Most folds of a plan.
const FOLDS_MAX: usize = 64;
/// Fewest days of a window that say anything.
const DAYS_MIN: usize = 5;
/// Factor by which candidates shrink, and bars grow, from rung to rung of halving.
const FACTOR: f64 = 4.0;
/// Fewest candidates of a rung, and days of its window.
const RUNG_MIN: f64 = 16.0;
const RUNG_DAYS_MIN: f64 = 10.0;
/// Share of candidates in the first round of an adaptive search, number of later rounds, and fewest
/// candidates of a round.
const FIRST_SHARE: f64 = 0.2;
const ROUNDS: usize = 12;
const ROUND_MIN: usize = 16;
/// Fewest candidates between two decisions, and most decisions, of a search with patience.
const BLOCK_MIN: u64 = 1_024;
const BLOCKS_MAX: u64 = 256;

/// Bars that are searched, and later bars that test the best.
#[derive(Debug, Clone)]
pub(super) struct Fold {
    pub(super) name: String,
    pub(super) search: Window,
    pub(super) test: Option<Window>,
}

/// Returns the folds of a plan in order; a walk-forward ends with all bars, untested.
pub(super) fn folds(windows: Option<&Json<'_>>, (from, to): Window) -> Vec<Fold> {
    let get = |name| windows.and_then(|windows| windows.get(name));
    let number = |name| get(name).and_then(Json::number).unwrap_or(0.0);
    let kind = get("kind").and_then(Json::text).unwrap_or("whole");
    let whole = Fold { name: "all".into(), search: (from, to), test: None };
    let split = |name: String, first: usize, at: usize, end: usize| Fold {
        name,
        search: (first, at.saturating_sub(place(number("purge")))),
        test: Some((at + place(number("embargo")), end)),
    };
    if kind == "whole" {
        return vec![whole];
    }
    let bars = to.saturating_sub(from);
    if kind == "holdout" {
        let tested = rounded(bars as f64 * number("share"));
        return vec![split("holdout".into(), from, to.saturating_sub(place(tested)), to)];
    }
    let count = place(number("folds")).min(FOLDS_MAX);
    let edge = |part: usize| from + bars * part / (count + 1);
    let is_rolling = get("mode").and_then(Json::text) == Some("rolling");
    let fold = |at: usize| {
        let mut name = String::from("fold-");
        push_whole(&mut name, (at + 1) as f64);
        split(name, if is_rolling { edge(at) } else { from }, edge(at + 1), edge(at + 2))
    };
    (0..count).map(fold).chain([whole]).collect()
}

/// Checks that every window of a plan with several has enough bars.
pub(super) fn check(folds: &[Fold], (from, to): Window, bars_per_day: usize) -> Result<()> {
    let least = DAYS_MIN * bars_per_day;
    for fold in folds.iter().filter(|_| folds.len() > 1 || folds[0].test.is_some()) {
        for (what, window) in
            [("the bars searched in ", Some(fold.search)), ("the bars that test ", fold.test)]
        {
            let found = window.map_or(least, |(from, to)| to.saturating_sub(from));
            if found < least {
                return Err(too_few((what, &fold.name), [found, least, to - from]));
            }
        }
    }
    Ok(())
}

#[cold]
fn too_few((what, name): (&str, &str), [found, least, scored]: [usize; 3]) -> EngineError {
    let mut text = String::from("Cannot search: ");
    text.push_str(what);
    text.push_str(name);
    for (before, number) in [
        (" are ", found),
        (", must be at least ", least),
        (" (", DAYS_MIN),
        (" days); of the ", scored),
    ] {
        text.push_str(before);
        push_whole(&mut text, number as f64);
    }
    text.push_str(" scored bars take fewer folds, or a smaller purge and embargo");
    EngineError::new(ErrorCode::RequestValidationFailed, text)
}

/// Returns the rungs of successive halving: each has a quarter of the candidates of the rung before and
/// four times its bars, up to all bars.
pub(super) fn rungs(count: f64, (from, to): Window, bars_per_day: f64) -> Vec<(u64, Window)> {
    let bars = (to - from) as f64;
    let (mut sizes, mut part) = (vec![1.0], FACTOR);
    while count / part >= RUNG_MIN && bars / part >= RUNG_DAYS_MIN * bars_per_day {
        sizes.push(part);
        part *= FACTOR;
    }
    let bars_of = sizes.iter().rev().map(|part| place((bars / part).floor()));
    let rungs = sizes.iter().zip(bars_of);
    rungs.map(|(part, bars)| (place((count / part).floor()) as u64, (to - bars, to))).collect()
}

/// Returns the number of candidates of each round of an adaptive search.
pub(super) fn rounds(count: usize) -> Vec<usize> {
    let first = count.min(ROUND_MIN.max(place((count as f64 * FIRST_SHARE).ceil())));
    let size = ROUND_MIN.max((count - first).div_ceil(ROUNDS));
    let mut rounds = vec![first];
    let mut left = count - first;
    while left > 0 {
        rounds.push(size.min(left));
        left = left.saturating_sub(size);
    }
    rounds
}

/// Returns the number of candidates between two decisions.
pub(super) fn block(patience: u64, count: u64) -> u64 {
    BLOCK_MIN.max(patience.div_ceil(4)).max(count.div_ceil(BLOCKS_MAX))
}

/// The end of the search of a fold before all its candidates ran.
#[derive(Debug, Clone, Copy)]
pub(super) struct EarlyEnd {
    pub(super) ran: f64,
    pub(super) planned: f64,
    /// Candidates since the best one.
    pub(super) since: f64,
}

/// Counts the candidates since the best one.
pub(super) struct Patience {
    most: f64,
    planned: f64,
    best: f64,
    ran: f64,
    until: f64,
}

impl Patience {
    /// `best` is the merit to beat.
    pub(super) fn new(patience: Option<u64>, planned: u64, best: f64) -> Self {
        let most = patience.map_or(f64::INFINITY, |patience| patience as f64);
        Self { most, planned: planned as f64, best, ran: 0.0, until: 0.0 }
    }

    /// Adds the next candidates, of which `top` is the best row; returns whether the search has ended.
    pub(super) fn add(&mut self, top: Option<&[f64]>, count: u64) -> Option<EarlyEnd> {
        if let Some([number, merit, ..]) = top
            && *merit > self.best
        {
            (self.best, self.until) = (*merit, self.ran + number + 1.0);
        }
        self.ran += count as f64;
        let Self { ran, planned, .. } = *self;
        let since = ran - self.until;
        (since >= self.most && ran < planned).then_some(EarlyEnd { ran, planned, since })
    }
}
