//! What proves a result: versions and fingerprints.

use crate::json::{Emit, Json, Sink};
use crate::version::{ENGINE_VERSION, FORMULA_VERSION, POLICY_VERSION};
use hmac_sha256::Hash;

/// Returns the sha256 of bytes that come in pieces, in hex.
pub(super) fn fingerprint(pieces: &[&[u8]]) -> String {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut hasher = Hash::new();
    for piece in pieces {
        hasher.update(piece);
    }
    let mut digits = String::with_capacity(64);
    for byte in hasher.finalize() {
        digits.push(char::from(HEX[usize::from(byte >> 4)]));
        digits.push(char::from(HEX[usize::from(byte & 15)]));
    }
    digits
}

/// Versions and fingerprints of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::struct_field_names, reason = "the public names end in Hash")]
pub(super) struct Evidence {
    /// Fingerprint of the strategy catalogue.
    pub catalogue_hash: String,
    /// Fingerprint of the dataset's file.
    pub dataset_hash: String,
    /// Fingerprint of the resolved candidate.
    pub candidate_hash: String,
    /// Fingerprint of the result, see [`super::projection::Projection::evidence`].
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
