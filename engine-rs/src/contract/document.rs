//! The bytes of a request as a document.

use crate::error::{EngineError, ErrorCode, Result};
use crate::json::{Json, parse};

/// Parses a document.
///
/// # Errors
/// `MALFORMED_JSON` with the place where it stops being one.
pub(crate) fn read(bytes: &[u8]) -> Result<Json<'_>> {
    parse(bytes).map_err(malformed)
}

/// Returns the error of bytes that are no document.
#[cold]
#[inline(never)]
pub(super) fn malformed(sentence: String) -> EngineError {
    EngineError::new(ErrorCode::MalformedJson, sentence)
}
