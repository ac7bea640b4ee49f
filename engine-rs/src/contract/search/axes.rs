//! Reads the axes of a plan.

use super::super::candidate::Candidate;
use super::super::datasets::Datasets;
use super::super::field_errors::FieldErrors;
use crate::json::Json;
use crate::strategy::{CatalogueEntry, catalogue};
use crate::sweep::{Axis, DIMENSIONS_MAX, Levels, Target};
use std::borrow::Cow;

/// Most numbers in the rows of a list.
const ROWS_MAX: usize = 1 << 20;
const FIELDS: [&str; 6] = ["path", "values", "min", "max", "steps", "scale"];

/// The axes of a plan.
pub(super) struct Axes<'d> {
    pub(super) all: Vec<Axis>,
    /// The path of each axis, as written.
    pub(super) paths: Vec<&'d str>,
    /// The markets of the plan; empty if no axis sets the market.
    pub(super) markets: Vec<u32>,
}

/// State for reading the axes.
pub(super) struct Reader<'r> {
    pub(super) errors: &'r mut FieldErrors,
    pub(super) datasets: &'r Datasets,
    pub(super) base: &'r Candidate,
    /// The possible strategies of each component.
    pub(super) strategies: Vec<Vec<&'static CatalogueEntry>>,
    /// The markets on an axis.
    pub(super) markets: Vec<u32>,
}

impl<'d> Axes<'d> {
    /// Reads the axes. Strategies come first, because they decide which parameters exist.
    #[inline(never)]
    pub(super) fn read(
        errors: &mut FieldErrors,
        given: Option<&'d Json<'_>>,
        (datasets, base): (&Datasets, &Candidate),
    ) -> Option<Self> {
        let items = given.map_or(Some(&[][..]), Json::items);
        let Some(items) = items.filter(|items| items.len() <= DIMENSIONS_MAX) else {
            let wanted = format_args!("an array of at most {DIMENSIONS_MAX} axes");
            errors.add_wrong_type(format_args!("/plan/axes"), given, wanted);
            return None;
        };
        let strategies = base.components.iter().map(|component| vec![component.entry]).collect();
        let mut reader = Reader { errors, datasets, base, strategies, markets: Vec::new() };
        let mut targets: Vec<(usize, &'d str, Target)> = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            if let Some((path, target)) = reader.target(at, item) {
                if targets.iter().any(|(_, _, known)| *known == target) {
                    let message = format_args!("is that of an earlier axis");
                    reader.errors.add(format_args!("/plan/axes/{at}/path"), "not_allowed", message);
                }
                targets.push((at, path, target));
            }
        }
        for (at, _, target) in &targets {
            if let Target::Strategy(component) = target {
                let named = items[*at].get("values").and_then(Json::items).unwrap_or_default();
                let strategies = &mut reader.strategies[*component];
                strategies.clear();
                for id in named.iter().filter_map(Json::text) {
                    strategies.extend(catalogue::get(id));
                }
            }
        }
        let is_complete = targets.len() == items.len();
        let (mut axes, mut paths) = (Vec::new(), Vec::new());
        for (at, path, target) in targets {
            let levels = reader.levels(at, &items[at], &target);
            axes.extend(levels.map(|levels| Axis { target, levels }));
            paths.push(path);
        }
        let markets = reader.markets;
        (is_complete && axes.len() == paths.len()).then_some(Self { all: axes, paths, markets })
    }

    /// Reports every range without levels: a grid needs them.
    #[inline(never)]
    pub(super) fn check_steps(&self, errors: &mut FieldErrors) {
        for (at, axis) in self.all.iter().enumerate() {
            if axis.count().is_none() {
                let wanted = format_args!("is missing, a grid needs it");
                errors.add(format_args!("/plan/axes/{at}/steps"), "required", wanted);
            }
        }
    }

    /// Reads the candidates of a list: one number per axis, row after row.
    #[inline(never)]
    pub(super) fn rows(
        &self,
        errors: &mut FieldErrors,
        given: Option<&Json<'_>>,
    ) -> Option<Vec<f64>> {
        let rows = given.and_then(Json::items).unwrap_or_default();
        let width = self.all.len();
        if width == 0 || rows.is_empty() || rows.len() * width > ROWS_MAX {
            let wanted = format_args!("an array of rows, each with a number per axis");
            errors.add_wrong_type(format_args!("/plan/rows"), given, wanted);
            return None;
        }
        let mut numbers = Vec::with_capacity(rows.len() * width);
        for (at, row) in rows.iter().enumerate() {
            let items = row.items().filter(|items| items.len() == width).unwrap_or_default();
            let found = items.iter().zip(&self.all).filter_map(|(item, axis)| {
                let number = item.number()?;
                let is_on_axis = match &axis.levels {
                    Levels::Range(range) => number >= range.min && number <= range.max,
                    Levels::Listed(levels) => {
                        number.trunc() == number && number >= 0.0 && number < levels.len() as f64
                    }
                };
                is_on_axis.then_some(number)
            });
            numbers.extend(found);
            if numbers.len() != (at + 1) * width {
                let wanted = format_args!(
                    "must have a number per axis, of its range or a place in its list"
                );
                errors.add(format_args!("/plan/rows/{at}"), "out_of_range", wanted);
                return None;
            }
        }
        Some(numbers)
    }
}

impl Reader<'_> {
    /// Reads the target of an axis.
    #[inline(never)]
    fn target<'d>(&mut self, at: usize, item: &'d Json<'_>) -> Option<(&'d str, Target)> {
        let parent = format!("/plan/axes/{at}");
        let members = self.errors.object(format_args!("{parent}"), item)?;
        self.errors.reject_unknown(format_args!("{parent}"), members, &FIELDS);
        let given = item.get("path");
        let path = given.and_then(Json::text).unwrap_or_default();
        let mut steps = path.split('/').skip(1);
        let target = match (steps.next(), steps.next().map(str::parse), steps.next(), steps.next())
        {
            (Some("marketId"), None, _, _) => Some(Target::Market),
            (Some("components"), Some(Ok(component)), Some(field), name)
                if component < self.strategies.len() && steps.next().is_none() =>
            {
                match (field, name) {
                    ("strategyId", None) => Some(Target::Strategy(component)),
                    ("weightBps", None) => Some(Target::Weight(component)),
                    ("strategyParams", Some(name)) => {
                        let known = catalogue::parameter(name).map(Cow::Borrowed);
                        let own = || self.own(component, name).map(|_| Cow::Owned(name.into()));
                        let Some(name) = known.or_else(own) else {
                            self.no_parameter(at, component, name);
                            return None;
                        };
                        Some(Target::Parameter(component, name))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        if target.is_none() {
            let wanted = format_args!(
                "a place in the base candidate: /marketId, or of one of its components such as /components/0/strategyId, /components/0/weightBps or /components/0/strategyParams/NAME"
            );
            self.errors.add_wrong_type(format_args!("{parent}/path"), given, wanted);
        }
        Some((path, target?))
    }
}
