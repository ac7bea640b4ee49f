//! Figures compared with the expected ones, within their tolerances.

use crate::support::{number, text};
use arena_engine::internals::json::Json;
use arena_engine::internals::num;

/// Tolerance relative to the figure, or to the total that it is part of.
const TOLERANCE: f64 = 1e-9;

/// A case whose figures are compared, and those that are not as expected.
pub(crate) struct Check<'c> {
    pub(crate) case: &'c str,
    pub(crate) failures: Vec<String>,
}

impl Check<'_> {
    pub(crate) fn close(&mut self, what: &str, found: f64, expected: &Json<'_>, scale: f64) {
        let expected = number(expected);
        let bound = TOLERANCE * num::max(scale, expected.abs());
        if (found - expected).abs() > bound || !found.is_finite() {
            self.failures.push(format!("{} {what}: {found}, expected {expected}", self.case));
        }
    }

    /// Tolerance of everything else: relative 1e-9, or 1e-12.
    pub(crate) fn figure(&mut self, what: &str, found: f64, expected: &Json<'_>) {
        self.close(what, found, expected, 1e-3);
    }

    pub(crate) fn optional(&mut self, what: &str, found: Option<f64>, expected: &Json<'_>) {
        match (found, expected) {
            (None, Json::Null) => {}
            (Some(found), Json::Number(_)) => self.close(what, found, expected, 1.0),
            _ => self
                .failures
                .push(format!("{} {what}: {found:?}, expected {expected:?}", self.case)),
        }
    }

    pub(crate) fn equal(
        &mut self,
        what: &str,
        found: impl PartialEq<f64> + std::fmt::Debug + Copy,
        expected: &Json<'_>,
    ) {
        if found != number(expected) {
            self.failures.push(format!("{} {what}: {found:?}, expected {expected:?}", self.case));
        }
    }

    pub(crate) fn same(&mut self, what: &str, found: &str, expected: &Json<'_>) {
        if found != text(expected) {
            self.failures.push(format!("{} {what}: {found}, expected {expected:?}", self.case));
        }
    }
}
