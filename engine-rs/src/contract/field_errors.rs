//! The errors of a body, field by field.

use super::nearest::Nearest;
use crate::error::{EngineError, FieldError};
use crate::json::{EcmaNumber, Excerpt, Json, cut};
use std::borrow::Cow;
use std::fmt::{self, Arguments, Write};

/// Number of errors that an answer lists; further errors are only counted.
pub(super) const NAMED_MAX: usize = 64;
/// Characters of a member's name that a path shows.
const NAME_MAX: usize = 128;

/// The members of an object.
pub(super) type Members<'d, 'a> = &'d [(Cow<'a, str>, Json<'a>)];

/// The errors found so far. The caller ensures that a field gets only one error: searching for
/// duplicates here would be quadratic in the number of errors.
#[derive(Debug, Default)]
pub(super) struct FieldErrors {
    named: Vec<FieldError>,
    count: usize,
}

impl FieldErrors {
    /// Returns whether no error was found.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the error that lists the first field errors, in the order in which they were found.
    pub(super) fn into_error(self, action: &str) -> EngineError {
        EngineError::fields(action, self.named, self.count)
    }

    /// Adds the error of a field.
    #[cold]
    #[inline(never)]
    pub(super) fn add(&mut self, path: Arguments<'_>, code: &'static str, message: Arguments<'_>) {
        self.count += 1;
        if self.named.len() < NAMED_MAX {
            let (path, message) = (fmt::format(path), fmt::format(message));
            self.named.push(FieldError { path, code, message });
        }
    }

    /// Adds the error of a field that is missing or of the wrong type.
    #[cold]
    #[inline(never)]
    pub(super) fn add_wrong_type(
        &mut self,
        path: Arguments<'_>,
        given: Option<&Json<'_>>,
        wanted: Arguments<'_>,
    ) {
        match given {
            None => self.add(path, "required", format_args!("is missing, must be {wanted}")),
            Some(given) => {
                let given = Excerpt(given);
                self.add(path, "wrong_type", format_args!("is {given}, must be {wanted}"));
            }
        }
    }

    /// Returns the members of an object, or adds the error of a value that is not an object.
    pub(super) fn object<'d, 'a>(
        &mut self,
        path: Arguments<'_>,
        value: &'d Json<'a>,
    ) -> Option<Members<'d, 'a>> {
        if value.members().is_none() {
            self.add_wrong_type(path, Some(value), format_args!("an object"));
        }
        value.members()
    }

    /// Adds an error for every member that is not `known`.
    #[inline(never)]
    pub(super) fn reject_unknown(
        &mut self,
        path: Arguments<'_>,
        members: Members<'_, '_>,
        known: &[&str],
    ) {
        for (name, _) in members {
            if !known.contains(&name.as_ref()) {
                let (list, nearest) = (Listed(known), Nearest::of(name, known));
                self.add(
                    format_args!("{path}/{}", Step(name)),
                    "unknown_property",
                    format_args!("is not a field here, must be {list}{nearest}"),
                );
            }
        }
    }
}

/// Allowed texts, as part of a sentence.
pub(super) struct Listed<'t>(pub &'t [&'t str]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => formatter.write_str("left out"),
            [only] => formatter.write_str(only),
            several => write!(formatter, "one of {}", several.join(", ")),
        }
    }
}

/// The name of a member as a step of a JSON Pointer.
pub(super) struct Step<'t>(pub &'t str);

impl fmt::Display for Step<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in cut(self.0, NAME_MAX).chars() {
            match letter {
                '~' => formatter.write_str("~0")?,
                '/' => formatter.write_str("~1")?,
                _ => formatter.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// A number that should have been a text shows the text: money as a number is the mistake that
/// everyone makes once.
pub(super) struct TextLike<'v, 'a>(pub &'v Json<'a>, pub &'static str);

impl fmt::Display for TextLike<'_, '_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Json::Number(value) => write!(formatter, "a string such as \"{}\"", EcmaNumber(*value)),
            _ => formatter.write_str(self.1),
        }
    }
}
