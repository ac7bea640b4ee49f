//! The strict reader compared with a library, and the printer compared with the reader.

use arena_engine::internals::json::{Json, Printer, Sink, parse};
use proptest::prelude::*;

/// Any JSON value, not too deep.
fn document() -> impl Strategy<Value = serde_json::Value> {
    let number = any::<f64>().prop_filter_map("finite", serde_json::Number::from_f64);
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::Bool),
        number.prop_map(serde_json::Value::Number),
        any::<i32>().prop_map(|value| serde_json::Value::Number(value.into())),
        any::<String>().prop_map(serde_json::Value::String),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(serde_json::Value::Array),
            prop::collection::btree_map(any::<String>(), inner, 0..8)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

fn same(ours: &Json<'_>, theirs: &serde_json::Value) -> bool {
    match (ours, theirs) {
        (Json::Null, serde_json::Value::Null) => true,
        (Json::Boolean(a), serde_json::Value::Bool(b)) => a == b,
        (Json::Number(a), serde_json::Value::Number(b)) => Some(*a) == b.as_f64(),
        (Json::String(a), serde_json::Value::String(b)) => a == b,
        (Json::Array(a), serde_json::Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Json::Object(a), serde_json::Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(name, a)| b.get(name.as_ref()).is_some_and(|b| same(a, b)))
        }
        _ => false,
    }
}

fn reprint(value: &Json<'_>, sink: &mut dyn Sink) {
    match value {
        Json::Null => sink.null(),
        Json::Boolean(flag) => sink.boolean(*flag),
        Json::Number(number) => sink.number(*number),
        Json::String(text) => sink.string(text),
        Json::Array(items) => {
            sink.begin_array();
            for item in items {
                reprint(item, sink);
            }
            sink.end_array();
        }
        Json::Object(_) => unreachable!("names of a printer are the engine's own"),
    }
}

proptest! {
    #[test]
    fn documents_are_read_as_by_the_library(value in document(), pretty in any::<bool>()) {
        let text = if pretty {
            serde_json::to_string_pretty(&value).unwrap()
        } else {
            serde_json::to_string(&value).unwrap()
        };
        let ours = parse(text.as_bytes());
        prop_assert!(ours.is_ok_and(|ours| same(&ours, &value)), "{text}");
    }

    /// The reader rejects everything that the library rejects, and may be stricter.
    #[test]
    fn damaged_bytes_are_never_accepted_by_the_reader_alone(value in document(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = serde_json::to_vec(&value).unwrap();
        let place = at.index(bytes.len());
        bytes[place] = byte;
        let theirs = serde_json::from_slice::<serde_json::Value>(&bytes);
        match (parse(&bytes), theirs) {
            (Ok(ours), Ok(theirs)) => prop_assert!(same(&ours, &theirs)),
            (Ok(ours), Err(error)) => prop_assert!(false, "{ours:?} {error}"),
            (Err(_), _) => {}
        }
    }

    /// Printed numbers and texts read back to the bit.
    #[test]
    fn printed_documents_are_read_back(numbers in prop::collection::vec(any::<f64>(), 0..20), text in any::<String>()) {
        let finite: Vec<Json<'_>> = numbers.iter().filter(|n| n.is_finite()).map(|n| Json::Number(*n)).collect();
        let value = Json::Array(vec![Json::Array(finite), Json::String(text.as_str().into())]);
        let mut printer = Printer::with_capacity(64);
        reprint(&value, &mut printer);
        let bytes = printer.finish().unwrap();
        prop_assert_eq!(parse(&bytes), Ok(value));
    }
}
