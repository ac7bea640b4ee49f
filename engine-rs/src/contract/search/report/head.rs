//! The parts of a report that every search has, whether it found anything or not.

use super::super::super::evidence::fingerprint;
use super::super::super::published::strategy_catalogue;
use super::echo::echo;
use super::scale::descending;
use super::search::Search;
use super::stage::{Draw, Stage, Stop, numbers};
use super::stages::{FoldOutcome, joined};
use crate::json::{Json, Sink};
use crate::summary::Merits;
use crate::sweep::Status;
use crate::version::{
    CONTRACT_VERSION, ENGINE_VERSION, FORMULA_VERSION, POLICY_VERSION, RULES_VERSION,
};

/// Emits the parts of a report that every search has, whether it found anything or not.
pub(super) fn emit_head(
    search: &Search<'_>,
    outcomes: &[FoldOutcome],
    (judged, stages): (&FoldOutcome, &[Stage]),
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    sink.own_key("plan");
    echo(search.plan, sink);
    sink.own_key("versions");
    sink.begin_object();
    sink.own_key("engineVersion");
    sink.string(ENGINE_VERSION);
    numbers(sink, &[("contractVersion", f64::from(CONTRACT_VERSION))]);
    sink.own_key("rulesVersion");
    sink.string(RULES_VERSION);
    numbers(
        sink,
        &[
            ("policyVersion", f64::from(POLICY_VERSION)),
            ("formulaVersion", f64::from(FORMULA_VERSION)),
        ],
    );
    sink.own_key("catalogueHash");
    sink.string(&fingerprint(&[&strategy_catalogue()]));
    sink.end_object();
    sink.own_key("datasets");
    echo(search.request.get("datasets").unwrap_or(&Json::Array(Vec::new())), sink);
    sink.own_key("stages");
    sink.begin_array();
    for stage in stages {
        sink.begin_object();
        stage.emit_head(sink);
        sink.end_object();
    }
    sink.end_array();
    let summary = &judged.found;
    sink.own_key("candidates");
    sink.begin_object();
    let run: f64 = stages.iter().map(|stage| stage.count as f64).sum();
    numbers(sink, &[("run", run), ("inWindow", summary.count())]);
    sink.own_key("statuses");
    sink.begin_object();
    for (name, count) in Status::NAMES.iter().zip(summary.statuses()) {
        numbers(sink, &[(name, count)]);
    }
    sink.end_object();
    numbers(sink, &[("kept", summary.merits().count)]);
    sink.end_object();
    summary.emit_shapes(sink);
    sink.own_key("importance");
    emit_importance(search, judged, sink)?;
    sink.own_key("stopped");
    sink.begin_array();
    for (name, end) in outcomes.iter().filter_map(|one| Some((&one.fold.name, one.stopped?))) {
        sink.begin_object();
        sink.own_key("fold");
        sink.string(name);
        numbers(sink, &[("ran", end.ran), ("planned", end.planned), ("since", end.since)]);
        sink.end_object();
    }
    sink.end_array();
    Ok(())
}

/// Emits the importance of every axis that has a map: the variance of the mean merit by bins of the axis
/// over the variance of all merits, its main effect (eta squared, the first-order term of fANOVA), and
/// the share that an axis without effect has on average. It is of the candidates that are drawn evenly.
fn emit_importance(
    search: &Search<'_>,
    judged: &FoldOutcome,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let is_even = |draw: &Draw| !matches!(draw, Draw::List(_));
    let drawn = joined(judged.searches.iter().filter(|one| is_even(&one.stage.draw)))?;
    let Merits { count, squares: all, .. } = drawn.merits();
    if count < 2.0 || all == 0.0 {
        sink.null();
        return Ok(());
    }
    let kind = search.method_kind();
    let axes: Vec<(f64, usize, f64)> = drawn
        .effects()
        .map(|(axis, squares, bins)| {
            let by_chance = crate::num::min(1.0, (bins - 1.0) / (count - 1.0));
            let share = crate::num::min(1.0, squares / all);
            (share, axis, if kind == "grid" { 0.0 } else { by_chance })
        })
        .collect();
    let order = descending(&axes.iter().map(|(share, ..)| *share).collect::<Vec<f64>>());
    sink.begin_object();
    sink.own_key("of");
    sink.string(match kind {
        "adaptive" => "firstRound",
        "halving" => "firstRung",
        _ => "all",
    });
    numbers(sink, &[("count", count)]);
    sink.own_key("axes");
    sink.begin_array();
    for (share, axis, by_chance) in order.into_iter().map(|at| axes[at]) {
        sink.begin_object();
        numbers(sink, &[("axis", axis as f64), ("share", share), ("byChance", by_chance)]);
        sink.end_object();
    }
    sink.end_array();
    sink.end_object();
    Ok(())
}
