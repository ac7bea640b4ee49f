//! Compares an answer with a received document, leaf by leaf.

use super::excerpt::Excerpt;
use super::sink::Sink;
use super::value::Json;
use std::borrow::Cow;

/// The first place where a document differs from the expected one.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// JSON Pointer of the place.
    pub path: String,
    /// The value expected there, as JSON; "nothing" for a member that should not exist.
    pub expected: String,
    /// The value received there, as JSON; "nothing" where a member is missing.
    pub received: String,
}

/// A sink that compares instead of printing: numbers by value and texts by character. Missing and
/// additional members are differences, except top-level names in `ignored`.
#[derive(Debug)]
pub struct Comparison<'a> {
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
    pub fn new(document: &'a Json<'a>, ignored: &'a [&'a str]) -> Self {
        Self { open: Vec::new(), next: Some(document), ignored, difference: None }
    }

    /// Returns the first difference.
    pub fn finish(self) -> Option<Difference> {
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

    fn differ(&mut self, expected: impl Into<String>, received: Option<&Json<'_>>) {
        let mut path = String::new();
        for frame in &self.open {
            path.push('/');
            match frame.value {
                Json::Array(_) => path.push_str(&(frame.seen - 1).to_string()),
                _ => path.push_str(&frame.name),
            }
        }
        let received =
            received.map_or_else(|| "nothing".into(), |value| Excerpt(value).to_string());
        self.difference = Some(Difference { path, expected: expected.into(), received });
    }

    fn leaf(&mut self, expected: &Json<'_>) {
        if self.difference.is_some() {
            return;
        }
        let received = self.take();
        if received != Some(expected) {
            self.differ(Excerpt(expected).to_string(), received);
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
            other => self.differ(expected, other),
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
        let extra = match frame.value {
            Json::Array(items) => items.get(frame.seen),
            Json::Object(members) => {
                let ignored =
                    members.iter().filter(|(name, _)| top && self.ignored.contains(&name.as_ref()));
                if members.len() == frame.seen + ignored.count() { None } else { Some(frame.value) }
            }
            _ => None,
        };
        match (extra, frame.value) {
            (None, _) => {
                self.open.pop();
            }
            (Some(item), Json::Array(_)) => {
                frame.seen += 1;
                self.differ("nothing", Some(item));
            }
            (Some(_), _) => {
                self.open.pop();
                self.differ("no further member", None);
            }
        }
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
        sink.end_object();
        comparison.finish()
    }

    #[test]
    fn order_and_formatting_make_no_difference() {
        assert_eq!(compared(r#"{"b":{"d":null,"c":"x"}, "id":7, "a":[1.0, 25e-1]}"#), None);
    }

    #[test]
    fn every_edit_is_reported_with_its_place() {
        for (document, path) in [
            (r#"{"a":[1,2.5000000000000004],"b":{"c":"x","d":null}}"#, "/a/1"),
            (r#"{"a":[1],"b":{"c":"x","d":null}}"#, "/a/1"),
            (r#"{"a":[1,2.5,3],"b":{"c":"x","d":null}}"#, "/a/2"),
            (r#"{"a":[1,2.5],"b":{"c":"y","d":null}}"#, "/b/c"),
            (r#"{"a":[1,2.5],"b":{"c":"x"}}"#, "/b/d"),
            (r#"{"a":[1,2.5],"b":{"c":"x","d":null,"e":1}}"#, "/b"),
            (r#"{"a":[1,2.5],"b":{"c":"x","d":null},"e":1}"#, ""),
            (r#"{"a":[1,2.5],"b":[]}"#, "/b"),
            (r"[]", ""),
        ] {
            assert_eq!(compared(document).unwrap().path, path, "{document}");
        }
    }
}
