//! JSON at the edge: a strict reader of what came in, and two sinks for what goes out.
//!
//! Every answer of the engine is emitted once, into a [`Sink`]: the [`Printer`] turns it into
//! canonical bytes (RFC 8785), the [`Comparison`] compares it with a document that was sent back.

mod ascent;
mod comparison;
mod decimal;
mod excerpt;
mod parse_error;
mod printed_column;
mod printer;
mod reader;
mod room;
mod scanner;
mod shortest;
mod sink;
mod value;

pub use comparison::{Comparison, Difference};
pub use decimal::decimal;
pub use excerpt::{EcmaNumber, Excerpt, cut};
pub use printed_column::PrintedColumn;
pub use printer::Printer;
pub use reader::{DEPTH_MAX, parse, parse_wrapped};
pub use sink::{Emit, Sink};
pub use value::Json;
