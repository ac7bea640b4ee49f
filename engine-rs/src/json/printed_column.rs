//! A column whose text is known.

/// A column with its canonical text.
#[derive(Debug, Clone)]
pub struct PrintedColumn {
    /// The numbers.
    pub values: Box<[f64]>,
    /// Their array.
    pub text: Box<[u8]>,
}
