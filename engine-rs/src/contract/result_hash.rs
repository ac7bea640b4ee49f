//! The fingerprint of a result: SHA-256 over its figures as doubles, the same for every view.
//!
//! `RULES.md` 6.2 defines the bytes. They come from values rather than from JSON, so the
//! fingerprint does not depend on how numbers are printed.

use super::evidence::{bytes_of, fingerprint};
use crate::error::{EngineError, ErrorCode, Result};
use crate::market::Dataset;
use crate::portfolio::{Counts, Run};
use crate::simulation::{Metrics, Value};

/// Names the layout of the following bytes. A layout never changes under the same name.
const HEAD: &[u8] = b"arena-result-2\n";

/// The covered metrics, in the order of the bytes.
const FIGURES: [&str; 18] = [
    "annualizedMeanReturn",
    "compoundAnnualReturn",
    "annualizedVolatility",
    "sharpe",
    "sortino",
    "maxDrawdown",
    "maxDrawdownDays",
    "drawdownRecovered",
    "calmar",
    "valueAtRisk",
    "cvar",
    "turnover",
    "executionCost",
    "exposure",
    "hitRate",
    "bestDay",
    "worstDay",
    "fills",
];

/// Their positions among all metrics.
const PLACES: [usize; FIGURES.len()] = {
    let (mut places, mut count) = ([0; FIGURES.len()], 0);
    while count < places.len() {
        places[count] = Metrics::place(FIGURES[count]);
        count += 1;
    }
    places
};

/// Stands for null: the quiet NaN without sign and payload.
const MISSING: u64 = 0x7ff8_0000_0000_0000;

/// Milliseconds of a second.
const SECOND_MS: i64 = 1_000;

/// Returns the fingerprint of a run of a candidate on a dataset.
///
/// # Errors
/// `INTERNAL_UNEXPECTED` if a metric is not finite, or the dataset has no fingerprint.
pub(super) fn result_hash(
    candidate_hash: &str,
    dataset: &Dataset,
    run: &Run,
    metrics: &Metrics,
) -> Result<String> {
    let bytes = bytes(candidate_hash, dataset, run, metrics).ok_or_else(unhashable)?;
    Ok(fingerprint(&[&bytes]))
}

fn bytes(candidate_hash: &str, dataset: &Dataset, run: &Run, metrics: &Metrics) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(512);
    bytes.extend_from_slice(HEAD);
    bytes.extend_from_slice(&bytes_of(candidate_hash)?);
    bytes.extend_from_slice(&bytes_of(&dataset.sha256)?);
    let closes = &dataset.series.clock.timestamp;
    let (total, start) = (closes.len(), dataset.trade_start_index);
    for count in [total, start, total - start, start] {
        push_count(&mut bytes, count)?;
    }
    for close in [closes.get(start)?, closes.last()?] {
        bytes.extend_from_slice(&close.div_euclid(SECOND_MS).to_le_bytes());
    }
    for place in PLACES {
        bytes.extend_from_slice(&bits(metrics.at(place))?.to_le_bytes());
    }
    push_counts(&mut bytes, &run.counts())?;
    push_count(&mut bytes, run.components.len())?;
    for component in &run.components {
        push_counts(&mut bytes, &component.counts)?;
    }
    Some(bytes)
}

/// Returns the bits of a figure; `None` if it is not finite.
fn bits(value: Value) -> Option<u64> {
    match value {
        Value::Missing => Some(MISSING),
        Value::Flag(flag) => Some(f64::from(u8::from(flag)).to_bits()),
        // the sum of -0 and 0 is 0
        Value::Number(number) => number.is_finite().then(|| (number + 0.0).to_bits()),
    }
}

fn push_counts(bytes: &mut Vec<u8>, counts: &Counts) -> Option<()> {
    for count in [counts.intents(), counts.fills, counts.skips()] {
        push_count(bytes, count)?;
    }
    counts.skips_by_reason.iter().try_for_each(|count| push_count(bytes, *count))
}

fn push_count(bytes: &mut Vec<u8>, count: usize) -> Option<()> {
    bytes.extend_from_slice(&u32::try_from(count).ok()?.to_le_bytes());
    Some(())
}

#[cold]
#[inline(never)]
fn unhashable() -> EngineError {
    let detail = "Cannot simulate: the run gave a number that is not finite, or its dataset has no \
                  SHA-256";
    EngineError::new(ErrorCode::InternalUnexpected, detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::METRICS;

    #[test]
    fn every_figure_is_a_metric_and_occurs_once() {
        for name in FIGURES {
            assert!(METRICS.iter().any(|metric| metric.name == name), "{name}");
            assert_eq!(FIGURES.iter().filter(|other| **other == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn equal_figures_have_equal_bits() {
        let expected = [
            (Value::Number(1.5), 0x3ff8_0000_0000_0000),
            (Value::Number(-1.5), 0xbff8_0000_0000_0000),
            (Value::Number(0.0), 0),
            (Value::Number(-0.0), 0),
            (Value::Number(5e-324), 1),
            (Value::Flag(true), 0x3ff0_0000_0000_0000),
            (Value::Flag(false), 0),
            (Value::Missing, 0x7ff8_0000_0000_0000),
        ];
        for (value, wanted) in expected {
            assert_eq!(bits(value), Some(wanted), "{value:?}");
        }
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(bits(Value::Number(number)), None);
        }
    }
}
