//! Memory limit for the tree of a document.
//!
//! Members may come in any order, so a document is read into a tree, where a value of one byte
//! takes 16. The limit keeps untrusted input from using all the memory that its length would allow.

use super::Json;
use super::parse_error::ParseError;
use std::borrow::Cow;

/// Bytes that the tree of a document may take, computed for WebAssembly on every host, so that all
/// hosts reject the same bytes. The largest answer, all bars of 16 components, takes 12 MB
/// (`tests/engine_memory_test.ts`).
const TREE_BYTES_MAX: usize = 20 << 20;
/// Overhead of the allocator per piece.
const PIECE_BYTES: usize = 16;
/// Initial capacity of a list of values or members.
const FIRST_COUNT: usize = 4;

/// A part of the tree that is stored in lists.
pub(super) trait Part {
    /// Size in WebAssembly, bytes.
    const BYTES: usize;
}

impl Part for Json<'_> {
    const BYTES: usize = 16;
}

impl Part for (Cow<'_, str>, Json<'_>) {
    const BYTES: usize = 32;
}

#[cfg(target_arch = "wasm32")]
const _: () = {
    assert!(size_of::<Json<'_>>() == <Json<'_> as Part>::BYTES);
    assert!(size_of::<(Cow<'_, str>, Json<'_>)>() == <(Cow<'_, str>, Json<'_>) as Part>::BYTES);
};

/// The bytes that the tree of a document may still take.
pub(super) struct Room(usize);

impl Room {
    /// Returns the room for a new document.
    pub(super) fn new() -> Self {
        Self(TREE_BYTES_MAX)
    }

    /// Reserves bytes.
    #[inline(never)]
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), ParseError> {
        const ERROR: ParseError = "the document has more values than any answer of the arena";
        self.0 = self.0.checked_sub(bytes + PIECE_BYTES).ok_or(ERROR)?;
        Ok(())
    }

    /// Releases bytes.
    pub(super) fn give(&mut self, bytes: usize) {
        self.0 += bytes + PIECE_BYTES;
    }

    /// Adds to a list of the tree. While the list grows, the old one exists too.
    pub(super) fn push<T: Part>(&mut self, list: &mut Vec<T>, part: T) -> Result<(), ParseError> {
        let old = list.capacity();
        if list.len() == old {
            let new = (2 * old).max(FIRST_COUNT);
            self.take(new * T::BYTES)?;
            list.reserve_exact(new - old);
            if old > 0 {
                self.give(old * T::BYTES);
            }
        }
        list.push(part);
        Ok(())
    }

    /// Reserves a list for the time of a check.
    pub(super) fn lend<T: Part>(&mut self, count: usize) -> Result<(), ParseError> {
        self.take(count * T::BYTES)?;
        self.give(count * T::BYTES);
        Ok(())
    }

    /// Releases the unused capacity of a finished list.
    pub(super) fn trim<T: Part>(&mut self, list: &mut Vec<T>) {
        self.0 += (list.capacity() - list.len()) * T::BYTES;
        list.shrink_to_fit();
    }
}
