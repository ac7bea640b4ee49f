//! The part of an evaluation request that the host adds: trials so far and the size limit.

use super::candidate::Candidate;
use super::field_errors::FieldErrors;
use crate::error::{EngineError, ErrorCode, Result};
use crate::evaluation::Trials;
use crate::json::Json;
use crate::num::whole;

/// `{"trials": [{"marketId", "count", "sharpeVariance"}], "componentsMax", "componentUnits"}`, the
/// last two only where a simulation has a price.
pub(super) struct Order {
    /// What was tried, by market.
    trials: Vec<(i64, Trials)>,
    /// Most components that the caller could have simulated, and the price of each.
    bound: Option<(i64, i64)>,
}

impl Order {
    /// Reads an order.
    ///
    /// # Errors
    /// `REQUEST_VALIDATION_FAILED` when it is none, which is an error of the host.
    pub(super) fn read(order: &Json<'_>) -> Result<Self> {
        let listed = order.get("trials").and_then(Json::items).ok_or_else(wrong)?;
        let trials = listed.iter().map(|entry| read_trials(entry).ok_or_else(wrong));
        let trials = trials.collect::<Result<_>>()?;
        let is_bound = ["componentsMax", "componentUnits"].iter().any(|n| order.get(n).is_some());
        let bound = whole_of(order, "componentsMax").zip(whole_of(order, "componentUnits"));
        if is_bound && bound.is_none() {
            return Err(wrong());
        }
        Ok(Self { trials, bound })
    }

    /// Returns what was tried on a market. One that is not listed was never tried; the run of the
    /// payload itself is a trial all the same, also when another host made it.
    pub(super) fn trials(&self, market_id: u32) -> Trials {
        let listed = self.trials.iter().find(|(id, _)| *id == i64::from(market_id));
        listed.map_or(Trials::UNCOUNTED, |(_, trials)| *trials)
    }

    /// Rejects a candidate that the caller could not have simulated: an evaluation has one price,
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

fn read_trials(entry: &Json<'_>) -> Option<(i64, Trials)> {
    let (id, count) = whole_of(entry, "marketId").zip(whole_of(entry, "count"))?;
    let variance = entry.get("sharpeVariance")?;
    let trials = Trials {
        sharpe_count: u32::try_from(count.max(1)).ok()?,
        sharpe_variance: variance.number().filter(|variance| *variance >= 0.0),
        ..Trials::UNCOUNTED
    };
    Some((id, trials))
}

fn whole_of(value: &Json<'_>, name: &str) -> Option<i64> {
    value.get(name).and_then(Json::number).and_then(whole)
}

#[cold]
#[inline(never)]
fn wrong() -> EngineError {
    let detail = "Cannot evaluate: trials must be a list of marketId, count and sharpeVariance, \
                  componentsMax and componentUnits whole numbers or left out";
    EngineError::new(ErrorCode::RequestValidationFailed, detail)
}
