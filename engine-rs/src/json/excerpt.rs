//! A value inside a sentence.

use super::Json;
use core::fmt;

/// Characters of a text that a sentence shows.
const EXCERPT_MAX: usize = 80;

/// Shows a number as the answers print it, so that a sentence and the data beside it agree.
#[derive(Debug, Clone, Copy)]
pub struct EcmaNumber(pub f64);

/// Returns the first characters of a text, `count` at most.
pub fn cut(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default()
}

impl fmt::Display for EcmaNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(ryu_js::Buffer::new().format(self.0))
    }
}

/// Shows a value: a leaf as JSON, cut off where it is long, and of the others the kind.
#[derive(Debug, Clone, Copy)]
pub struct Excerpt<'v, 'a>(pub &'v Json<'a>);

impl fmt::Display for Excerpt<'_, '_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Json::Null | Json::Array(_) | Json::Object(_) => formatter.write_str(self.0.kind()),
            Json::Boolean(value) => value.fmt(formatter),
            Json::Number(value) => EcmaNumber(*value).fmt(formatter),
            Json::String(text) => write!(formatter, "\"{}\"", cut(text, EXCERPT_MAX)),
        }
    }
}
