//! Documents of a request, as they were written.

use crate::json::{Json, Printer, Sink};
use std::borrow::Cow;

/// Returns the part of a request that the engine's plans read, with a draw that every plan has.
pub(super) fn engine_part<'d>(request: &Json<'d>) -> Json<'d> {
    let plan = request.get("plan").unwrap_or(&Json::Null);
    let of = |name| plan.get(name).cloned().unwrap_or(Json::Null);
    let drawn = vec![
        (Cow::Borrowed("base"), of("base")),
        (Cow::Borrowed("axes"), of("axes")),
        (Cow::Borrowed("method"), Json::String("sobol".into())),
        (Cow::Borrowed("count"), Json::Number(1.0)),
    ];
    Json::Object(vec![
        (Cow::Borrowed("plan"), Json::Object(drawn)),
        (Cow::Borrowed("markets"), of("markets")),
    ])
}

/// Emits a document as it was written, with its members in their order.
#[inline(never)]
pub(super) fn echo(json: &Json<'_>, sink: &mut dyn Sink) {
    match json {
        Json::Null => sink.null(),
        Json::Boolean(value) => sink.boolean(*value),
        Json::Number(number) => sink.number(*number),
        Json::String(text) => sink.string(text),
        Json::Array(items) => {
            sink.begin_array();
            for item in items {
                echo(item, sink);
            }
            sink.end_array();
        }
        Json::Object(members) => {
            sink.begin_object();
            for (name, value) in members {
                let mut quoted = Printer::with_capacity(name.len() + 2);
                quoted.string(name);
                let bytes = quoted.finish().unwrap_or_default();
                let inner = bytes.get(1..bytes.len().saturating_sub(1)).unwrap_or_default();
                sink.own_key(core::str::from_utf8(inner).unwrap_or_default());
                echo(value, sink);
            }
            sink.end_object();
        }
    }
}

/// Names a plan's candidates for their hashes: FNV-1a of the base and the paths of the axes. Plans that
/// differ in method or steps share it.
pub(super) fn space(plan: &Json<'_>) -> u32 {
    let mut printer = Printer::with_capacity(1 << 10);
    printer.begin_array();
    echo(plan.get("base").unwrap_or(&Json::Null), &mut printer);
    printer.begin_array();
    for axis in plan.get("axes").and_then(Json::items).unwrap_or_default() {
        printer.string(axis.get("path").and_then(Json::text).unwrap_or_default());
    }
    printer.end_array();
    printer.end_array();
    let bytes = printer.finish().unwrap_or_default();
    let text = core::str::from_utf8(&bytes).unwrap_or_default();
    text.encode_utf16()
        .fold(0x811c_9dc5, |seed, unit| (seed ^ u32::from(unit)).wrapping_mul(0x0100_0193))
}
