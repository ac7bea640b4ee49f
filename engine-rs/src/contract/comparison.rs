//! Compares an answer with a received document, leaf by leaf.

use crate::json::{Excerpt, Json, Sink};
use crate::time;
use std::borrow::Cow;

/// The first place where a document differs from the expected one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Difference {
    /// JSON Pointer of the place.
    pub path: String,
    /// The value expected there, as JSON; "nothing" for an item that should not exist, and a number of
    /// members for an object with others.
    pub expected: String,
    /// The value received there, in the same form; "nothing" where a member is missing.
    pub received: String,
}

/// A sink that compares instead of printing: numbers by value, instants by the time that they name,
/// and other texts by character. Missing and additional members are differences, except top-level
/// names in `ignored`.
#[derive(Debug)]
pub(super) struct Comparison<'a> {
    open: Vec<Frame<'a>>,
    next: Option<&'a Json<'a>>,
    ignored: &'a [&'a str],
    difference: Option<Difference>,
}

#[derive(Debug)]
struct Frame<'a> {
    value: &'a Json<'a>,
    /// Members or items compared so far.
    seen: usize,
    /// Name of the last compared member.
    name: Cow<'static, str>,
}

impl<'a> Comparison<'a> {
    /// Returns a comparison with `document`; top-level members named in `ignored` are allowed.
    pub(super) fn new(document: &'a Json<'a>, ignored: &'a [&'a str]) -> Self {
        Self { open: Vec::new(), next: Some(document), ignored, difference: None }
    }

    /// Returns the first difference.
    pub(super) fn finish(self) -> Option<Difference> {
        self.difference
    }

    /// Takes the value at the place of the next event.
    fn take(&mut self) -> Option<&'a Json<'a>> {
        if let Some(frame) = self.open.last_mut()
            && let Json::Array(items) = frame.value
        {
            frame.seen += 1;
            return items.get(frame.seen - 1);
        }
        self.next.take()
    }

    fn differ(&mut self, expected: impl Into<String>, received: impl Into<String>) {
        let mut path = String::new();
        for frame in &self.open {
            path.push('/');
            match frame.value {
                Json::Array(_) => path.push_str(&(frame.seen - 1).to_string()),
                _ => path.push_str(&frame.name),
            }
        }
        let (expected, received) = (expected.into(), received.into());
        self.difference = Some(Difference { path, expected, received });
    }

    fn leaf(&mut self, expected: &Json<'_>) {
        if self.difference.is_some() {
            return;
        }
        let received = self.take();
        if !received.is_some_and(|leaf| leaf == expected || is_same_time(leaf, expected)) {
            self.differ(Excerpt(expected).to_string(), shown(received));
        }
    }

    fn begin(&mut self, expected: &'static str) {
        if self.difference.is_some() {
            return;
        }
        match self.take() {
            Some(value) if value.kind() == expected => {
                self.open.push(Frame { value, seen: 0, name: Cow::Borrowed("") });
            }
            other => self.differ(expected, shown(other)),
        }
    }

    fn end(&mut self) {
        if self.difference.is_some() {
            return;
        }
        let top = self.open.len() == 1;
        let Some(frame) = self.open.last_mut() else {
            return;
        };
        match frame.value {
            Json::Array(items) => {
                if let Some(extra) = items.get(frame.seen) {
                    frame.seen += 1;
                    return self.differ("nothing", shown(Some(extra)));
                }
            }
            Json::Object(members) => {
                let ignored =
                    members.iter().filter(|(name, _)| top && self.ignored.contains(&name.as_ref()));
                let (expected, received) = (frame.seen, members.len() - ignored.count());
                if received > expected {
                    self.open.pop();
                    return self.differ(counted(expected), counted(received));
                }
            }
            _ => {}
        }
        self.open.pop();
    }
}

impl Comparison<'_> {
    /// Takes the member of the innermost object as the next value.
    fn member_of(&mut self, name: Cow<'static, str>) {
        if self.difference.is_some() {
            return;
        }
        let Some(frame) = self.open.last_mut() else {
            return;
        };
        self.next = frame.value.get(&name);
        frame.name = name;
        if self.next.is_some() {
            frame.seen += 1;
        }
    }
}

