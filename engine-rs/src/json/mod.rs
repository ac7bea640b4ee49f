//! JSON at the boundary: a strict reader for input, and sinks for output.
//!
//! Every answer is emitted once, into a [`Sink`]: the [`Printer`] turns it into canonical bytes
//! (RFC 8785), the comparison of an evaluation compares it with a received document.

mod ascent;
mod excerpt;
mod parse_error;
mod printed_column;
mod printer;
mod reader;
mod room;
mod scanner;
mod sink;
mod value;

pub use excerpt::{EcmaNumber, Excerpt, cut};
pub use printed_column::PrintedColumn;
pub use printer::Printer;
pub use reader::{DEPTH_MAX, parse, parse_wrapped};
pub use sink::{Emit, Sink};
pub use value::Json;
