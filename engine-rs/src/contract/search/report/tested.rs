//! The best of each fold on bars that it was not chosen on.

use super::super::super::candidate::Candidate;
use super::super::super::figures::sharpe_luck;
use super::entries::emit_candidate;
use super::luck::{best_of, emit_figures, line_name};
use super::returns::{Returns, excess};
use super::sample::Moments;
use super::search::Search;
use super::stage::{Stop, Window, emit_window, numbers};
use super::stages::FoldOutcome;
use crate::json::{Emit, Sink};
use crate::summary::Summary;
use crate::time;

const YEAR_DAYS: f64 = 365.0;
/// Place of the score among the figures.
const SCORE: usize = 5;

/// A figure on the searched and on the tested bars.
#[derive(Debug, Clone, Copy, Default)]
struct InAndOut {
    searched: f64,
    tested: f64,
}

impl InAndOut {
    /// Returns walk-forward efficiency (Pardo, 1992): the share of the result that remains on bars that
    /// were not searched. It compares ratios of daily excess over the passive line: excess, since both
    /// windows have carry; days, since a score has no scale where Hold earns next to nothing; and ratios,
    /// since PT moves less towards its expiry, so that later folds earn less with the same skill.
    fn efficiency(self) -> Option<f64> {
        (self.searched > 0.0).then(|| self.tested / self.searched)
    }

    fn emit(self, name: &str, sink: &mut dyn Sink) {
        sink.own_key(name);
        sink.begin_object();
        numbers(sink, &[("searched", self.searched), ("tested", self.tested)]);
        sink.end_object();
    }
}

/// The best of a fold on the tested bars.
pub(super) struct TestedFold<'o> {
    outcome: &'o FoldOutcome,
    test: Window,
    candidate: Candidate,
    /// First and last day of the searched and of the tested bars.
    dates: [[String; 2]; 2],
    in_sample: &'o [f64],
    out_of_sample: Vec<f64>,
    line: usize,
    passive_score: f64,
    excess: InAndOut,
    ratio: InAndOut,
    share_above: f64,
    /// Daily excess over the passive line on the tested days.
    days: Vec<f64>,
}

impl<'o> TestedFold<'o> {
    /// Returns the report on a fold that tested candidates.
    pub(super) fn of(
        search: &mut Search<'_>,
        outcome: &'o FoldOutcome,
    ) -> Result<Option<Self>, Stop> {
        let (Some(test), Some(best)) = (outcome.fold.test, best_of(&outcome.found)) else {
            return Ok(None);
        };
        let axes = search.axes.len();
        let first = search.rows(&mut [&best[2..2 + axes]].into_iter());
        let Some(candidate) = search.candidates(first, Some(test)).pop() else { return Ok(None) };
        let figures = search.figures(outcome.tested.clone(), Some(test));
        let one = core::slice::from_ref(&candidate);
        let before = Returns::of(search, Some(outcome.fold.search), one)?;
        let after = Returns::of(search, Some(test), one)?;
        let line = before.better();
        let over = |returns: &Returns| {
            let days = returns.candidates[0].as_ref();
            days.map(|days| excess(days, &returns.lines[line].days)).unwrap_or_default()
        };
        let (searched, tested) = (over(&before), over(&after));
        let per_year = |days: &[f64]| YEAR_DAYS * Moments::of(days.iter().copied()).mean;
        let ratio_of = |days: &[f64]| {
            Some(sharpe_luck(days, 1.0, f64::NAN)[0]).filter(|one| !one.is_nan()).unwrap_or(0.0)
        };
        let passive_score = after.lines[line].score;
        let above = figures[SCORE].iter().filter(|score| **score > passive_score).count();
        let close = |bar: usize| -> String {
            let timestamp = search
                .dataset(candidate.market_id)
                .map(|dataset| dataset.series.clock.timestamp[bar]);
            let mut day = time::iso(timestamp.unwrap_or_default());
            day.truncate("2026-01-31".len());
            day
        };
        let days_of = |(from, to): Window| [close(from), close(to - 1)];
        Ok(Some(Self {
            outcome,
            test,
            dates: [days_of(outcome.fold.search), days_of(test)],
            in_sample: Summary::figures(best),
            out_of_sample: figures.iter().map(|column| column[0]).collect(),
            line,
            passive_score,
            excess: InAndOut { searched: per_year(&searched), tested: per_year(&tested) },
            ratio: InAndOut { searched: ratio_of(&searched), tested: ratio_of(&tested) },
            share_above: above as f64 / figures[SCORE].len() as f64,
            days: tested,
            candidate,
        }))
    }

    /// Returns whether the best beat the passive line out of sample.
    pub(super) fn is_above(&self) -> bool {
        self.out_of_sample[SCORE] > self.passive_score
    }
}

impl Emit for TestedFold<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let fold = &self.outcome.fold;
        sink.begin_object();
        sink.own_key("name");
        sink.string(&fold.name);
        emit_window(sink, "search", Some(fold.search));
        emit_window(sink, "test", Some(self.test));
        sink.own_key("dates");
        sink.begin_object();
        for (name, days) in ["search", "test"].into_iter().zip(&self.dates) {
            sink.own_key(name);
            days.as_slice().emit(sink);
        }
        sink.end_object();
        sink.own_key("candidate");
        emit_candidate(&self.candidate, sink);
        sink.own_key("inSample");
        emit_figures(self.in_sample, sink);
        sink.own_key("outOfSample");
        emit_figures(&self.out_of_sample, sink);
        sink.own_key("line");
        sink.string(line_name(self.line));
        numbers(sink, &[("passiveScore", self.passive_score)]);
        self.excess.emit("excess", sink);
        self.ratio.emit("ratio", sink);
        let efficiency = self.ratio.efficiency().unwrap_or(f64::NAN);
        numbers(sink, &[("efficiency", efficiency), ("shareAbove", self.share_above)]);
        sink.end_object();
    }
}

/// The best of all folds together.
pub(super) struct OutOfSample {
    days: usize,
    excess: InAndOut,
    ratio: InAndOut,
    probability: f64,
    pub(super) folds: usize,
    /// Folds whose best beat the passive line.
    pub(super) above: usize,
}

impl OutOfSample {
    /// Returns the result of all folds; `None` without any tested day.
    pub(super) fn of(folds: &[TestedFold<'_>]) -> Option<Self> {
        let days: Vec<f64> = folds.iter().flat_map(|fold| fold.days.iter().copied()).collect();
        let count = folds.len() as f64;
        let mean = |of: &dyn Fn(&TestedFold<'_>) -> InAndOut| InAndOut {
            searched: folds.iter().map(|fold| of(fold).searched).sum::<f64>() / count,
            tested: folds.iter().map(|fold| of(fold).tested).sum::<f64>() / count,
        };
        (!days.is_empty()).then(|| Self {
            days: days.len(),
            excess: mean(&|fold| fold.excess),
            ratio: mean(&|fold| fold.ratio),
            probability: sharpe_luck(&days, 1.0, f64::NAN)[1],
            folds: folds.len(),
            above: folds.iter().filter(|fold| fold.is_above()).count(),
        })
    }

    pub(super) fn efficiency(&self) -> Option<f64> {
        self.ratio.efficiency()
    }
}

impl Emit for OutOfSample {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        numbers(sink, &[("days", self.days as f64)]);
        self.excess.emit("excess", sink);
        self.ratio.emit("ratio", sink);
        let efficiency = self.efficiency().unwrap_or(f64::NAN);
        numbers(sink, &[("efficiency", efficiency), ("probability", self.probability)]);
        sink.end_object();
    }
}
