//! What is wrong with a header.

use crate::error::{EngineError, ErrorCode, Operand};
use core::fmt::Display;

/// Returns the error of a member of a header.
#[cold]
#[inline(never)]
pub(super) fn wrong(name: &'static str, detail: impl Display) -> EngineError {
    let detail = format!("Cannot load dataset: {name} {detail}");
    EngineError::new(ErrorCode::DatasetInvalid, detail).with("column", Operand::Text(name.into()))
}
