//! A candidate: the body of a simulation request, checked and filled in.

mod components;
mod params;
mod reader;
#[cfg(test)]
mod tests;
mod weights;

use crate::error::Result;
use crate::execution::PROFILE;
use crate::json::{Emit, Json, Sink};
use crate::market::Timeframe;
use crate::simulation::{Plan, PlannedComponent};
use crate::strategy::CatalogueEntry;
use crate::strategy::ParamValues;

/// Default capital.
const CAPITAL_DEFAULT: &str = "100000";
/// Smallest and largest capital.
const CAPITAL_RANGE: core::ops::RangeInclusive<f64> = 1.0..=1e9;
/// Most decimals of a capital.
const CAPITAL_DECIMALS_MAX: usize = 6;
/// Most characters of a submission id.
const SUBMISSION_ID_MAX: usize = 128;
/// Most components of a candidate.
pub(super) const COMPONENTS_MAX: usize = 16;
/// Sum of the weights of all components, basis points.
pub(super) const WEIGHT_BPS_TOTAL: u32 = 10_000;

/// A candidate with every parameter named and every default filled in.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Public id of the market.
    pub market_id: u32,
    /// Timeframe of the dataset.
    pub timeframe: Timeframe,
    /// Capital, accounting asset.
    pub capital: f64,
    /// Capital as given.
    #[doc(hidden)]
    pub capital_text: String,
    /// The components in their order.
    #[doc(hidden)]
    pub components: Vec<Component>,
    /// The caller's correlation id.
    pub submission_id: Option<String>,
    /// Whether the body had an execution config, which is ignored.
    #[doc(hidden)]
    pub has_execution_config: bool,
}

/// A component of a candidate.
#[derive(Debug, Clone)]
pub struct Component {
    /// Its strategy.
    pub entry: &'static CatalogueEntry,
    /// Its share of the capital, basis points.
    pub weight_bps: u32,
    /// Its parameters.
    pub params: ParamValues,
}

impl Candidate {
    /// Checks a request body, all fields at once. `known` lists the market and timeframe of each
    /// dataset, in the order of the markets.
    ///
    /// # Errors
    /// `REQUEST_VALIDATION_FAILED` with every wrong field.
    #[doc(hidden)]
    pub fn read(body: &Json<'_>, known: &[(u32, Timeframe)]) -> Result<Self> {
        reader::read(body, known)
    }

    /// Returns the plan of a simulation from bar `start` on, under the official policy.
    #[doc(hidden)]
    pub fn plan(&self, start: usize) -> Plan {
        let planned = |component: &Component| PlannedComponent {
            entry: component.entry,
            params: component.params.clone(),
            weight: f64::from(component.weight_bps) / f64::from(WEIGHT_BPS_TOTAL),
        };
        let components = self.components.iter().map(planned).collect();
        Plan { profile: PROFILE, capital: self.capital, components, start }
    }
}

/// Emits the bounds and defaults of a candidate.
pub(super) fn emit_bounds(sink: &mut dyn Sink) {
    sink.begin_object();
    sink.member("capitalDecimals", CAPITAL_DECIMALS_MAX);
    sink.member("capitalDefault", CAPITAL_DEFAULT);
    sink.member("capitalMax", *CAPITAL_RANGE.end());
    sink.member("capitalMin", *CAPITAL_RANGE.start());
    sink.member("componentsMax", COMPONENTS_MAX);
    sink.member("submissionIdMax", SUBMISSION_ID_MAX);
    sink.member("weightBpsTotal", WEIGHT_BPS_TOTAL);
    sink.end_object();
}

impl Candidate {
    /// Returns whether an answer shows the candidate as its fingerprint sees it.
    pub(super) fn is_in_one_spelling(&self) -> bool {
        without_end_zeros(&self.capital_text).len() == self.capital_text.len()
    }

    fn emit_with(&self, capital: &str, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("capital", capital);
        sink.member("components", &self.components);
        sink.member("marketId", self.market_id);
        sink.member("timeframe", self.timeframe);
        sink.end_object();
    }
}

impl Emit for Candidate {
    fn emit(&self, sink: &mut dyn Sink) {
        self.emit_with(&self.capital_text, sink);
    }
}

/// A candidate as its fingerprint sees it: spellings of the capital make no difference.
pub(super) struct OneSpelling<'a>(pub(super) &'a Candidate);

impl Emit for OneSpelling<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        self.0.emit_with(without_end_zeros(&self.0.capital_text), sink);
    }
}

/// Returns a decimal without zeros at the end of its fraction. The reader has already rejected
/// superfluous leading zeros.
fn without_end_zeros(decimal: &str) -> &str {
    if !decimal.contains('.') {
        return decimal;
    }
    decimal.trim_end_matches('0').trim_end_matches('.')
}

impl Emit for Component {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("strategyId", self.entry.spec.id);
        sink.member("strategyParams", &self.params);
        sink.member("weightBps", self.weight_bps);
        sink.end_object();
    }
}
