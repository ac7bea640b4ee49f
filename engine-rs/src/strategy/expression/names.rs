//! Names of the caller's own.

use super::table::{WORDS, name_of};

/// Most characters of a name.
pub const NAME_CHARACTERS_MAX: usize = 32;

/// The error of a name that no text uses.
pub(super) const UNUSED: &str = "is used by no text";

/// Returns whether a text can be the name of a number or a text.
pub(super) fn is_name(name: &str) -> bool {
    name.len() <= NAME_CHARACTERS_MAX
        && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

/// Returns the error in a name; `None` for an allowed name.
pub(super) fn fault_of_name(name: &str) -> Option<String> {
    let taken = |kind: &str| Some(format!("is {kind}, choose another"));
    if WORDS.contains(&name) {
        return taken("a word of the grammar");
    }
    if let Some(known) = name_of(name) {
        return taken(if known.place.is_constant() { "a constant" } else { "a column" });
    }
    let rule = format!("letters and digits, a letter first, at most {NAME_CHARACTERS_MAX}");
    (!is_name(name)).then(|| format!("is no name: {rule}"))
}
