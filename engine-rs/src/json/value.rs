//! A strict JSON document: UTF-8 without a byte order mark, no name twice, bounded nesting.

use core::fmt;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;

/// The deepest nesting of arrays and objects that is read.
pub const DEPTH_MAX: usize = 32;

/// A JSON value that borrows its texts from the document. Numbers are doubles, as in ECMAScript.
#[derive(Debug, Clone, PartialEq)]
pub enum Json<'a> {
    /// null
    Null,
    /// true or false
    Boolean(bool),
    /// a number
    Number(f64),
    /// a text
    String(Cow<'a, str>),
    /// an array
    Array(Vec<Json<'a>>),
    /// an object, members in the order of the document
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// Returns a member of an object.
    pub fn get(&self, name: &str) -> Option<&Json<'a>> {
        self.members()?
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    }

    /// Returns the members of an object.
    pub fn members(&self) -> Option<&[(Cow<'a, str>, Json<'a>)]> {
        if let Json::Object(members) = self {
            Some(members)
        } else {
            None
        }
    }

    /// Returns the items of an array.
    pub fn items(&self) -> Option<&[Json<'a>]> {
        if let Json::Array(items) = self {
            Some(items)
        } else {
            None
        }
    }

    /// Returns the text of a string.
    pub fn text(&self) -> Option<&str> {
        if let Json::String(text) = self {
            Some(text)
        } else {
            None
        }
    }

    /// Returns a number.
    pub fn number(&self) -> Option<f64> {
        if let Json::Number(value) = self {
            Some(*value)
        } else {
            None
        }
    }

    /// Says the kind of this value, as an error message names it.
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Boolean(_) => "boolean",
            Json::Number(_) => "number",
            Json::String(_) => "string",
            Json::Array(_) => "array",
            Json::Object(_) => "object",
        }
    }
}

/// Parses a document.
///
/// # Errors
/// A sentence that says where and why the bytes are not a document.
pub fn parse(bytes: &[u8]) -> Result<Json<'_>, String> {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return Err("Cannot read JSON: it starts with a byte order mark".into());
    }
    let Ok(text) = core::str::from_utf8(bytes) else {
        return Err("Cannot read JSON: it is not UTF-8".into());
    };
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Value { depth: 0 }
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| format!("Cannot read JSON: {error}"))
}

#[derive(Clone, Copy)]
struct Value {
    depth: usize,
}

impl Value {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        if self.depth == DEPTH_MAX {
            return Err(E::custom(format_args!(
                "nesting is deeper than {DEPTH_MAX}"
            )));
        }
        Ok(Self {
            depth: self.depth + 1,
        })
    }
}

impl<'de> DeserializeSeed<'de> for Value {
    type Value = Json<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value {
    type Value = Json<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Boolean(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value))
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::String(Cow::Borrowed(value)))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json<'de>, E> {
        Ok(Json::String(Cow::Owned(value.into())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json<'de>, A::Error> {
        let inner = self.deeper()?;
        let mut values = Vec::new();
        while let Some(value) = items.next_element_seed(inner)? {
            values.push(value);
        }
        Ok(Json::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'de>, A::Error> {
        let inner = self.deeper()?;
        let mut members = Vec::new();
        while let Some(name) = map.next_key_seed(Name)? {
            members.push((name, map.next_value_seed(inner)?));
        }
        if let Some(name) = first_repeated(&members) {
            return Err(A::Error::custom(format_args!(
                "the name {name:?} stands twice in an object"
            )));
        }
        Ok(Json::Object(members))
    }
}

/// A member's name, borrowed where the document has no escape in it.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(name.into()))
    }
}

fn first_repeated<'m>(members: &'m [(Cow<'_, str>, Json<'_>)]) -> Option<&'m str> {
    let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_ref()).collect();
    names.sort_unstable();
    names
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_read_as_it_stands() {
        let document = parse(br#"{"b":[1,-2.5e3,null,true],"a":"\u00e9"}"#).unwrap();
        assert_eq!(document.get("a").and_then(Json::text), Some("é"));
        let items = document.get("b").and_then(Json::items).unwrap();
        assert_eq!(items[1].number(), Some(-2500.0));
        assert_eq!(document.members().unwrap()[0].0, "b");
    }

    #[test]
    fn numbers_are_rounded_correctly() {
        let Ok(Json::Number(value)) = parse(b"0.12574986621080966") else {
            panic!("a number")
        };
        assert_eq!(value.to_bits(), 0.125_749_866_210_809_66_f64.to_bits());
        assert_eq!(parse(b"1e-07"), Ok(Json::Number(1e-7)));
    }

    #[test]
    fn what_is_not_strict_json_is_refused() {
        let nested = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat();
        assert!(parse(nested(DEPTH_MAX).as_bytes()).is_ok());
        for bad in [
            b"".as_slice(),
            b"{} x",
            b"{\"a\":1,\"a\":2}",
            b"{\"a\":1,\"\\u0061\":2}",
            b"[1,]",
            b"{'a':1}",
            b"\xEF\xBB\xBF{}",
            b"\"\xFF\"",
            b"\"\\ud800\"",
            b"NaN",
            b"1e400",
            nested(DEPTH_MAX + 1).as_bytes(),
            nested(100_000).as_bytes(),
        ] {
            let error = parse(bad).unwrap_err();
            assert!(error.starts_with("Cannot read JSON: "), "{error}");
        }
    }
}
