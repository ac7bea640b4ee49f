//! The report of a search, and its stages: pure functions of the plan and of what ran.
//!
//! A host calls [`report`] with the results of the stages that have run, in their order, and gets the
//! next stage or the report. So any machines may carry a search, and all arrive at the same bytes.

mod echo;
mod entries;
mod folds;
mod head;
mod judge;
mod luck;
mod neighbours;
mod paths;
mod reasons;
mod returns;
mod rounds;
mod sample;
mod scale;
mod search;
mod size;
mod stage;
mod stages;
mod tested;
mod text;
mod trials;
mod trips;
mod verdict;

use super::super::datasets::Datasets;
use super::super::document::malformed;
use crate::error::Result;
use crate::json::{Emit, Json, Sink, parse};
use crate::summary::candidate_hashes;
use echo::engine_part;
use entries::{Entry, Field, join, ranked};
use head::emit_head;
use judge::{datasets_of, judge};
use luck::Trials;
use paths::chooses_on_paths;
use search::Search;
pub(in super::super) use size::size;
use stage::{Draw, Feed, Stage, Stop, numbers, wrong_result};
use stages::{FoldOutcome, whole};
use trials::{Chosen, KeyTrials};
use verdict::{Verdict, estimated_notes};

/// Emits `{"stage"}`, the next stage of a search, or `{"searched", "judged", "report"}` when all have a
/// result. The request is `{"plan", "topMax", "enqueued", "datasets", "before"}`: the plan, how many of
/// the best are shown, the rows of the plan's own candidates, what the report says of each dataset, and
/// the trials that the key had made before. See [`Feed`] for the results.
///
/// # Errors
/// As for reading a plan, and `REQUEST_VALIDATION_FAILED` for a result that does not fit its stage.
pub(in super::super) fn report(
    datasets: &Datasets,
    request: &Json<'_>,
    results: &[u8],
    sink: &mut dyn Sink,
) -> Result<()> {
    let part = engine_part(request);
    let mut search = Search::read(datasets, request, &part)?;
    let mut feed = Feed::new(results);
    sink.begin_object();
    match make(&mut search, &mut feed, sink) {
        Ok(()) => {}
        Err(Stop::Failed(error)) => return Err(error),
        Err(Stop::Pending(stage)) => {
            sink.own_key("stage");
            stage.emit(sink);
        }
    }
    sink.end_object();
    Ok(())
}

/// Returns the rows of the next stage, whose draw is a list, one after the other; empty for another draw,
/// or where no stage is left.
///
/// # Errors
/// The same errors as [`report`].
pub(in super::super) fn stage_rows(
    datasets: &Datasets,
    request: &Json<'_>,
    results: &[u8],
) -> Result<Vec<f64>> {
    let part = engine_part(request);
    let mut search = Search::read(datasets, request, &part)?;
    let mut feed = Feed::new(results);
    let mut sink = crate::json::Printer::default();
    match make(&mut search, &mut feed, &mut sink) {
        Err(Stop::Failed(error)) => Err(error),
        Err(Stop::Pending(stage)) => match stage.draw {
            Draw::List(rows) => Ok(rows),
            _ => Ok(Vec::new()),
        },
        Ok(()) => Ok(Vec::new()),
    }
}

/// Runs the stages, judges what they found, and emits the members of the answer.
fn make(
    search: &mut Search<'_>,
    feed: &mut Feed<'_>,
    sink: &mut dyn Sink,
) -> core::result::Result<(), Stop> {
    let is_on_paths = chooses_on_paths(search);
    let passes = if is_on_paths { paths::CANDIDATES_MAX } else { 0 };
    let outcomes = stages::run(search, feed, passes)?;
    let [.., judged] = &*outcomes else { unreachable!("a plan has a fold") };
    let planned = feed.stages.len();
    let trials = Trials::of(search, judged)?;
    let field = Field::of(search, judged, is_on_paths, feed)?;
    let key = counted(search, judged, &field, &trials);
    let Field { entries, chosen, on_paths } = field;
    let top = top(search, judged, (entries, chosen), &key, feed)?;
    key.emit(sink);
    sink.own_key("report");
    sink.begin_object();
    emit_head(search, &outcomes, (judged, &feed.stages[..planned]), sink)?;
    sink.own_key("paths");
    match &on_paths {
        None => sink.null(),
        Some((choice, _)) => {
            sink.begin_array();
            for (paths, candidates) in &choice.rungs {
                sink.begin_object();
                numbers(sink, &[("paths", *paths as f64), ("candidates", *candidates as f64)]);
                sink.end_object();
            }
            sink.end_array();
        }
    }
    sink.own_key("top");
    sink.begin_array();
    for (at, entry) in top.iter().enumerate() {
        entry.emit(at + 1, sink);
    }
    sink.end_array();
    sink.own_key("best");
    if let Some(best) = top.first() {
        best.emit(1, sink);
        judge(search, &outcomes, (best, &trials, &key), sink)?;
    } else {
        sink.null();
        sink.own_key("verdict");
        Verdict::of_nothing(estimated_notes(datasets_of(search))).emit(sink);
        for name in ["luck", "overfitting", "neighbours", "folds", "outOfSample"] {
            sink.own_key(name);
            if name == "folds" { sink.numbers(&[]) } else { sink.null() }
        }
    }
    sink.end_object();
    Ok(())
}