fn shown(received: Option<&Json<'_>>) -> String {
    received.map_or_else(|| "nothing".into(), |value| Excerpt(value).to_string())
}

fn counted(members: usize) -> String {
    format!("{members} member{}", if members == 1 { "" } else { "s" })
}

/// Returns whether two texts are spellings of one instant. JSON has no type for instants, so clients
/// with one of their own write `+00:00` or `.000Z` where the engine writes `Z`.
fn is_same_time(received: &Json<'_>, expected: &Json<'_>) -> bool {
    let instant = expected.text().and_then(time::parse_iso);
    instant.is_some() && instant == received.text().and_then(time::parse_rfc3339)
}

impl Sink for Comparison<'_> {
    fn begin_object(&mut self) {
        self.begin("an object");
    }

    fn key(&mut self, name: &'static str) {
        self.member_of(Cow::Borrowed(name));
    }

    fn own_key(&mut self, name: &str) {
        self.member_of(Cow::Owned(name.into()));
    }

    fn end_object(&mut self) {
        self.end();
    }

    fn begin_array(&mut self) {
        self.begin("an array");
    }

    fn end_array(&mut self) {
        self.end();
    }

    fn null(&mut self) {
        self.leaf(&Json::Null);
    }

    fn boolean(&mut self, value: bool) {
        self.leaf(&Json::Boolean(value));
    }

    fn number(&mut self, value: f64) {
        self.leaf(&Json::Number(value));
    }

    fn string(&mut self, value: &str) {
        self.leaf(&Json::String(value.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn compared(document: &str) -> Option<Difference> {
        let document = parse(document.as_bytes()).unwrap();
        let mut comparison = Comparison::new(&document, &["id"]);
        let sink: &mut dyn Sink = &mut comparison;
        sink.begin_object();
        sink.member("a", [1.0, 2.5].as_slice());
        sink.key("b");
        sink.begin_object();
        sink.member("c", "x");
        sink.member("d", None::<f64>);
        sink.end_object();
        sink.member("t", "2026-06-24T13:30:00Z");
        sink.end_object();
        comparison.finish()
    }

    #[test]
    fn order_and_spelling_make_no_difference() {
        for time in ["2026-06-24T13:30:00Z", "2026-06-24T19:00:00.000+05:30"] {
            let document =
                format!(r#"{{"b":{{"d":null,"c":"x"}},"t":"{time}", "id":7, "a":[1.0, 25e-1]}}"#);
            assert_eq!(compared(&document), None);
        }
    }

    #[test]
    fn every_edit_is_reported_with_its_place() {
        const TIME: &str = r#","t":"2026-06-24T13:30:00Z"}"#;
        for (members, path) in [
            (r#"{"a":[1,2.5000000000000004],"b":{"c":"x","d":null}"#, "/a/1"),
            (r#"{"a":[1],"b":{"c":"x","d":null}"#, "/a/1"),
            (r#"{"a":[1,2.5,3],"b":{"c":"x","d":null}"#, "/a/2"),
            (r#"{"a":[1,2.5],"b":{"c":"y","d":null}"#, "/b/c"),
            (r#"{"a":[1,2.5],"b":{"c":"2026-06-24T13:30:00Z","d":null}"#, "/b/c"),
            (r#"{"a":[1,2.5],"b":{"c":"x"}"#, "/b/d"),
            (r#"{"a":[1,2.5],"b":{"c":"x","d":null,"e":1}"#, "/b"),
            (r#"{"a":[1,2.5],"b":{"c":"x","d":null},"e":1"#, ""),
            (r#"{"a":[1,2.5],"b":[]"#, "/b"),
        ] {
            assert_eq!(compared(&format!("{members}{TIME}")).unwrap().path, path, "{members}");
        }
        let late = r#"{"a":[1,2.5],"b":{"c":"x","d":null},"t":"2026-06-24T13:30:00.001+00:00"}"#;
        assert_eq!(compared(late).unwrap().path, "/t");
        assert_eq!(compared("[]").unwrap().path, "");
        let extra = compared(&format!(r#"{{"a":[1,2.5],"b":{{"c":"x","d":null,"e":1}}{TIME}"#));
        let Difference { expected, received, .. } = extra.unwrap();
        assert_eq!([&*expected, &*received], ["2 members", "3 members"]);
    }
}
