//! A value quoted in a sentence.

use super::Json;
use core::fmt;

/// Characters of a text that a sentence shows.
const EXCERPT_MAX: usize = 80;

/// A number as answers print it, so that a sentence agrees with the data beside it.
#[derive(Debug, Clone, Copy)]
pub struct EcmaNumber(pub f64);

/// Returns at most the first `count` characters of a text.
pub fn cut(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default()
}

impl fmt::Display for EcmaNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(ryu_js::Buffer::new().format(self.0))
    }
}

/// Shows a value: a leaf as JSON, truncated if long; otherwise its kind.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_answers_print_them() {
        let shown = [0.0, -0.0, 1.5, -1e21, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]
            .map(|value| EcmaNumber(value).to_string());
        assert_eq!(shown, ["0", "0", "1.5", "-1e+21", "NaN", "Infinity", "-Infinity"]);
    }
}
