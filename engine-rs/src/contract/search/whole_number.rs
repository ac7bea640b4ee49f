//! A whole number of a request.

use super::super::field_errors::FieldErrors;
use crate::json::{Excerpt, Json};
use crate::num::whole;

/// Reads a whole number in a range.
#[inline(never)]
pub(super) fn whole_in(
    errors: &mut FieldErrors,
    (parent, name): (&str, &str),
    given: Option<&Json<'_>>,
    (min, max): (u64, u64),
) -> Option<u64> {
    let path = format_args!("{parent}/{name}");
    let Some(Json::Number(number)) = given else {
        let wanted = format_args!("a whole number from {min} to {max}");
        errors.add_wrong_type(path, given, wanted);
        return None;
    };
    let found = whole(*number).and_then(|whole| u64::try_from(whole).ok());
    let found = found.filter(|whole| (min..=max).contains(whole));
    if let (None, Some(given)) = (found, given) {
        let given = Excerpt(given);
        let message = format_args!("is {given}, must be a whole number from {min} to {max}");
        errors.add(path, "out_of_range", message);
    }
    found
}
