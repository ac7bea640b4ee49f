//! Reasons why bytes are not a JSON document.

/// The reason, as part of a sentence.
pub(super) type ParseError = &'static str;
