//! What is wrong with a candidate, field by field.

use crate::error::FieldError;
use crate::json::Json;
use std::borrow::Cow;

/// The members of an object.
pub(super) type Members<'d, 'a> = &'d [(Cow<'a, str>, Json<'a>)];

/// The faults found so far, one per field.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<FieldError>);

impl Faults {
    /// Returns whether nothing is wrong.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the faults in the order in which they were found.
    pub(super) fn into_errors(self) -> Vec<FieldError> {
        self.0
    }

    /// Notes a fault of a field, unless one is known already.
    #[cold]
    #[inline(never)]
    pub(super) fn add(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        if self.0.iter().all(|fault| fault.path != path) {
            self.0.push(FieldError { path: path.into(), code, message: message.into() });
        }
    }

    /// Returns the members of an object, or notes that it is none.
    pub(super) fn object<'d, 'a>(
        &mut self,
        path: &str,
        value: &'d Json<'a>,
    ) -> Option<Members<'d, 'a>> {
        if value.members().is_none() {
            self.add(path, "wrong_type", format!("is {}, must be an object", value.kind()));
        }
        value.members()
    }

    /// Notes every member that is not `known`.
    #[inline(never)]
    pub(super) fn refuse_unknown(&mut self, path: &str, members: Members<'_, '_>, known: &[&str]) {
        for (name, _) in members {
            if !known.contains(&name.as_ref()) {
                let message = format!("is not a field here, must be one of {}", known.join(", "));
                self.add(&member_path(path, name), "unknown_property", message);
            }
        }
    }
}

/// Returns the JSON Pointer of a member.
fn member_path(path: &str, name: &str) -> String {
    let mut pointer = format!("{path}/");
    for letter in name.chars() {
        match letter {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(letter),
        }
    }
    pointer
}
