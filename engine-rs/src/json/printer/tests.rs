//! Output of the printer.

use super::*;

fn printed(emit: impl Fn(&mut dyn Sink)) -> String {
    let mut printer = Printer::with_capacity(64);
    emit(&mut printer);
    String::from_utf8(printer.finish().unwrap()).unwrap()
}

#[test]
fn numbers_are_printed_as_ecmascript_prints_them() {
    let text = printed(|sink| sink.numbers(&[100_000.0, 1e21, 1e16, -0.0, 1e-7, 0.1, 0.1, 0.1]));
    assert_eq!(text, "[100000,1e+21,10000000000000000,0,1e-7,0.1,0.1,0.1]");
}

#[test]
fn whole_numbers_are_printed_by_their_digits() {
    let text = printed(|sink| {
        sink.numbers(&[0.0, -0.0, 7.0, 10.0, 4_294_967_295.0, 4_294_967_296.0, -3.0, 1.5]);
    });
    assert_eq!(text, "[0,0,7,10,4294967295,4294967296,-3,1.5]");
}

#[test]
fn repeated_values_are_printed_as_often_as_they_occur() {
    for count in [1, 2, 3, 4, 7, 8, 9, 1_000] {
        let values = [vec![0.5; count], vec![-0.0; count], vec![2.0]].concat();
        let texts = [vec!["0.5"; count], vec!["0"; count], vec!["2"]].concat();
        assert_eq!(printed(|sink| sink.numbers(&values)), format!("[{}]", texts.join(",")));
    }
}

#[test]
fn a_remembered_column_has_the_same_text() {
    let values: Vec<f64> = (0..100).map(|at| f64::from(at) / 7.0).collect();
    let other: Vec<f64> = values.iter().map(|value| value + 1.0).collect();
    let text = printed(|sink| {
        sink.begin_object();
        sink.member("a", values.as_slice());
        sink.member("b", other.as_slice());
        sink.member("c", values.as_slice());
        sink.end_object();
    });
    let alone = |values: &[f64]| printed(|sink| sink.numbers(values));
    let (values, other) = (alone(&values), alone(&other));
    assert_eq!(text, format!(r#"{{"a":{values},"b":{other},"c":{values}}}"#));
}

#[test]
fn members_and_items_are_separated() {
    let text = printed(|sink| {
        sink.begin_object();
        sink.member("a", [1.0, 2.0].as_slice());
        sink.member("b", None::<f64>);
        sink.member("c", "x");
        sink.end_object();
    });
    assert_eq!(text, r#"{"a":[1,2],"b":null,"c":"x"}"#);
}

#[test]
fn control_characters_are_escaped_and_other_text_is_kept() {
    let text = printed(|sink| sink.string("\"\\\u{8}\t\n\u{c}\r\u{1f}é€😀"));
    assert_eq!(text, "\"\\\"\\\\\\b\\t\\n\\f\\r\\u001fé€😀\"");
}

#[test]
fn a_number_that_is_not_finite_invalidates_the_document() {
    let mut printer = Printer::with_capacity(8);
    printer.numbers(&[1.0, f64::NAN]);
    assert_eq!(printer.finish(), None);
}
