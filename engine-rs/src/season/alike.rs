//! Entries that move together are shown as one; this changes no rank.

use super::screen::Screen;

/// Least correlation of entries that are alike.
const ALIKE: f64 = 0.995;
/// A smaller sum of squares has no correlation.
const SQUARES_MIN: f64 = 1e-20;

/// An entry that is not alike one above it.
struct Head {
    place: usize,
    squares: f64,
}

/// Returns for each kept row the place of the first entry above it that it moves with, among those
/// that are not alike another one themselves. Rows from `entries` on are lines.
pub(super) fn alike(screen: &Screen<'_>, entries: usize) -> Vec<Option<usize>> {
    let mut heads: Vec<Head> = Vec::new();
    let mut found = vec![None; screen.kept.len()];
    for place in (0..found.len()).filter(|place| screen.kept[*place] < entries) {
        let squares = screen.squares(place);
        if squares < SQUARES_MIN {
            continue;
        }
        let is_like = |head: &&Head| {
            let size = (squares * head.squares).sqrt();
            !screen.correlates_less(place, head.place, ALIKE)
                && screen.product(place, head.place) / size >= ALIKE
        };
        found[place] = heads.iter().find(is_like).map(|head| head.place);
        if found[place].is_none() {
            heads.push(Head { place, squares });
        }
    }
    found
}
