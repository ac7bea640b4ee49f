//! The part of an evaluation request that the host adds: the size limit.

use super::candidate::Candidate;
use super::field_errors::FieldErrors;
use crate::error::{EngineError, ErrorCode, Result};
use crate::json::Json;
use crate::num::whole;

/// `{"componentsMax", "componentUnits"}`, or `{}` where simulations have no price.
pub(super) struct Order {
    /// Largest number of components that the caller could have simulated, and the price of each.
    bound: Option<(i64, i64)>,
}

impl Order {
    /// Reads an order.
    ///
    /// # Errors
    /// `REQUEST_VALIDATION_FAILED` if it is not an order, which is an error of the host.
    pub(super) fn read(order: &Json<'_>) -> Result<Self> {
        let members = order.members().ok_or_else(wrong)?;
        let bound = whole_of(order, "componentsMax").zip(whole_of(order, "componentUnits"));
        if members.len() == if bound.is_some() { 2 } else { 0 } {
            Ok(Self { bound })
        } else {
            Err(wrong())
        }
    }

    /// Rejects a candidate that the caller could not have simulated. An evaluation has one price,
    /// so its size is bounded by the largest simulation that the caller may run.
    ///
    /// # Errors
    /// `REQUEST_VALIDATION_FAILED` at the components.
    pub(super) fn check_cost(&self, prefix: &str, candidate: &Candidate) -> Result<()> {
        let count = i64::try_from(candidate.components.len()).unwrap_or(i64::MAX);
        match self.bound {
            Some((max, units)) if count > max => {
                let mut errors = FieldErrors::default();
                errors.add(
                    format_args!("{prefix}/candidate/components"),
                    "out_of_range",
                    format_args!(
                        "has {count} components, whose simulation costs {} compute units, must have at most {max}, which cost {}",
                        count.saturating_mul(units),
                        max.saturating_mul(units),
                    ),
                );
                Err(errors.into_error("evaluate"))
            }
            _ => Ok(()),
        }
    }
}

fn whole_of(value: &Json<'_>, name: &str) -> Option<i64> {
    value.get(name).and_then(Json::number).and_then(whole)
}

#[cold]
#[inline(never)]
fn wrong() -> EngineError {
    let detail = "Cannot evaluate: the request must be empty, or have componentsMax and \
                  componentUnits, whole numbers";
    EngineError::new(ErrorCode::RequestValidationFailed, detail)
}
