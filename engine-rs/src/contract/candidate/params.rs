//! Reads the parameters of the components: their own, the shared ones, and the defaults.

use super::super::field_errors::{FieldErrors, Members, Step};
use crate::json::{EcmaNumber, Json};
use crate::market::Timeframe;
use crate::strategy::expression::{Expression, Given};
use crate::strategy::{CatalogueEntry, catalogue};
use crate::strategy::{ParamSpec, ParamValue, ParamValues, Relation};

/// Reads the parameters of one component after the other.
pub(super) struct ParamReader<'d, 'a> {
    /// All shared parameters, which an expression may read.
    all_shared: Members<'d, 'a>,
    /// Shared parameters that some strategy has.
    shared: Vec<(&'d str, &'d Json<'a>)>,
    /// Length of a bar; windows must be whole numbers of bars.
    timeframe: Timeframe,
    /// Parameters that already have an error.
    noted: Vec<Place>,
    /// Shared parameters in which an expression found an error.
    noted_shared: Vec<String>,
}

/// Position of a parameter in the body.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// Its component; `None` for a shared parameter.
    component: Option<usize>,
    name: &'static str,
}

/// A valid value, if any, and its position.
type Found = (Option<ParamValue>, Place);

impl<'d, 'a> ParamReader<'d, 'a> {
    /// Returns a reader for components whose strategies have the parameters `known`.
    pub(super) fn new(shared: Members<'d, 'a>, known: &[&str], timeframe: Timeframe) -> Self {
        let is_known = |name: &str| known.contains(&name);
        let all_shared = shared;
        let shared = shared.iter().filter(|(name, _)| is_known(name));
        let shared = shared.map(|(name, given)| (name.as_ref(), given)).collect();
        Self { all_shared, shared, timeframe, noted: Vec::new(), noted_shared: Vec::new() }
    }

    /// Returns a value for every parameter of a component, or `None` if one is invalid. For an
    /// unknown strategy only values that no parameter accepts are reported.
    pub(super) fn read(
        &mut self,
        errors: &mut FieldErrors,
        (component, own): (usize, Members<'_, '_>),
        entry: Option<&'static CatalogueEntry>,
    ) -> Option<ParamValues> {
        let Some(CatalogueEntry { spec, .. }) = entry else {
            check_values(errors, &format!("/components/{component}"), own);
            return None;
        };
        if spec.id == catalogue::EXPRESSION.spec.id {
            return self.expression(errors, (component, own));
        }
        let names: Vec<&str> = spec.params.iter().map(|param| param.name).collect();
        errors.reject_unknown(format_args!("/components/{component}/strategyParams"), own, &names);
        let found: Vec<Found> =
            spec.params.iter().map(|param| self.param(errors, (component, own), param)).collect();
        let mut holds = true;
        for relation in spec.relations {
            let find = |name| found.iter().find(|(_, place)| place.name == name);
            if let Some(((Some(left), left_place), (Some(right), right_place))) =
                find(relation.left).zip(find(relation.right))
                && !relation.holds(left.comparable(), right.comparable())
            {
                let message = self.breach(relation, *left, *right);
                self.add(errors, *left_place, "relation", &message);
                self.add(errors, *right_place, "relation", &message);
                holds = false;
            }
        }
        let values: Option<Vec<ParamValue>> = found.into_iter().map(|(value, _)| value).collect();
        values.filter(|_| holds).map(|values| ParamValues::new(spec.params, values))
    }

    /// Compiles the texts of a component.
    fn expression(
        &mut self,
        errors: &mut FieldErrors,
        (component, own): (usize, Members<'_, '_>),
    ) -> Option<ParamValues> {
        let (own, shared) = (all_given(own), all_given(self.all_shared));
        let wrong = match Expression::compile(&own, &shared, self.timeframe) {
            Ok(expression) => return Some(ParamValues::of_expression(expression)),
            Err(wrong) => wrong,
        };
        for one in wrong {
            let name = one.name.as_deref().unwrap_or_default();
            if one.is_shared {
                if self.noted_shared.iter().any(|noted| noted == name) {
                    continue;
                }
                self.noted_shared.push(name.into());
            }
            let path =
                if one.is_shared { String::new() } else { format!("/components/{component}") };
            let message = one.message();
            let message = format_args!("{message}");
            match &one.name {
                Some(name) => {
                    let name = Step(name);
                    let path = format_args!("{path}/strategyParams/{name}");
                    errors.add(path, "expression", message);
                }
                None => errors.add(format_args!("{path}/strategyParams"), "expression", message),
            }
        }
        None
    }

