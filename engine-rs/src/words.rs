//! Likeness of words, for the messages on wrong names.

/// Above the length of every known name; as much of a wrong one is compared.
pub(crate) const LENGTH_MAX: usize = 40;

/// Returns the Levenshtein distance: the fewest letters to add, drop or change between a word and a
/// known name, without regard to case.
#[cold]
#[inline(never)]
pub(crate) fn distance(word: &str, known: &str) -> usize {
    let mut row: [usize; LENGTH_MAX] = core::array::from_fn(|column| column);
    let mut last = known.len();
    for (at, letter) in word.bytes().take(LENGTH_MAX).enumerate() {
        let (mut diagonal, mut left) = (at, at + 1);
        for (above, other) in row[1..].iter_mut().zip(known.bytes()) {
            let change = diagonal + usize::from(!letter.eq_ignore_ascii_case(&other));
            left = change.min(*above + 1).min(left + 1);
            diagonal = core::mem::replace(above, left);
        }
        last = left;
    }
    last
}
