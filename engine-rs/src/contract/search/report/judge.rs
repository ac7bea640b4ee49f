//! The judgement of the best candidate.

use super::entries::{Entry, texts};
use super::luck::{Luck, Trials};
use super::neighbours::{Neighbours, axis_name};
use super::returns::{Returns, excess};
use super::sample::sample;
use super::search::Search;
use super::stage::{Stop, numbers};
use super::stages::FoldOutcome;
use super::tested::{OutOfSample, TestedFold};
use super::trials::KeyTrials;
use super::verdict::{Figures, Verdict, border_note, estimated_notes};
use crate::evaluation::overfitting::Overfitting;
use crate::json::{Emit, Json, Sink};

/// Returns the descriptions of the datasets, which the report repeats.
pub(super) fn datasets_of<'d>(search: &Search<'d>) -> &'d [Json<'d>] {
    search.request.get("datasets").and_then(Json::items).unwrap_or_default()
}

/// Judges the best candidate, and emits the verdict with everything that it follows from.
pub(super) fn judge(
    search: &mut Search<'_>,
    outcomes: &[FoldOutcome],
    (best, trials, key): (&Entry<'_>, &Trials, &KeyTrials),
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let [.., judged] = outcomes else { return Ok(()) };
    let window = judged.window;
    let Some(candidate) = &best.candidate else { return Ok(()) };
    let market_id = candidate.market_id;
    let mut compared = vec![candidate.clone()];
    compared.extend(sample(search, judged, market_id));
    let returns = Returns::of(search, window, &compared)?;
    let luck = Luck::of(search, (trials, key), &returns, (window, market_id))?;
    let line = &returns.lines[returns.better()];
    let around = Neighbours::of(search, &best.coordinates, window, line.score);
    let others: Vec<Vec<f64>> =
        returns.candidates[1..].iter().flatten().map(|days| excess(days, &line.days)).collect();
    let overfitting = Overfitting::of(&others.concat(), others.len());
    let mut folds = Vec::new();
    for outcome in outcomes {
        folds.extend(TestedFold::of(search, outcome)?);
    }
    let out_of_sample = OutOfSample::of(&folds);
    let notes = notes(search, best, around.as_ref());
    let evaluation = best.evaluation.as_ref().map(|one| {
        (one.get("method").and_then(Json::text).unwrap_or_default(), texts(one, "failed"))
    });
    let figures = Figures {
        tried: luck.tries(),
        deflated: luck.deflated,
        trips: luck.trips.as_ref(),
        overfitting: overfitting.as_ref(),
        neighbours: around.as_ref().and_then(Neighbours::share_above),
        out_of_sample: out_of_sample.as_ref(),
        evaluation,
    };
    sink.own_key("verdict");
    Verdict::of(&figures, notes).emit(sink);
    sink.own_key("luck");
    luck.emit(sink);
    emit_overfitting(overfitting.as_ref(), others.len(), sink);
    sink.own_key("neighbours");
    match &around {
        None => sink.null(),
        Some(around) => around.emit(sink),
    }
    sink.own_key("folds");
    folds.emit(sink);
    sink.own_key("outOfSample");
    out_of_sample.emit(sink);
    Ok(())
}

/// Says at which ends of axes the best lies, and which data are estimated.
fn notes(search: &Search<'_>, best: &Entry<'_>, around: Option<&Neighbours>) -> Vec<String> {
    let borders = around.map(|around| around.borders(search, (&best.coordinates, &best.figures)));
    let mut notes = Vec::new();
    for (at, is_largest) in borders.unwrap_or_default() {
        notes.push(border_note(&axis_name(search, at), is_largest, best.coordinates[at]));
    }
    notes.extend(estimated_notes(datasets_of(search)));
    notes
}

fn emit_overfitting(overfitting: Option<&Overfitting>, candidates: usize, sink: &mut dyn Sink) {
    sink.own_key("overfitting");
    let Some(Overfitting { probability, loss_share, splits, parts }) = overfitting else {
        return sink.null();
    };
    sink.begin_object();
    numbers(sink, &[("probability", *probability), ("splits", f64::from(*splits))]);
    numbers(sink, &[("parts", *parts as f64), ("candidates", candidates as f64)]);
    numbers(sink, &[("lossShare", *loss_share)]);
    sink.end_object();
}
