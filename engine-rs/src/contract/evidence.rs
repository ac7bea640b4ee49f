//! What proves a result: versions and fingerprints.

use super::candidate::{Candidate, OneSpelling};
use crate::json::{Emit, Json, Printer, Sink};
use crate::market::{Dataset, Provenance};
use crate::version::{ENGINE_VERSION, FORMULA_VERSION, GENERATOR_VERSION, POLICY_VERSION};
use hmac_sha256::Hash;

/// Returns the sha256 of bytes that come in pieces, in hex.
pub(super) fn fingerprint(pieces: &[&[u8]]) -> String {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut hasher = Hash::new();
    for piece in pieces {
        hasher.update(piece);
    }
    let mut digits = vec![0; 64];
    for (byte, pair) in hasher.finalize().iter().zip(digits.as_chunks_mut::<2>().0) {
        *pair = [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
    }
    String::from_utf8(digits).unwrap_or_default()
}

/// Returns the 32 bytes of a fingerprint in hex; `None` of any other text.
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

/// Returns the fingerprint of a candidate: sha256 of the canonical JSON (RFC 8785) of what decides
/// its run, every default filled in and the capital in one spelling.
pub(super) fn candidate_hash(candidate: &Candidate) -> String {
    let mut printer = Printer::with_capacity(1 << 10);
    OneSpelling(candidate).emit(&mut printer);
    fingerprint(&[&printer.finish().unwrap_or_default()])
}

/// What of a dataset's generator decides an evaluation; nothing of an imported dataset.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GeneratorFacts {
    /// Version of the generator.
    pub version: Option<u32>,
    /// Mean of Hold over idle on its reference paths, utility per year.
    pub passive_gap: Option<f64>,
}

impl GeneratorFacts {
    /// Returns those of a dataset.
    pub(super) fn of(dataset: &Dataset) -> Self {
        match dataset.provenance {
            Provenance::Synthetic { passive_gap, .. } => {
                Self { version: Some(GENERATOR_VERSION), passive_gap: Some(passive_gap) }
            }
            Provenance::Imported(_) => Self { version: None, passive_gap: None },
        }
    }
}

/// Versions and fingerprints of a result.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_field_names, reason = "the public names end in Hash")]
pub(super) struct Evidence {
    /// Fingerprint of the strategy catalogue.
    pub catalogue_hash: String,
    /// Fingerprint of the dataset's file.
    pub dataset_hash: String,
    /// The generator of the dataset.
    pub generator: GeneratorFacts,
    /// Fingerprint of the candidate, see [`candidate_hash`].
    pub candidate_hash: String,
    /// Fingerprint of the result, see [`super::result_hash::result_hash`].
    pub result_hash: String,
}

impl Emit for Evidence {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("candidateHash", &self.candidate_hash);
        sink.member("catalogueHash", &self.catalogue_hash);
        sink.member("datasetHash", &self.dataset_hash);
        sink.member("engineVersion", ENGINE_VERSION);
        sink.member("formulaVersion", FORMULA_VERSION);
        sink.member("generatorVersion", self.generator.version);
        sink.member("passiveGap", self.generator.passive_gap);
        sink.member("policyVersion", POLICY_VERSION);
        sink.member("resultHash", &self.result_hash);
        sink.end_object();
    }
}

/// Returns the first of the given members in which `received` differs, with what was expected.
pub(super) fn first_stale<'e>(
    received: &Json<'_>,
    expected: &'e [(&'static str, Json<'e>)],
) -> Option<&'e (&'static str, Json<'e>)> {
    expected.iter().find(|(name, value)| received.get(name) != Some(value))
}
