//! A JSON value that borrows from its document.

use std::borrow::Cow;

/// A JSON value. Numbers are doubles, as in ECMAScript.
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
    #[inline(never)]
    pub fn get(&self, name: &str) -> Option<&Json<'a>> {
        self.members()?.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Returns the members of an object.
    pub fn members(&self) -> Option<&[(Cow<'a, str>, Json<'a>)]> {
        if let Json::Object(members) = self { Some(members) } else { None }
    }

    /// Returns the items of an array.
    pub fn items(&self) -> Option<&[Json<'a>]> {
        if let Json::Array(items) = self { Some(items) } else { None }
    }

    /// Returns the text of a string.
    pub fn text(&self) -> Option<&str> {
        if let Json::String(text) = self { Some(text) } else { None }
    }

    /// Returns a number.
    pub fn number(&self) -> Option<f64> {
        if let Json::Number(value) = self { Some(*value) } else { None }
    }

    /// Returns the kind of this value for error messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Boolean(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }
}
