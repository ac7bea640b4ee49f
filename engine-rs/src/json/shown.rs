//! A number inside a sentence.

use core::fmt;

/// Shows a number as the answers print it, so that a sentence and the data beside it agree.
#[derive(Debug, Clone, Copy)]
pub struct Shown(pub f64);

impl fmt::Display for Shown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(ryu_js::Buffer::new().format(self.0))
    }
}