    /// Reports every shared member that no strategy has, unless a strategy is unknown, and every
    /// shared value that no parameter accepts.
    pub(super) fn check_shared(
        &self,
        errors: &mut FieldErrors,
        shared: Members<'_, '_>,
        known: Option<&Vec<&str>>,
    ) {
        if let Some(known) = known {
            errors.reject_unknown(format_args!("/strategyParams"), shared, known);
        }
        for (name, given) in shared {
            let is_noted = || {
                let mut places = self.noted.iter().filter(|place| place.component.is_none());
                places.any(|place| place.name == name)
                    || self.noted_shared.iter().any(|noted| noted == name)
            };
            let is_here = || known.is_none_or(|known| known.contains(&name.as_ref()));
            if !is_value(given) && is_here() && !is_noted() {
                add_no_value(errors, "", name, given);
            }
        }
    }

    fn param(
        &mut self,
        errors: &mut FieldErrors,
        (component, own): (usize, Members<'_, '_>),
        spec: &ParamSpec,
    ) -> Found {
        let name = spec.name;
        let own = own.iter().find(|(given, _)| given == name).map(|(_, given)| given);
        let shared = self.shared.iter().find(|(given, _)| *given == name).map(|(_, given)| *given);
        let of = if own.is_none() && shared.is_some() { None } else { Some(component) };
        let place = Place { component: of, name };
        let checked = match own.or(shared) {
            None => return (Some(spec.default_value(self.timeframe)), place),
            Some(given) => spec.check(given, self.timeframe),
        };
        match checked {
            Ok(value) => (Some(value), place),
            Err(error) => {
                self.add(errors, place, error.code, &error.message);
                (None, place)
            }
        }
    }

    /// Adds the error of a parameter that has no error yet.
    fn add(&mut self, errors: &mut FieldErrors, place: Place, code: &'static str, message: &str) {
        if self.noted.contains(&place) {
            return;
        }
        self.noted.push(place);
        let (name, message) = (place.name, format_args!("{message}"));
        match place.component {
            None => errors.add(format_args!("/strategyParams/{name}"), code, message),
            Some(at) => {
                let path = format_args!("/components/{at}/strategyParams/{name}");
                errors.add(path, code, message);
            }
        }
    }

    fn breach(&self, relation: &Relation, left: ParamValue, right: ParamValue) -> String {
        let unit = match left {
            ParamValue::Window { .. } => format!(" {} bars", self.timeframe.name()),
            _ => String::new(),
        };
        format!(
            "{} {} {} must hold, but they are {} and {}{unit}",
            relation.left,
            relation.sign(),
            relation.right,
            EcmaNumber(left.comparable()),
            EcmaNumber(right.comparable()),
        )
    }
}

/// Reports every value that no parameter accepts, for an unknown strategy.
pub(super) fn check_values(errors: &mut FieldErrors, path: &str, members: Members<'_, '_>) {
    for (name, given) in members.iter().filter(|(_, given)| !is_value(given)) {
        add_no_value(errors, path, name, given);
    }
}

fn all_given<'d>(members: Members<'d, '_>) -> Vec<(&'d str, Given<'d>)> {
    members.iter().map(|(name, value)| (name.as_ref(), given(value))).collect()
}

/// Returns a parameter of an expression as given.
fn given<'j>(value: &'j Json<'_>) -> Given<'j> {
    match value {
        Json::Number(number) => Given::Number(*number),
        Json::String(text) => Given::Text(text),
        _ => Given::Other,
    }
}

/// Returns whether some parameter could accept a value.
fn is_value(given: &Json<'_>) -> bool {
    matches!(given, Json::Number(_) | Json::String(_))
}

#[cold]
#[inline(never)]
fn add_no_value(errors: &mut FieldErrors, path: &str, name: &str, given: &Json<'_>) {
    let path = format_args!("{path}/strategyParams/{}", Step(name));
    errors.add_wrong_type(path, Some(given), format_args!("a number or a string"));
}
