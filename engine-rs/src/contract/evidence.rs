//! The evidence of a result: versions and fingerprints.

use super::candidate::{Candidate, OneSpelling};
use crate::json::{Emit, Json, Printer, Sink};
use crate::market::{Dataset, Provenance, Series};
use crate::time;
use crate::version::{ENGINE_VERSION, FORMULA_VERSION, GENERATOR_VERSION, POLICY_VERSION};
use sha2::{Digest, Sha256};

/// Returns the SHA-256 of concatenated pieces, in hex.
pub(super) fn fingerprint(pieces: &[&[u8]]) -> String {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut hasher = Sha256::new();
    for piece in pieces {
        hasher.update(piece);
    }
    let mut digits = vec![0; 64];
    for (byte, pair) in hasher.finalize().iter().zip(digits.as_chunks_mut::<2>().0) {
        *pair = [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
    }
    String::from_utf8(digits).unwrap_or_default()
}

/// Returns the 32 bytes of a fingerprint in hex; `None` for any other text.
pub(super) fn bytes_of(fingerprint: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let digits = fingerprint.as_bytes();
    if digits.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        for digit in pair {
            let value = match digit {
                b'0'..=b'9' => digit - b'0',
                b'a'..=b'f' => digit - b'a' + 10,
                _ => return None,
            };
            *byte = *byte << 4 | value;
        }
    }
    Some(bytes)
}

/// Returns the canonical JSON (RFC 8785) of everything that decides the run of a candidate, with every
/// default filled in and the capital in one spelling. Its SHA-256 is the fingerprint of the candidate.
pub(super) fn candidate_text(candidate: &Candidate) -> Vec<u8> {
    let mut printer = Printer::with_capacity(1 << 10);
    OneSpelling(candidate).emit(&mut printer);
    printer.finish().unwrap_or_default()
}

/// Returns the fingerprint of a candidate, see [`candidate_text`].
pub(super) fn candidate_hash(candidate: &Candidate) -> String {
    fingerprint(&[&candidate_text(candidate)])
}

/// Facts of a dataset's generator that decide an evaluation; empty for an imported dataset.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GeneratorFacts {
    /// Version of the generator.
    pub version: Option<u32>,
    /// Mean utility of Hold minus idle on the reference paths, per year.
    pub passive_gap: Option<f64>,
}

impl GeneratorFacts {
    /// Returns the facts of a dataset's generator.
    pub(super) fn of(dataset: &Dataset) -> Self {
        match dataset.provenance {
            Provenance::Synthetic { passive_gap, .. } => {
                Self { version: Some(GENERATOR_VERSION), passive_gap: Some(passive_gap) }
            }
            Provenance::Imported(_) => Self { version: None, passive_gap: None },
        }
    }
}

/// Returns the fingerprint of everything besides the dataset's file that decides a result: SHA-256
/// of the canonical JSON (RFC 8785) of the market's terms, the unknown inputs and the provenance.
pub(super) fn provenance_hash(dataset: &Dataset) -> String {
    let Dataset { series, unknown, provenance, .. } = dataset;
    let mut printer = Printer::with_capacity(1 << 10);
    let sink: &mut dyn Sink = &mut printer;
    sink.begin_object();
    sink.member("absent", &unknown.absent);
    sink.member("estimated", &unknown.estimated);
    sink.member("expiry", time::iso(series.clock.expiry));
    sink.member("farExpiry", series.clock.far_expiry.map(time::iso));
    sink.member("provenance", provenance);
    sink.member("pyIndex", known_index(series));
    sink.member("scalarRoot", series.scalar_root);
    sink.end_object();
    fingerprint(&[&printer.finish().unwrap_or_default()])
}

/// Returns the watermark before the first bar, if known.
pub(super) fn known_index(series: &Series) -> Option<f64> {
    Some(series.py_index).filter(|index| *index > 0.0)
}

/// Versions and fingerprints of a result.
#[derive(Debug, Clone)]
#[allow(clippy::struct_field_names, reason = "the public names end in Hash")]
pub(super) struct Evidence<'a> {
    /// Fingerprint of the strategy catalogue.
    pub catalogue_hash: &'a str,
    /// The dataset.
    pub dataset: &'a Dataset,
    /// Fingerprint of the provenance, see [`provenance_hash`].
    pub provenance_hash: &'a str,
    /// The candidate, see [`candidate_text`].
    pub candidate_text: Vec<u8>,
    /// Fingerprint of the candidate, see [`candidate_hash`].
    pub candidate_hash: String,
    /// Fingerprint of the result, see [`super::result_hash::result_hash`].
    pub result_hash: String,
}

impl Emit for Evidence<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let GeneratorFacts { version, passive_gap } = GeneratorFacts::of(self.dataset);
        sink.begin_object();
        sink.member("candidateHash", &self.candidate_hash);
        sink.member("catalogueHash", self.catalogue_hash);
        sink.member("datasetHash", &self.dataset.sha256);
        sink.member("engineVersion", ENGINE_VERSION);
        sink.member("estimated", &self.dataset.unknown.estimated);
        sink.member("formulaVersion", FORMULA_VERSION);
        sink.member("generatorVersion", version);
        sink.member("passiveGap", passive_gap);
        sink.member("policyVersion", POLICY_VERSION);
        sink.member("provenance", &self.dataset.provenance);
        sink.member("provenanceHash", self.provenance_hash);
        sink.member("resultHash", &self.result_hash);
        sink.end_object();
    }
}

/// Returns the first of the given members in which `received` differs, with the expected value.
pub(super) fn first_stale<'e>(
    received: &Json<'_>,
    expected: &'e [(&'static str, Json<'e>)],
) -> Option<&'e (&'static str, Json<'e>)> {
    expected.iter().find(|(name, value)| received.get(name) != Some(value))
}
