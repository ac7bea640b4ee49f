//! The observed lines of a strategy are complete: its targets follow from them.

use crate::support::plans::{datasets, runnable};
use arena_engine::internals::market::{Dataset, Timeframe};
use arena_engine::internals::num;
use arena_engine::internals::random::Random;
use arena_engine::internals::strategy::{
    CatalogueEntry, Columns, Compare, Context, Observed, ParamKind, ParamSpec, ParamValues, Role,
    Scale, Targets, catalogue,
};
use std::collections::BTreeSet;

/// Tolerance of positions that grow with a line: rounding.
const ROUNDING: f64 = 1e-9;

/// Returns the number of a column that ends with the last of `bars` bars.
fn at(column: &[f64], bar: usize, bars: usize) -> f64 {
    match column {
        [one] => *one,
        _ => (bar + column.len()).checked_sub(bars).map_or(f64::NAN, |at| column[at]),
    }
}

/// A mark on a bar: its role, whether the line satisfies it, and both numbers.
struct Stand {
    role: Role,
    holds: bool,
    line: f64,
    mark: f64,
}

fn stands(observed: &[Observed], bar: usize, bars: usize) -> Vec<Stand> {
    let of = observed.iter().flat_map(|one| {
        let marks = one.stands.iter().zip(&one.marks);
        marks.map(move |((role, compare, _), numbers)| {
            let (line, mark) = (at(&one.line, bar, bars), at(numbers, bar, bars));
            let holds = match compare {
                Compare::Under => line < mark,
                Compare::AtMost => line <= mark,
                Compare::AtLeast => line >= mark,
                Compare::Over => line > mark,
            };
            Stand { role: *role, holds, line, mark }
        })
    });
    of.collect()
}

/// Returns the target of a bar from the observed lines and the previous target: the doc of [`Role`]
/// as code.
fn target(stands: &[Stand], before: f64) -> f64 {
    let of = |role: Role| stands.iter().filter(move |stand| stand.role == role);
    let all = |role: Role| of(role).count() > 0 && of(role).all(|stand| stand.holds);
    let full = of(Role::Full).next();
    if full.is_none() && of(Role::Hold).count() == 0 {
        return if all(Role::Buy) {
            1.0
        } else if all(Role::Sell) {
            0.0
        } else {
            before
        };
    }
    if stands.iter().any(|stand| stand.line.is_nan() || stand.mark.is_nan()) {
        return before;
    }
    let size = full.map_or(1.0, |full| match of(Role::Empty).next() {
        Some(empty) => (full.line - empty.mark) / (full.mark - empty.mark),
        None => full.mark / full.line,
    });
    if of(Role::Hold).all(|stand| stand.holds) { num::clamp(size, 0.0, 1.0) } else { 0.0 }
}

/// Compares all targets with the observed lines and returns the number of targets that differ from
/// the previous one.
fn compare(observed: &[Observed], targets: &Targets, bars: usize, name: &str) -> usize {
    let lines = observed.iter().flat_map(|one| one.marks.iter().chain([&one.line]));
    let shortest = lines.map(Vec::len).filter(|length| *length != 1).min().unwrap();
    let (mut before, mut changes) = (0.0, 0);
    for (bar, expected) in targets.column(bars).into_iter().enumerate() {
        // A rule begins where all of its lines have begun.
        let has_begun = bar >= bars - shortest;
        let found = if has_begun { target(&stands(observed, bar, bars), before) } else { 0.0 };
        let is_one = found == expected
            || (found - expected).abs() < ROUNDING
                && observed
                    .iter()
                    .any(|one| one.stands.iter().any(|(role, ..)| *role == Role::Full));
        assert!(is_one, "{name}: {found} and not {expected} on bar {bar}");
        changes += usize::from(expected != before);
        before = expected;
    }
    changes
}

