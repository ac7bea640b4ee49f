//! Which texts a text uses, and whether that leads around.

use super::table::is_root;

/// Returns the texts that each text uses, in their order.
pub(super) fn uses<'t>(names: &[&str], read: impl Fn(usize) -> Vec<&'t str>) -> Vec<Vec<usize>> {
    let of = |at: usize| {
        let mut used = Vec::new();
        for name in read(at) {
            if let Some(place) = names.iter().position(|one| *one == name)
                && !is_root(name)
                && !used.contains(&place)
            {
                used.push(place);
            }
        }
        used
    };
    (0..names.len()).map(of).collect()
}

/// Returns the shortest way from a text over those that it uses back to itself.
pub(super) fn circle(uses: &[Vec<usize>], start: usize) -> Option<Vec<usize>> {
    let mut from = vec![None; uses.len()];
    let mut queue = vec![start];
    let mut at = 0;
    while let Some(text) = queue.get(at).copied() {
        at += 1;
        for used in &uses[text] {
            if *used == start {
                let mut way = vec![start, text];
                while let Some(Some(before)) = from.get(way[way.len() - 1]) {
                    way.push(*before);
                }
                way.reverse();
                return Some(way);
            }
            if from[*used].is_none() {
                from[*used] = Some(text);
                queue.push(*used);
            }
        }
    }
    None
}
