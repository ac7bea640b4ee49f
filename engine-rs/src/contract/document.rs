//! The bytes of a request as a document.

use crate::error::{EngineError, ErrorCode, Result};
use crate::json::{Json, parse};

/// Parses the bytes of a request.
///
/// # Errors
/// `MALFORMED_JSON` with the position of the error.
pub(crate) fn read(bytes: &[u8]) -> Result<Json<'_>> {
    parse(bytes).map_err(malformed)
}

/// Returns the error of bytes that are not JSON.
#[cold]
#[inline(never)]
pub(super) fn malformed(sentence: String) -> EngineError {
    EngineError::new(ErrorCode::MalformedJson, sentence)
}
