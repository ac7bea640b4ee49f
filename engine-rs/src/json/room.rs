//! The memory that the tree of a document may take.
//!
//! A document is read into a tree because members may come in any order, and a value of one byte
//! takes 16 there. What comes from anywhere must not take what only its length allows.

use super::Json;
use super::parse_error::ParseError;
use std::borrow::Cow;

/// Bytes that the tree of a document may take, in WebAssembly and everywhere else: the same bytes
/// must be rejected by all hosts. The largest answer there is, all bars of 16 components, takes 12 MB
/// (`tests/engine_memory_test.ts`).
const TREE_BYTES_MAX: usize = 20 << 20;
/// What the allocator adds to a piece.
const PIECE_BYTES: usize = 16;
/// Values or members for which a list has room at first.
const FIRST_COUNT: usize = 4;

/// A part of the tree that comes in lists.
pub(super) trait Part {
    /// What one takes in WebAssembly, bytes.
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
    /// Returns the room of a document of which nothing is read yet.
    pub(super) fn new() -> Self {
        Self(TREE_BYTES_MAX)
    }

    /// Takes a piece.
    #[inline(never)]
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), ParseError> {
        const ERROR: ParseError = "the document has more values than any answer of the arena";
        self.0 = self.0.checked_sub(bytes + PIECE_BYTES).ok_or(ERROR)?;
        Ok(())
    }

    /// Gives a piece back.
    pub(super) fn give(&mut self, bytes: usize) {
        self.0 += bytes + PIECE_BYTES;
    }

    /// Adds to a list of the tree. While it moves, the old one is there too.
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

    /// Takes a list for as long as it is looked at.
    pub(super) fn lend<T: Part>(&mut self, count: usize) -> Result<(), ParseError> {
        self.take(count * T::BYTES)?;
        self.give(count * T::BYTES);
        Ok(())
    }

    /// Gives back what a finished list does not fill.
    pub(super) fn trim<T: Part>(&mut self, list: &mut Vec<T>) {
        self.0 += (list.capacity() - list.len()) * T::BYTES;
        list.shrink_to_fit();
    }
}
