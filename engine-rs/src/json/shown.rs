//! A number inside a sentence.

use core::fmt;

/// Shows a number as the answers print it, so that a sentence and the data beside it agree.
#[derive(Debug, Clone, Copy)]
pub struct Shown(pub f64);

/// Returns the first characters of a text, `count` at most.
pub fn cut(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default()
}

impl fmt::Display for Shown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(ryu_js::Buffer::new().format(self.0))
    }
}
