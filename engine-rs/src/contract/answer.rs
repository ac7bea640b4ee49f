//! The envelope of an answer, `{"ok": ...}` or `{"error": ...}`; bad input never panics.

use crate::error::{EngineError, ErrorCode, Result};
use crate::json::{Printer, Sink};

/// Returns the bytes of an answer that `emit` writes.
pub fn answer(emit: impl FnOnce(&mut Printer) -> Result<()>) -> Vec<u8> {
    let mut printer = begun();
    let result = emit(&mut printer);
    finished(printer, result)
}

/// Returns a printer that has begun an answer, up to the value.
#[inline(never)]
fn begun() -> Printer {
    let mut printer = Printer::with_capacity(8 << 10);
    printer.begin_object();
    printer.key("ok");
    printer
}

/// Ends an answer, or replaces it by the error.
#[inline(never)]
fn finished(mut printer: Printer, result: Result<()>) -> Vec<u8> {
    if let Err(error) = result {
        return failure(&error);
    }
    printer.end_object();
    printer.finish().unwrap_or_else(|| {
        failure(&EngineError::new(
            ErrorCode::InternalUnexpected,
            "Cannot answer: the run gave a number that is not finite",
        ))
    })
}

/// Returns the bytes of an error.
pub fn failure(error: &EngineError) -> Vec<u8> {
    let mut printer = Printer::with_capacity(512);
    let sink: &mut dyn Sink = &mut printer;
    sink.begin_object();
    sink.member("error", error);
    sink.end_object();
    printer.finish().unwrap_or_default()
}
