//! A fault of a text.

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The column, in characters from 1; `None` for the text as a whole.
    pub column: Option<u32>,
    /// What is wrong and what to do, without the column.
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
