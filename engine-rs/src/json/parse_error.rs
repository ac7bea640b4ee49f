//! Why bytes are not a document.

/// What is wrong with a document.
pub(super) type ParseError = &'static str;