/// Draws a value of a parameter.
fn drawn(values: &mut ParamValues, spec: &ParamSpec, timeframe: Timeframe, random: &mut Random) {
    let draw = random.uniform();
    let number = match spec.kind {
        ParamKind::Window { bars_min, days_max, .. } => {
            // Long windows leave few bars to compare.
            let least =
                num::max((f64::from(bars_min) / timeframe.bars_per_day() as f64).ceil(), 1.0);
            (least + draw * num::max(f64::from(days_max) / 3.0 - least, 0.0)).floor()
        }
        ParamKind::Integer { min, max, .. } => {
            (f64::from(min) + draw * f64::from(max - min)).floor()
        }
        ParamKind::Number { min, max, .. } => min + draw * draw * (max - min),
        ParamKind::Choice(choices) => {
            if let Some(value) = spec.of_text(choices[usize::from(draw > 0.5)]) {
                values.set(spec.name, value);
            }
            return;
        }
    };
    if let Some(value) = spec.of_number(number, timeframe) {
        values.set(spec.name, value);
    }
}

/// Returns random parameters of a strategy; relations that the draws violate keep the defaults.
fn params(entry: &CatalogueEntry, timeframe: Timeframe, random: &mut Random) -> ParamValues {
    let defaults = ParamValues::defaults(entry.spec.params, timeframe);
    let mut values = defaults.clone();
    for spec in entry.spec.params {
        drawn(&mut values, spec, timeframe, random);
    }
    let is_right = entry.spec.relations.iter().all(|relation| {
        let [left, right] =
            [relation.left, relation.right].map(|name| values.get(name).unwrap().comparable());
        relation.holds(left, right)
    });
    if is_right { values } else { defaults }
}

fn compare_all(dataset: &Dataset, entry: &CatalogueEntry, params: &ParamValues) -> usize {
    let series = &dataset.series;
    let context = Context { timeframe: series.clock.timeframe, capital: 3e5 };
    let (found, observed) = entry.observed(params, &context, series);
    assert!(!observed.is_empty(), "{} looks at nothing", entry.spec.id);
    for one in &observed {
        assert_eq!(one.marks.len(), one.stands.len(), "{}", entry.spec.id);
        assert!(!one.name.is_empty() && !one.unit.is_empty());
    }
    let targets = entry.targets(params, &context, &Columns::of(series));
    assert_eq!(found.steps(), targets.steps(), "{}", entry.spec.id);
    compare(&observed, &targets, series.clock.expiry_index, entry.spec.id)
}

#[test]
fn targets_of_every_strategy_follow_from_its_observed_lines() {
    let (mut restless, mut random) = (BTreeSet::new(), Random::new(7));
    for dataset in datasets(31) {
        let timeframe = dataset.series.clock.timeframe;
        for entry in runnable(&dataset) {
            let defaults = ParamValues::defaults(entry.spec.params, timeframe);
            let mut changes = compare_all(&dataset, entry, &defaults);
            for _ in 0..6 {
                changes += compare_all(&dataset, entry, &params(entry, timeframe, &mut random));
            }
            if changes > 1 {
                restless.insert(entry.spec.id);
            }
        }
    }
    assert_eq!(restless.len(), catalogue::all().count(), "each changes its mind somewhere");
}

#[test]
fn lines_on_the_scale_of_the_yield_are_drawn_over_it() {
    let dataset = datasets(31).next().unwrap();
    let timeframe = dataset.series.clock.timeframe;
    let context = Context { timeframe, capital: 1e5 };
    for (id, scales) in [
        ("yield-bollinger", &[Scale::LogYield, Scale::Own][..]),
        ("yield-sma-cross", &[Scale::LogYield]),
        ("yield-rsi", &[Scale::Own]),
        ("pull-to-par-hold", &[Scale::ImpliedApy, Scale::Own]),
        ("spread-zscore", &[Scale::Own]),
    ] {
        let entry = catalogue::get(id).unwrap();
        let params = ParamValues::defaults(entry.spec.params, timeframe);
        let (_, observed) = entry.observed(&params, &context, &dataset.series);
        assert_eq!(observed.iter().map(|one| one.scale).collect::<Vec<_>>(), scales, "{id}");
    }
}
