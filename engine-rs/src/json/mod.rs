//! JSON at the edge: a strict reader of what came in, and two sinks for what goes out.
//!
//! Everything the engine says is emitted once, into a [`Sink`]: the [`Printer`] turns it into
//! canonical bytes (RFC 8785), the [`Comparison`] holds it against a document that came back.

mod ascent;
mod comparison;
mod printed_column;
mod printer;
mod reader;
mod room;
mod scanner;
mod shown;
mod sink;
mod value;

pub use comparison::{Comparison, Difference};
pub use printed_column::PrintedColumn;
pub use printer::Printer;
pub use reader::{DEPTH_MAX, parse, parse_wrapped};
pub use shown::{Excerpt, Shown, cut};
pub use sink::{Emit, Sink};
pub use value::Json;
