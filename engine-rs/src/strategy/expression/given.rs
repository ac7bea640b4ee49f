//! The parameters of a component before and after they are compiled.

use super::fault::Fault;

/// A parameter as given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Given<'g> {
    /// A number.
    Number(f64),
    /// A text.
    Text(&'g str),
    /// Neither.
    Other,
}

/// Returns the parameter of a name.
#[inline(never)]
pub(super) fn find<'g>(
    given: &'g [(&'g str, Given<'g>)],
    name: &str,
) -> Option<&'g (&'g str, Given<'g>)> {
    given.iter().find(|(one, _)| *one == name)
}

/// Returns the characters of a text.
#[inline(never)]
pub(super) fn characters(text: &str) -> usize {
    text.chars().count()
}

/// A checked parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Member {
    /// A number, and whether it is a window in days.
    Number(f64, bool),
    /// A text in its one spelling.
    Text(String),
}

impl Member {
    /// Returns the number, if it is one.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number, _) => Some(*number),
            Self::Text(_) => None,
        }
    }

    /// Returns the parameter as a caller gives it.
    pub fn given(&self) -> Given<'_> {
        match self {
            Self::Number(number, _) => Given::Number(*number),
            Self::Text(text) => Given::Text(text),
        }
    }
}

/// An error in a parameter, or in the component as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// Name of the parameter; `None` for the component.
    pub name: Option<String>,
    /// Whether the parameter is shared by the components of the candidate.
    pub is_shared: bool,
    /// The fault.
    pub fault: Fault,
}

impl Wrong {
    /// Returns the fault of a component as a whole.
    pub(super) fn of_component(message: String) -> Self {
        Self { name: None, is_shared: false, fault: Fault::whole(message) }
    }

    /// Returns the sentence, with the column first.
    pub fn message(&self) -> String {
        match self.fault.column {
            Some(column) => format!("column {column}: {}", self.fault.message),
            None => self.fault.message.clone(),
        }
    }
}
