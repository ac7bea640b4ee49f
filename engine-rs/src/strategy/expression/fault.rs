//! A fault of a text.

/// An error in a text, with its column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The column, in characters from 1; `None` for the text as a whole.
    pub column: Option<u32>,
    /// The message, without the column: the error and its remedy.
    pub message: String,
}

impl Fault {
    /// Returns a fault at a column.
    #[cold]
    #[inline(never)]
    pub(super) fn at(column: u32, message: impl Into<String>) -> Self {
        Self { column: Some(column), message: message.into() }
    }

    /// Returns a fault of a text as a whole.
    #[cold]
    #[inline(never)]
    pub(super) fn whole(message: impl Into<String>) -> Self {
        Self { column: None, message: message.into() }
    }
}