/// Returns the trials of the key with those of the search: a candidate of which a path was seen counts
/// as evaluated.
fn counted(
    search: &mut Search<'_>,
    judged: &FoldOutcome,
    field: &Field<'_>,
    trials: &Trials,
) -> KeyTrials {
    let coordinates: Vec<&[f64]> = match &field.on_paths {
        Some((_, seen)) => seen.iter().map(Vec::as_slice).collect(),
        None => field.entries[..field.chosen].iter().map(|one| &*one.coordinates).collect(),
    };
    let axes = search.axes.len();
    let columns: Vec<f64> =
        (0..axes).flat_map(|axis| coordinates.iter().map(move |row| row[axis])).collect();
    let hashes = candidate_hashes(&columns, axes, search.judge.space);
    let rows = search.rows(&mut coordinates.iter().copied());
    let candidates = search.candidates(rows, judged.window);
    let mut chosen = Vec::new();
    for (at, (candidate, hash)) in candidates.iter().zip(hashes).enumerate() {
        let hash = whole(hash);
        let known = trials.candidates.binary_search_by_key(&hash, |(known, _)| *known);
        let known = known.map_or(f64::NAN, |at| trials.candidates[at].1);
        let own = field.entries.get(at).filter(|_| field.on_paths.is_none());
        let own = own.map_or(f64::NAN, |entry| entry.figures[DAILY_SHARPE]);
        let ratio = if own.is_nan() { known } else { own };
        for one in search.on_markets(candidate) {
            chosen.push(Chosen::of(search, &one, (hash, ratio)));
        }
    }
    KeyTrials::of(search, &trials.candidates, chosen, trials.is_official)
}

/// Place of the daily Sharpe ratio among the figures.
const DAILY_SHARPE: usize = 6;

/// Returns the best in the order of the plan's aim; the first have an evaluation.
fn top<'r>(
    search: &mut Search<'_>,
    judged: &FoldOutcome,
    (mut entries, chosen): (Vec<Entry<'r>>, usize),
    key: &KeyTrials,
    feed: &mut Feed<'r>,
) -> core::result::Result<Vec<Entry<'r>>, Stop> {
    let rows = search.rows(&mut entries.iter().map(|one| &*one.coordinates));
    let chosen_rows = rows[..chosen * search.axes.len()].to_vec();
    for (entry, candidate) in entries.iter_mut().zip(search.candidates(rows, judged.window)) {
        entry.candidate = Some(candidate);
    }
    if chosen > 0 {
        let stage = Stage {
            name: "evaluate".into(),
            fold: String::new(),
            role: "evaluate",
            draw: Draw::List(chosen_rows),
            count: chosen as u64,
            window: judged.window,
            top: 0,
            passes: 0,
            paths: None,
            trials: key.counts(),
        };
        let result = parse(feed.next(&stage)?).map_err(malformed)?;
        let markets = search.ids.len().max(1);
        let Json::Array(all) = result else { return Err(wrong_result(&stage).into()) };
        if all.len() != chosen * markets {
            return Err(wrong_result(&stage).into());
        }
        let evaluations = all.into_iter().map(|one| match one {
            Json::Object(members) => members.into_iter().find(|(name, _)| name == "evaluation"),
            _ => None,
        });
        let mut evaluations = evaluations.map(|one| one.map_or(Json::Null, |(_, value)| value));
        for entry in &mut entries[..chosen] {
            let each: Vec<Json<'_>> = evaluations.by_ref().take(markets).collect();
            entry.evaluation = if search.ids.is_empty() {
                each.into_iter().next()
            } else {
                Some(join(search, each))
            };
        }
    }
    let mut top = ranked(search, entries);
    top.truncate(search.top);
    Ok(top)
}
