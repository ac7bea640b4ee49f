//! Seasons of candidates of a pool.

use super::pool::{Member, Pool};
use crate::draw::Draw;
use arena_engine::internals::season::Ranks;

/// A season: its candidates, and their ranks.
pub(super) struct Played<'p> {
    /// Candidates by number, then Hold and idle.
    pub(super) rows: Vec<&'p Member>,
    pub(super) ranks: Ranks,
}

/// Returns `count` different items, in a random order; all of them where there are fewer.
pub(super) fn chosen<T: Copy>(items: &[T], count: usize, draw: &mut Draw) -> Vec<T> {
    let mut items = items.to_vec();
    let count = count.min(items.len());
    for at in 0..count {
        let other = at + draw.index(items.len() - at);
        items.swap(at, other);
    }
    items.truncate(count);
    items
}

/// Plays a season on `paths` of the hidden paths.
pub(super) fn play<'p>(
    pool: &'p Pool,
    entries: Vec<&'p Member>,
    paths: usize,
    draw: &mut Draw,
) -> Option<Played<'p>> {
    let mut rows = entries;
    rows.extend(&pool.lines);
    let hidden = rows.first().map_or(0, |row| row.hidden.len());
    let columns = chosen(&(0..hidden).collect::<Vec<_>>(), paths, draw);
    let mut utilities = Vec::with_capacity(rows.len() * columns.len());
    for row in &rows {
        utilities.extend(columns.iter().map(|&column| row.hidden[column]));
    }
    let ranks = Ranks::of(&utilities, columns.len())?;
    Some(Played { rows, ranks })
}

impl Played<'_> {
    /// Returns whether any entry is a leader.
    pub(super) fn has_leader(&self) -> bool {
        self.ranks.rows.iter().any(|row| row.is_leader)
    }

    /// Returns the share of kept rows whose rank interval has every place that its true mean, and
    /// those of the others, allow.
    pub(super) fn intervals_that_hold(&self) -> Option<f64> {
        let kept: Vec<usize> =
            (0..self.rows.len()).filter(|&at| self.ranks.rows[at].same_as.is_none()).collect();
        let holds = |&&at: &&usize| {
            let (own, [first, last]) = (self.rows[at], self.ranks.rows[at].interval);
            let count = |is_so: &dyn Fn(f64, f64) -> bool| {
                let others = kept.iter().filter(|&&other| other != at);
                others.filter(|&&other| is_so(self.rows[other].mean, own.mean)).count()
            };
            let (above, below) = (count(&|one, two| one > two), count(&|one, two| one < two));
            first <= 1 + above && last >= kept.len() - below
        };
        let count = kept.iter().filter(holds).count();
        (!kept.is_empty()).then(|| count as f64 / kept.len() as f64)
    }
}
