//! Reads the components of a candidate and the parameters of their strategies.

use super::super::field_errors::{FieldErrors, Members};
use super::super::nearest::Nearest;
use super::params::{ParamReader, check_values};
use super::weights::weights;
use super::{COMPONENTS_MAX, Component};
use crate::json::{Excerpt, Json};
use crate::market::Timeframe;
use crate::strategy::{CatalogueEntry, ParamValues, catalogue};

const FIELDS: [&str; 3] = ["strategyId", "weightBps", "strategyParams"];

/// A component before its parameters are read.
#[derive(Default)]
struct Outline<'d, 'a> {
    entry: Option<&'static CatalogueEntry>,
    own: Option<Members<'d, 'a>>,
}

/// Returns the components if every component and every shared parameter is valid.
pub(super) fn components(
    errors: &mut FieldErrors,
    body: &Json<'_>,
    timeframe: Timeframe,
) -> Option<Vec<Component>> {
    let shared = match body.get("strategyParams") {
        Some(given) => errors.object(format_args!("/strategyParams"), given).unwrap_or_default(),
        None => &[],
    };
    let path = format_args!("/components");
    let given = body.get("components");
    let Some(items) = given.and_then(Json::items) else {
        let wanted = format_args!("an array of 1 to {COMPONENTS_MAX} components");
        errors.add_wrong_type(path, given, wanted);
        check_values(errors, "", shared);
        return None;
    };
    let count = items.len();
    let is_count = (1..=COMPONENTS_MAX).contains(&count);
    if !is_count {
        let message = format_args!("has {count} components, must have 1 to {COMPONENTS_MAX}");
        errors.add(path, "out_of_range", message);
    }
    // Ignore excess components: validating one costs far more than its size suggests.
    let items = &items[..count.min(COMPONENTS_MAX)];
    let weights = weights(errors, items, is_count);
    let outlines: Vec<Outline<'_, '_>> =
        items.iter().enumerate().map(|(at, item)| outline(errors, at, item)).collect();
    let mut known = known_names(&outlines);
    let mut reader = ParamReader::new(shared, &known, timeframe);
    let mut parts = Vec::with_capacity(outlines.len());
    for (at, Outline { entry, own }) in outlines.iter().enumerate() {
        let params = own.and_then(|own| reader.read(errors, (at, own), *entry));
        parts.push(entry.zip(params));
    }
    let read: Vec<String> =
        parts.iter().flatten().flat_map(|(_, params)| own_names(params)).collect();
    known.extend(read.iter().map(String::as_str));
    // A name can only be reported as unknown if every strategy is known, and every text was read.
    let is_complete = outlines.iter().zip(&parts).all(|(outline, part)| {
        outline.entry.is_some_and(|entry| part.is_some() || !is_expression(entry))
    });
    reader.check_shared(errors, shared, is_complete.then_some(&known));
    let filled = parts.into_iter().zip(weights?);
    filled
        .map(|(part, weight_bps)| {
            part.map(|(entry, params)| Component { entry, weight_bps, params })
        })
        .collect()
}

fn is_expression(entry: &CatalogueEntry) -> bool {
    entry.spec.id == catalogue::EXPRESSION.spec.id
}

/// Returns the names of an expression's parameters.
fn own_names(params: &ParamValues) -> impl Iterator<Item = String> {
    let members = params.expression().map_or(&[][..], |own| own.members());
    members.iter().map(|(name, _)| name.clone())
}

/// Returns the names of the parameters of all known strategies.
fn known_names<'k>(outlines: &[Outline<'_, '_>]) -> Vec<&'k str> {
    let mut known = Vec::new();
    for entry in outlines.iter().filter_map(|outline| outline.entry) {
        for name in entry.spec.params.iter().map(|spec| spec.name) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
    }
    known
}

fn outline<'d, 'a>(errors: &mut FieldErrors, at: usize, item: &'d Json<'a>) -> Outline<'d, 'a> {
    let Some(members) = errors.object(format_args!("/components/{at}"), item) else {
        return Outline::default();
    };
    errors.reject_unknown(format_args!("/components/{at}"), members, &FIELDS);
    let own = match item.get("strategyParams") {
        None => Some([].as_slice()),
        Some(given) => errors.object(format_args!("/components/{at}/strategyParams"), given),
    };
    Outline { entry: strategy(errors, at, item.get("strategyId")), own }
}

fn strategy(
    errors: &mut FieldErrors,
    at: usize,
    given: Option<&Json<'_>>,
) -> Option<&'static CatalogueEntry> {
    const ROUTE: &str = "a strategyId of GET /v1/families/strategy-arena/strategies";
    let found = given.and_then(Json::text).and_then(catalogue::get);
    if found.is_none() {
        let path = format_args!("/components/{at}/strategyId");
        match given {
            Some(id @ Json::String(text)) => {
                let nearest = Nearest::strategy(text);
                let id = Excerpt(id);
                let message =
                    format_args!("{id} is not in the catalogue, must be {ROUTE}{nearest}");
                errors.add(path, "not_allowed", message);
            }
            other => errors.add_wrong_type(path, other, format_args!("{ROUTE}")),
        }
    }
    found
}
