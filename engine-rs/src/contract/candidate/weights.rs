//! The weights of the components.

use super::super::field_errors::FieldErrors;
use super::WEIGHT_BPS_TOTAL;
use crate::json::{Excerpt, Json};
use crate::num::whole;

/// Weights are either all given and sum to 10,000, or all omitted; omitted weights are equal and
/// the remainder goes to the first. The rule is not checked for a list of an invalid length.
pub(super) fn weights(
    errors: &mut FieldErrors,
    items: &[Json<'_>],
    is_count: bool,
) -> Option<Vec<u32>> {
    let mut given = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let Some(weight) = item.get("weightBps") else {
            continue;
        };
        let whole = weight.number().and_then(whole).and_then(|bps| u32::try_from(bps).ok());
        let valid = whole.filter(|bps| (1..=WEIGHT_BPS_TOTAL).contains(bps));
        if valid.is_none() {
            let is_integer = weight.number().is_some_and(|bps| bps.trunc() == bps);
            let code = if is_integer { "out_of_range" } else { "wrong_type" };
            let message =
                format_args!("is {}, must be an integer from 1 to 10000", Excerpt(weight));
            errors.add(format_args!("/components/{at}/weightBps"), code, message);
        }
        given.push(valid);
    }
    if !is_count {
        return None;
    }
    if given.is_empty() {
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let each = WEIGHT_BPS_TOTAL / count;
        let first = WEIGHT_BPS_TOTAL - each * (count - 1);
        return Some((0..count).map(|at| if at == 0 { first } else { each }).collect());
    }
    if given.len() < items.len() {
        let message =
            format_args!("weightBps stands in some components, must stand in all or in none");
        errors.add(format_args!("/components"), "weights", message);
        return None;
    }
    let weights: Vec<u32> = given.into_iter().collect::<Option<_>>()?;
    let sum: u32 = weights.iter().sum();
    if sum != WEIGHT_BPS_TOTAL {
        let message = format_args!("weightBps sum is {sum}, must be 10000");
        errors.add(format_args!("/components"), "weights", message);
        return None;
    }
    Some(weights)
}
