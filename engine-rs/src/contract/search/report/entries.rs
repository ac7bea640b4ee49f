//! The candidates that may be the best, and their evaluations.

use super::super::super::candidate::Candidate;
use super::echo::echo;
use super::luck::emit_figures;
use super::paths::{Choice, choose};
use super::scale::descending;
use super::search::Search;
use super::stage::{Feed, Stop, numbers};
use super::stages::FoldOutcome;
use crate::json::{Json, Sink};
use crate::num::{max, min};
use crate::summary::Summary;

/// Figures that only an evaluation has, with 1 where larger ones are better.
const EVALUATED: [(&str, f64); 14] = [
    ("edge", 1.0),
    ("pAdjusted", -1.0),
    ("capitalScore", 1.0),
    ("compoundAnnualReturn", 1.0),
    ("sharpe", 1.0),
    ("sortino", 1.0),
    ("calmar", 1.0),
    ("annualizedVolatility", -1.0),
    ("valueAtRisk", -1.0),
    ("maxDrawdownDays", -1.0),
    ("exposure", -1.0),
    ("hitRate", 1.0),
    ("bestDay", 1.0),
    ("worstDay", 1.0),
];

/// A candidate that may be the best.
#[derive(Debug, Clone)]
pub(super) struct Entry<'e> {
    number: f64,
    pub(super) coordinates: Vec<f64>,
    pub(super) figures: Vec<f64>,
    /// Figures on the tested bars of a hold-out.
    tested: Option<Vec<f64>>,
    pub(super) candidate: Option<Candidate>,
    pub(super) evaluation: Option<Json<'e>>,
}

/// The candidates that may be the best, in the order in which they are evaluated.
pub(super) struct Field<'e> {
    pub(super) entries: Vec<Entry<'e>>,
    /// How many of the first are evaluated.
    pub(super) chosen: usize,
    /// How they were chosen on paths, and the coordinates of all of which a path was seen.
    pub(super) on_paths: Option<(Choice, Vec<Vec<f64>>)>,
}

impl Field<'_> {
    /// Returns the candidates that may be the best of a search.
    pub(super) fn of(
        search: &mut Search<'_>,
        judged: &FoldOutcome,
        is_on_paths: bool,
        feed: &mut Feed<'_>,
    ) -> Result<Self, Stop> {
        let axes = 2..2 + search.axes.len();
        if is_on_paths {
            let ranked = judged.found.ranked().take(super::paths::CANDIDATES_MAX);
            let ranked: Vec<&[f64]> = ranked.collect();
            let seen: Vec<Vec<f64>> = ranked.iter().map(|row| row[axes.clone()].to_vec()).collect();
            let rows = search.rows(&mut seen.iter().map(Vec::as_slice));
            let candidates = search.candidates(rows, judged.window);
            let on: Vec<u32> = candidates.iter().map(|one| one.market_id).collect();
            let choice = choose(search, (&seen, &on), judged.window, feed)?;
            let rows = search.rows(&mut choice.best.iter().map(|at| &*seen[*at]));
            let figures = search.figures(rows, judged.window);
            let entries = choice.best.iter().enumerate().map(|(row, at)| Entry {
                number: ranked[*at][0],
                coordinates: seen[*at].clone(),
                figures: figures.iter().map(|column| column[row]).collect(),
                tested: None,
                candidate: None,
                evaluation: None,
            });
            let entries: Vec<Entry<'_>> = entries.collect();
            return Ok(Self { chosen: entries.len(), entries, on_paths: Some((choice, seen)) });
        }
        let tested = judged.fold.test.map(|test| search.figures(judged.tested.clone(), Some(test)));
        let figures_of = |at: usize| -> Option<Vec<f64>> {
            tested.as_ref()?.iter().map(|column| column.get(at).copied()).collect()
        };
        let entries = judged.found.top().enumerate().map(|(at, row)| Entry {
            number: row[0],
            coordinates: row[axes.clone()].to_vec(),
            figures: Summary::figures(row).to_vec(),
            tested: figures_of(at),
            candidate: None,
            evaluation: None,
        });
        let entries: Vec<Entry<'_>> = entries.collect();
        let most = if search.is_decided_later() { entries.len() } else { search.top };
        let chosen = search.evaluate.min(most).min(entries.len());
        Ok(Self { entries, chosen, on_paths: None })
    }
}

/// Returns the figure of an evaluation; `NaN` where it is undefined.
fn figure(evaluation: &Json<'_>, name: &str) -> f64 {
    let found = evaluation.get("figures").and_then(|figures| figures.get(name));
    found.and_then(Json::number).unwrap_or(f64::NAN)
}

pub(super) fn texts<'j>(json: &'j Json<'_>, name: &str) -> Vec<&'j str> {
    let items = json.get(name).and_then(Json::items).unwrap_or_default();
    items.iter().filter_map(Json::text).collect()
}

