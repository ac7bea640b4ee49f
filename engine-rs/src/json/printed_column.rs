//! A column with a cached text.

/// A column with its canonical text.
#[derive(Debug, Clone)]
pub struct PrintedColumn {
    /// The numbers.
    pub values: Box<[f64]>,
    /// Their JSON array.
    pub text: Box<[u8]>,
}
