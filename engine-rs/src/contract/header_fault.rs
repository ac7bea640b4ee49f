//! Errors of a header.

use crate::error::{EngineError, ErrorCode, Operand};
use core::fmt::Display;

/// Returns the error of a member of a header.
#[inline(always)]
pub(super) fn wrong(name: &'static str, detail: impl Display) -> EngineError {
    fault(name, &detail)
}

/// A single function for details of every type; a copy for each type would only enlarge the
/// WebAssembly.
#[cold]
#[inline(never)]
fn fault(name: &'static str, detail: &dyn Display) -> EngineError {
    let detail = format!("Cannot load dataset: {name} {detail}");
    EngineError::new(ErrorCode::DatasetInvalid, detail).with("column", Operand::Text(name.into()))
}