fn distinct<'t>(all: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut found = Vec::new();
    for text in all {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// Joins the evaluations of one candidate on several markets: eligible if it is on all of them.
pub(super) fn join<'e>(search: &Search<'_>, each: Vec<Json<'e>>) -> Json<'e> {
    let all = |name: &str| -> Vec<f64> {
        each.iter().map(|one| one.get(name).and_then(Json::number).unwrap_or(f64::NAN)).collect()
    };
    let number = |number: f64| if number.is_nan() { Json::Null } else { Json::Number(number) };
    let least = |of: &dyn Fn(f64, f64) -> f64, numbers: Vec<f64>| {
        let known = numbers.iter().copied().reduce(of).unwrap_or(f64::NAN);
        number(if numbers.iter().any(|one| one.is_nan()) { f64::NAN } else { known })
    };
    let is_eligible = |one: &Json<'_>| one.get("eligible") == Some(&Json::Boolean(true));
    let owned = |text: &str| Json::String(text.to_owned().into());
    let failed = distinct(each.iter().flat_map(|one| texts(one, "failed")));
    let joined = |name: &str, between: &str| {
        let texts = distinct(each.iter().filter_map(|one| one.get(name).and_then(Json::text)));
        Json::String(texts.join(between).into())
    };
    let (methods, real, what_if) =
        (joined("method", ", "), joined("real", " "), joined("whatIf", " "));
    let figures = EVALUATED.iter().map(|(name, sign)| {
        let values: Vec<f64> = each.iter().map(|one| figure(one, name)).collect();
        ((*name).into(), number(search.joined(*sign, &values)))
    });
    let mut members = vec![
        ("eligible".into(), Json::Boolean(each.iter().all(is_eligible))),
        ("failed".into(), Json::Array(failed.into_iter().map(owned).collect())),
        ("method".into(), methods),
        ("trials".into(), least(&max, all("trials"))),
        ("figures".into(), Json::Object(figures.collect())),
        ("deflatedSharpe".into(), least(&min, all("deflatedSharpe"))),
        ("requiredEdge".into(), least(&max, all("requiredEdge"))),
        ("real".into(), real),
        ("whatIf".into(), what_if),
    ];
    let on_markets = search.ids.iter().zip(each).map(|(id, one)| {
        let id = ("marketId".into(), Json::Number(f64::from(*id)));
        let Json::Object(own) = one else { return one };
        Json::Object([id].into_iter().chain(own).collect())
    });
    members.push(("markets".into(), Json::Array(on_markets.collect())));
    Json::Object(members)
}

/// Applies the bounds on figures that only an evaluation has. If the aim is such a figure too, sorts
/// eligible entries first, then by the aim.
pub(super) fn ranked<'e>(search: &Search<'_>, mut entries: Vec<Entry<'e>>) -> Vec<Entry<'e>> {
    entries.retain(|entry| {
        search.later.iter().all(|(name, min, max)| {
            let found = entry.evaluation.as_ref().map_or(f64::NAN, |one| figure(one, name));
            (min..=max).contains(&&found)
        })
    });
    let (aim, is_known) = search.aim;
    if !is_known {
        let sign = EVALUATED.iter().find(|(name, _)| *name == aim).map_or(1.0, |(_, sign)| *sign);
        entries.retain(|entry| entry.evaluation.is_some());
        let key = |entry: &Entry<'_>| {
            let Some(evaluation) = &entry.evaluation else { return (false, f64::NEG_INFINITY) };
            let found = figure(evaluation, aim);
            let merit = if found.is_nan() { f64::NEG_INFINITY } else { sign * found + 0.0 };
            (evaluation.get("eligible") == Some(&Json::Boolean(true)), merit)
        };
        let keys: Vec<(bool, f64)> = entries.iter().map(key).collect();
        let (first, other): (Vec<usize>, Vec<usize>) =
            descending(&keys.iter().map(|(_, merit)| *merit).collect::<Vec<f64>>())
                .into_iter()
                .partition(|at| keys[*at].0);
        return first.into_iter().chain(other).map(|at| entries[at].clone()).collect();
    }
    entries
}

/// Emits a candidate as the body of a simulation request.
pub(super) fn emit_candidate(candidate: &Candidate, sink: &mut dyn Sink) {
    sink.begin_object();
    numbers(sink, &[("marketId", f64::from(candidate.market_id))]);
    sink.own_key("timeframe");
    sink.string(candidate.timeframe.name());
    sink.own_key("capital");
    sink.string(&candidate.capital_text);
    sink.own_key("components");
    sink.begin_array();
    for component in &candidate.components {
        sink.begin_object();
        sink.own_key("strategyId");
        sink.string(component.entry.spec.id);
        numbers(sink, &[("weightBps", f64::from(component.weight_bps))]);
        sink.own_key("strategyParams");
        crate::json::Emit::emit(&component.params, sink);
        sink.end_object();
    }
    sink.end_array();
    sink.end_object();
}

impl Entry<'_> {
    pub(super) fn emit(&self, rank: usize, sink: &mut dyn Sink) {
        sink.begin_object();
        numbers(sink, &[("rank", rank as f64), ("number", self.number)]);
        sink.own_key("coordinates");
        sink.numbers(&self.coordinates);
        sink.own_key("figures");
        emit_figures(&self.figures, sink);
        sink.own_key("tested");
        match &self.tested {
            Some(figures) => emit_figures(figures, sink),
            None => sink.null(),
        }
        sink.own_key("candidate");
        match &self.candidate {
            Some(candidate) => emit_candidate(candidate, sink),
            None => sink.null(),
        }
        sink.own_key("evaluation");
        echo(self.evaluation.as_ref().unwrap_or(&Json::Null), sink);
        sink.end_object();
    }
}
