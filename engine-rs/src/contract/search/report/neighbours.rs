//! The neighbours of the best candidate, and the ends of axes at which it lies.

use super::scale::{Lots, Scale};
use super::search::Search;
use super::stage::{Window, numbers};
use crate::json::Sink;
use crate::num::sort::ascending;
use crate::num::{place, rounded};
use crate::strategy::{CatalogueEntry, catalogue};

/// Most neighbours of a candidate.
const NEIGHBOURS_MAX: usize = 256;
/// Step on an axis without levels, as a share of its length.
const STEP: f64 = 0.05;
/// Share of an axis without levels that counts as its end.
const END: f64 = 0.01;
/// Place of the score among the figures.
const SCORE: usize = 5;

/// The neighbours of the best candidate.
pub(super) struct Neighbours {
    rows: Vec<Vec<f64>>,
    /// Figures of the neighbours, column by column.
    figures: Vec<Vec<f64>>,
    /// Scores of those that ran, ascending.
    scores: Vec<f64>,
    line: f64,
}

/// Returns the neighbours of a candidate: one step away on one axis or several. With many axes these
/// are all neighbours along a single axis, and a sample of the others up to the limit. Texts have no
/// order, so their axes stay fixed.
fn neighbours(axes: &[Scale<'_>], centre: &[f64]) -> Vec<Vec<f64>> {
    let mut found: Vec<Vec<f64>> = Vec::new();
    let mut add = |moves: &mut dyn FnMut(usize) -> f64| {
        let moved = axes.iter().enumerate().map(|(at, axis)| {
            let own = centre[at];
            let one = moves(at);
            if one == 0.0 { own } else { axis.at(axis.share(own) + one * step_of(axis)) }
        });
        let row: Vec<f64> = moved.collect();
        if row != centre && found.len() < NEIGHBOURS_MAX && !found.contains(&row) {
            found.push(row);
        }
    };
    for axis in 0..axes.len() {
        for one in [-1.0, 1.0] {
            add(&mut |at| if at == axis { one } else { 0.0 });
        }
    }
    let all = 3_usize.saturating_pow(u32::try_from(axes.len()).unwrap_or(u32::MAX));
    if all <= NEIGHBOURS_MAX + 1 {
        for number in 0..all {
            let mut left = number;
            add(&mut |_| {
                let digit = left % 3;
                left /= 3;
                digit as f64 - 1.0
            });
        }
    } else {
        let mut lots = Lots::new(0);
        for _ in 0..4 * NEIGHBOURS_MAX {
            add(&mut |_| lots.below(3) as f64 - 1.0);
        }
    }
    found
}

fn step_of(axis: &Scale<'_>) -> f64 {
    match axis.levels() {
        _ if axis.is_textual => 0.0,
        None => STEP,
        Some(0 | 1) => 0.0,
        Some(levels) => 1.0 / (levels - 1) as f64,
    }
}

impl Neighbours {
    /// Runs the neighbours of a candidate; `None` if it has none. `line` is the score to beat.
    pub(super) fn of(
        search: &mut Search<'_>,
        centre: &[f64],
        window: Option<Window>,
        line: f64,
    ) -> Option<Self> {
        let rows = neighbours(&search.axes, centre);
        let draw = search.rows(&mut rows.iter().map(Vec::as_slice));
        let figures = search.figures(draw, window);
        let ran = figures[SCORE].iter().copied().filter(|score| !score.is_nan());
        let mut scores: Vec<f64> = ran.collect();
        ascending(&mut scores);
        (!rows.is_empty()).then_some(Self { rows, figures, scores, line })
    }

    /// Returns the share of neighbours that ran whose score is above the line; `None` without any.
    pub(super) fn share_above(&self) -> Option<f64> {
        let above = self.scores.iter().filter(|score| **score > self.line).count();
        (!self.scores.is_empty()).then(|| above as f64 / self.scores.len() as f64)
    }

    /// Emits the report on the neighbours; null without any that ran.
    pub(super) fn emit(&self, sink: &mut dyn Sink) {
        let Some(share) = self.share_above() else { return sink.null() };
        sink.begin_object();
        numbers(sink, &[("count", self.scores.len() as f64), ("shareAbove", share)]);
        sink.own_key("scores");
        let last = (self.scores.len() - 1) as f64;
        let at = |share: f64| self.scores[place(rounded(share * last))];
        sink.numbers(&[0.0, 0.25, 0.5, 0.75, 1.0].map(at));
        sink.end_object();
    }

    /// Returns the axes at whose ends the best candidate lies, each with whether it is the largest
    /// value. An end does not count where the parameter has no value beyond it, and where the next value
    /// inwards gives the same figure, as then the axis does not matter.
    pub(super) fn borders(
        &self,
        search: &Search<'_>,
        (centre, figures): (&[f64], &[f64]),
    ) -> Vec<(usize, bool)> {
        let aim = search.judge.aim;
        let mut borders = Vec::new();
        for (at, value) in centre.iter().enumerate() {
            let axis = &search.axes[at];
            let Some(is_largest) = end_of(axis, *value) else { continue };
            let is_inwards = |row: &Vec<f64>| {
                (0..row.len()).all(|other| (row[other] == centre[other]) == (other != at))
            };
            let inwards = self.rows.iter().position(is_inwards);
            let is_flat = inwards.is_none_or(|inwards| {
                let found = self.figures[aim][inwards];
                found == figures[aim]
            });
            if is_flat || axis.path.split('/').all(|step| step != "strategyParams") {
                continue;
            }
            let levels = axis.levels().map_or(1.0 / STEP, |levels| (levels - 1) as f64);
            let (from, sign) = if is_largest { (axis.max, 1.0) } else { (axis.min, -1.0) };
            let beyond = axis.beyond(from, sign, 1.0 / levels);
            if search.exists(centre, (at, beyond)) {
                borders.push((at, is_largest));
            }
        }
        borders
    }
}

/// Returns whether a coordinate is at an end of its axis, and whether that is the largest value.
fn end_of(axis: &Scale<'_>, coordinate: f64) -> Option<bool> {
    if axis.is_textual || axis.levels().is_some_and(|levels| levels < 2) {
        return None;
    }
    let is_near = |end: f64| match axis.levels() {
        None => (axis.share(coordinate) - axis.share(end)).abs() <= END,
        Some(_) => (coordinate - end).abs() <= 1e-9 * (axis.max - axis.min).abs(),
    };
    if is_near(axis.min) { Some(false) } else { is_near(axis.max).then_some(true) }
}

/// Returns the name of an axis for people with its key, by which plans and the API know it.
pub(super) fn axis_name(search: &Search<'_>, at: usize) -> String {
    let (path, base) = (search.axes[at].path, search.base());
    let mut steps = path.split('/').skip(1);
    let is_component = steps.next() == Some("components");
    let component = steps.next().filter(|_| is_component).and_then(|step| step.parse().ok());
    let component: usize = component.unwrap_or(0);
    let key = path.split('/').next_back().unwrap_or_default();
    let Some(own) = base.components.get(component).filter(|_| is_component) else {
        return key.into();
    };
    let is_expression = own.entry.spec.id == catalogue::EXPRESSION.spec.id;
    let of = |entry: &CatalogueEntry| {
        entry.spec.params.iter().find(|spec| spec.name == key).map(|spec| spec.title)
    };
    let title =
        if is_expression { None } else { of(own.entry).or_else(|| catalogue::all().find_map(of)) };
    let mut name = String::from(title.unwrap_or(key));
    if base.components.len() > 1 {
        name.push_str(" of ");
        super::text::push_whole(&mut name, (component + 1) as f64);
    }
    if !name.eq_ignore_ascii_case(key) {
        name.push_str(" (");
        name.push_str(key);
        name.push(')');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Json, parse};

    #[test]
    fn neighbours_are_one_step_away_and_texts_stay() {
        let text = r#"[{"path":"a","min":0,"max":10,"steps":11},{"path":"b","values":["x","y","z"]},
            {"path":"c","min":1,"max":100,"scale":"log"}]"#;
        let Json::Array(axes) = parse(text.as_bytes()).unwrap() else { unreachable!() };
        let scales: Vec<Scale<'_>> = axes.iter().map(Scale::read).collect();
        let found = neighbours(&scales, &[10.0, 1.0, 10.0]);
        assert!(found.iter().all(|row| row[1] == 1.0 && (row[0] == 9.0 || row[0] == 10.0)));
        assert_eq!(found.len(), 5);
        let many: Vec<Scale<'_>> = (0..16).map(|_| Scale::read(&axes[0])).collect();
        let found = neighbours(&many, &[5.0; 16]);
        assert_eq!(found.len(), NEIGHBOURS_MAX);
        let moved = |row: &Vec<f64>| row.iter().filter(|one| **one != 5.0).count();
        assert!(found[..32].iter().all(|row| moved(row) == 1));
        assert!(found.iter().flatten().all(|one| (4.0..=6.0).contains(one)));
    }
}
