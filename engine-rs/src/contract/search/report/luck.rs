//! How the best candidate of a search compares with luck.

use super::super::super::figures::sharpe_luck;
use super::returns::{HOLD, IDLE, Returns, excess};
use super::sample::{Moments, Spread, spread_over_hold};
use super::search::Search;
use super::stage::{Stage, Stop, Window, numbers};
use super::stages::{FoldOutcome, Outcome, joined};
use super::trials::KeyTrials;
use super::trips::Trips;
use crate::json::{Emit, Sink};
use crate::num::min;
use crate::summary::{Distinct, Summary};
use crate::sweep::Point;

/// Trials in the window of the best: the distinct candidates, with their ratios over SY.
pub(super) struct Trials {
    pub(super) candidates: Vec<(u64, f64)>,
    pub(super) tried: Distinct,
    results: Distinct,
    untraded_share: f64,
    spread: Spread,
    /// The stages that chose among all candidates, not among the best of others.
    stages: Vec<Stage>,
    /// Whether the ratios are those of official runs: on all scored bars, and of one dataset.
    pub(super) is_official: bool,
}

impl Trials {
    pub(super) fn of(search: &Search<'_>, judged: &FoldOutcome) -> Result<Self, Stop> {
        let drawn = judged.drawn();
        // The later rungs of a halving search are selections from the first.
        let is_halving = search.method_kind() == "halving";
        let first = &judged.searches[..=usize::from(judged.has_enqueued)];
        let all = if is_halving { joined(first.iter())? } else { judged.found.clone() };
        let of_ratios = if is_halving { &drawn[0].summary } else { &all };
        let moments = Moments::of(of_ratios.tried().map(|(_, ratio)| ratio));
        // Ratios of the first rung are of fewer days, and vary that much more.
        let less = (1..drawn.len()).filter(|_| is_halving).fold(1.0, |less, _| less * 4.0);
        let tried = all.tried_count();
        let stages: Vec<Stage> = if is_halving { &drawn[..1] } else { &judged.searches[..] }
            .iter()
            .map(|outcome: &Outcome| outcome.stage.clone())
            .collect();
        Ok(Self {
            candidates: all.tried().collect(),
            tried,
            results: all.results_count(),
            untraded_share: all.untraded_share(),
            spread: Spread {
                variance: moments.variance().map(|variance| variance / less),
                candidates: moments.count,
                is_sample: !tried.is_exact,
            },
            is_official: search.used.len() == 1 && stages.iter().all(|one| one.window.is_none()),
            stages,
        })
    }

    /// Returns the number of trials that deflate a ratio, those of the key included, and their spread.
    fn deflation(&self, key: &KeyTrials) -> (f64, Spread) {
        // On several datasets, the stricter count.
        let counts = key.each.iter().map(|one| one.all.count());
        let count = counts.fold(1.0, crate::num::max);
        let spread = match &*key.each {
            [only] if self.is_official => Spread {
                variance: only.all.variance(),
                candidates: only.all.known().len() as f64,
                is_sample: only.all.is_sample(),
            },
            _ => self.spread,
        };
        (count, spread)
    }
}

/// How the best candidate compares with luck.
pub(super) struct Luck<'t> {
    trials: &'t Trials,
    searched: f64,
    spread: Spread,
    without_skill: f64,
    used: f64,
    sharpe_variance: Option<f64>,
    deflated_over_idle: Option<f64>,
    pub(super) deflated: Option<f64>,
    pub(super) trips: Option<Trips>,
    line: usize,
    score: f64,
}

impl<'t> Luck<'t> {
    /// `returns` has the days of the best candidate first.
    pub(super) fn of(
        search: &mut Search<'_>,
        (trials, key): (&'t Trials, &KeyTrials),
        returns: &Returns,
        (window, market_id): (Option<Window>, u32),
    ) -> Result<Self, Stop> {
        let line = returns.better();
        let (searched, over_idle) = trials.deflation(key);
        // A larger variance means that some candidates are truly better than others, which must not
        // count against the best.
        let without_skill = 1.0 / (returns.lines[IDLE].days.len().max(1)) as f64;
        let used = |spread: Spread| min(spread.variance.unwrap_or(f64::INFINITY), without_skill);
        let spread = if line == IDLE {
            over_idle
        } else {
            spread_over_hold(search, &trials.stages, window, market_id)?
        };
        let deflated = |line: usize, spread: Spread| -> Option<f64> {
            let days = excess(returns.candidates[0].as_ref()?, &returns.lines[line].days);
            Some(sharpe_luck(&days, searched, used(spread))[1]).filter(|one| !one.is_nan())
        };
        Ok(Self {
            trials,
            searched,
            spread,
            without_skill,
            used: used(spread),
            sharpe_variance: over_idle.variance,
            deflated_over_idle: deflated(IDLE, over_idle),
            deflated: deflated(line, spread),
            trips: returns.trips.as_ref().and_then(|trips| Trips::of(&trips[line])),
            line,
            score: returns.lines[line].score,
        })
    }

    /// Returns the larger number of tries: of the search, and of its key.
    pub(super) fn tries(&self) -> f64 {
        crate::num::max(self.trials.tried.count, self.searched)
    }
}

/// Returns the name of a line.
pub(super) fn line_name(line: usize) -> &'static str {
    if line == HOLD { "hold" } else { "idle" }
}

impl Emit for Luck<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let Trials { tried, results, untraded_share, .. } = self.trials;
        let or_nan = |number: Option<f64>| number.unwrap_or(f64::NAN);
        sink.begin_object();
        numbers(sink, &[("tried", tried.count)]);
        sink.own_key("isExact");
        sink.boolean(tried.is_exact);
        numbers(sink, &[("searched", self.searched)]);
        sink.own_key("results");
        sink.begin_object();
        numbers(sink, &[("count", results.count)]);
        sink.own_key("isExact");
        sink.boolean(results.is_exact);
        sink.end_object();
        numbers(
            sink,
            &[
                ("untradedShare", *untraded_share),
                ("sharpeVariance", or_nan(self.sharpe_variance)),
                ("deflatedSharpe", or_nan(self.deflated_over_idle)),
                ("deflatedOverPassive", or_nan(self.deflated)),
            ],
        );
        sink.own_key("variance");
        sink.begin_object();
        let Spread { variance, candidates, is_sample } = self.spread;
        numbers(sink, &[("spread", or_nan(variance)), ("candidates", candidates)]);
        sink.own_key("isSample");
        sink.boolean(is_sample);
        numbers(sink, &[("withoutSkill", self.without_skill), ("used", self.used)]);
        sink.end_object();
        sink.own_key("trips");
        match &self.trips {
            None => sink.null(),
            Some(trips) => {
                sink.begin_object();
                let largest = or_nan(trips.largest_share);
                numbers(
                    sink,
                    &[
                        ("count", trips.count as f64),
                        ("largestShare", largest),
                        ("byLot", trips.by_lot),
                    ],
                );
                sink.end_object();
            }
        }
        sink.own_key("passiveLine");
        sink.string(line_name(self.line));
        numbers(sink, &[("passiveScore", self.score)]);
        sink.end_object();
    }
}

/// Returns the figures of a row of the best as members of a report.
#[inline(never)]
pub(super) fn emit_figures(figures: &[f64], sink: &mut dyn Sink) {
    sink.begin_object();
    for (name, figure) in Point::NAMES.iter().zip(figures) {
        numbers(sink, &[(name, *figure)]);
    }
    sink.end_object();
}

/// Returns the figures of the best of a summary.
pub(super) fn best_of(summary: &Summary) -> Option<&[f64]> {
    summary.top().next()
}
