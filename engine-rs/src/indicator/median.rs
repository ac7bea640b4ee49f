//! Median of the last `w` values.
//!
//! The values are counted in the cells of a grid, and those of a few cells around the middle rank,
//! the core, are kept sorted. A value that leaves or comes outside the core changes two counts; the
//! median then is another place of the core, found by its rank. Where the rank leaves the core, the
//! core takes in the next cell and gives up the farthest. A cell's values hang in a list from the
//! newest to the oldest, so the oldest leaves it by the count alone. So a bar costs the same
//! whatever the window, and hardly a branch depends on the values.
//!
//! (A sorted linked list entered through a grid, tried first, takes as few steps but mispredicts
//! several branches per bar: measured it took two and a half times as long.)

use super::EQUAL_RANGE;
use crate::num::{max, sort};

/// Values per cell of the grid: eight in the cells around the mean of normally distributed values.
const VALUES_PER_CELL: usize = 3;
/// Half the width of the grid, in mean absolute deviations of the window. What lies outside is
/// counted in the outermost cells.
const DEVIATIONS: f64 = 4.0;
/// Values that the core keeps on the far side of the middle when it gives up a cell.
const MARGIN: usize = 4;
/// When the core comes to a cell of more values, the grid is laid anew, at most once per window.
const CROWD: usize = 24;

/// Returns the median of each window of `length` values: of an even number of values the mean of the
/// middle two.
#[inline(never)]
pub fn median(values: &[f64], length: usize) -> Vec<f64> {
    let Some((first, rest)) = values.split_at_checked(length).filter(|_| length > 0) else {
        return Vec::new();
    };
    let mut window = Sorted::new(first);
    let mut medians = Vec::with_capacity(rest.len() + 1);
    medians.push(window.median());
    medians.extend(rest.iter().map(|value| {
        window.replace(*value);
        window.median()
    }));
    medians
}

/// A window as a grid that knows its middle.
struct Sorted {
    /// The values in the order of time.
    slots: Box<[Slot]>,
    /// Slot of the oldest value.
    next: usize,
    /// Ranks of the two middle values, from 0; the same one of an odd number.
    ranks: [usize; 2],
    /// Values since the grid was laid.
    age: usize,
    low: f64,
    cells_per_unit: f64,
    cells: Box<[Cell]>,
    /// Sorted values of the cells `first..end`, and the number of values under them.
    core: Vec<f64>,
    first: usize,
    end: usize,
    under: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    value: f64,
    cell: u32,
    /// Slot of the next older value of the cell, if the cell counts as many.
    older: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    count: u32,
    /// Slot of the newest value.
    newest: u32,
}

impl Sorted {
    fn new(values: &[f64]) -> Self {
        let length = values.len();
        let slot = |value: &f64| Slot { value: *value, ..Slot::default() };
        let mut window = Self {
            slots: values.iter().map(slot).collect(),
            next: 0,
            ranks: [(length - 1) / 2, length / 2],
            age: 0,
            low: 0.0,
            cells_per_unit: 0.0,
            cells: vec![Cell::default(); length / VALUES_PER_CELL + 1].into(),
            core: Vec::with_capacity(length),
            first: 0,
            end: 0,
            under: 0,
        };
        window.lay();
        window
    }

    #[inline]
    fn median(&mut self) -> f64 {
        if self.ranks[0] < self.under || self.ranks[1] >= self.under + self.core.len() {
            self.follow();
        }
        let [lower, upper] = self.ranks.map(|rank| self.core[rank - self.under]);
        0.5 * (lower + upper)
    }

    /// Puts a value in the place of the oldest one.
    #[inline]
    fn replace(&mut self, value: f64) {
        self.age += 1;
        let old = self.slots[self.next];
        let left = old.cell as usize;
        self.cells[left].count -= 1;
        let came = self.count(value, self.next);
        self.under -= usize::from(left < self.first);
        self.under += usize::from(came < self.first);
        let inside = |cell: usize| cell >= self.first && cell < self.end;
        let (leaves, comes) = (inside(left), inside(came));
        if (leaves || comes) && value != old.value {
            self.change((leaves, old.value), (comes, value));
        }
        self.next += 1;
        if self.next == self.slots.len() {
            self.next = 0;
        }
    }

    /// Counts a value in its cell, which it returns.
    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast of a value outside the grid saturates; a window has far fewer than 2^32 bars"
    )]
    fn count(&mut self, value: f64, slot: usize) -> usize {
        let at = ((value - self.low) * self.cells_per_unit) as u32;
        let at = at.min(self.cells.len() as u32 - 1);
        let cell = &mut self.cells[at as usize];
        let older = core::mem::replace(&mut cell.newest, slot as u32);
        cell.count += 1;
        self.slots[slot] = Slot { value, cell: at, older };
        at as usize
    }

    /// Changes the core by a value that leaves, one that comes, or both.
    fn change(&mut self, (leaves, old): (bool, f64), (comes, value): (bool, f64)) {
        let place = |value: f64| self.core.partition_point(|other| *other < value);
        let (from, to) = (place(old), place(value));
        if !comes {
            self.core.remove(from);
        } else if !leaves {
            self.core.insert(to, value);
        } else if from < to {
            self.core.copy_within(from + 1..to, from);
            self.core[to - 1] = value;
        } else {
            self.core.copy_within(to..from, to + 1);
            self.core[to] = value;
        }
    }

    /// Moves the core to where the middle ranks are.
    #[inline(never)]
    fn follow(&mut self) {
        let next = if self.ranks[0] < self.under { self.first - 1 } else { self.end };
        if self.age > self.slots.len() && self.cells[next].count as usize > CROWD {
            return self.lay();
        }
        while self.ranks[0] < self.under {
            self.first -= 1;
            let count = self.take_in(self.first);
            self.core.rotate_right(count);
            self.under -= count;
        }
        while self.ranks[1] >= self.under + self.core.len() {
            self.take_in(self.end);
            self.end += 1;
        }
        loop {
            let count = self.cells[self.first].count as usize;
            if self.ranks[0] < self.under + count + MARGIN {
                break;
            }
            self.core.drain(..count);
            self.under += count;
            self.first += 1;
        }
        loop {
            let rest = self.core.len() - self.cells[self.end - 1].count as usize;
            if self.ranks[1] + MARGIN >= self.under + rest {
                break;
            }
            self.core.truncate(rest);
            self.end -= 1;
        }
    }

    /// Appends a cell's values to the core and returns their number.
    fn take_in(&mut self, cell: usize) -> usize {
        let Cell { count, newest } = self.cells[cell];
        let (from, mut at) = (self.core.len(), newest as usize);
        for _ in 0..count {
            self.core.push(self.slots[at].value);
            at = self.slots[at].older as usize;
        }
        sort::ascending(&mut self.core[from..]);
        count as usize
    }

    /// Lays the grid around the mean of the window and counts its values anew, oldest first.
    #[inline(never)]
    fn lay(&mut self) {
        let values = self.slots.iter().map(|slot| slot.value);
        let share = 1.0 / self.slots.len() as f64;
        let mean = values.clone().sum::<f64>() * share;
        let deviation = values.map(|value| (value - mean).abs()).sum::<f64>() * share;
        let half = max(DEVIATIONS * deviation, EQUAL_RANGE);
        self.low = mean - half;
        self.cells_per_unit = self.cells.len() as f64 / (2.0 * half);
        self.cells.fill(Cell::default());
        for at in (self.next..self.slots.len()).chain(0..self.next) {
            self.count(self.slots[at].value, at);
        }
        self.core.clear();
        (self.age, self.first, self.under) = (0, 0, 0);
        while self.under + self.cells[self.first].count as usize <= self.ranks[0] {
            self.under += self.cells[self.first].count as usize;
            self.first += 1;
        }
        self.end = self.first;
        self.follow();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_median_of_odd_and_even_windows() {
        let values = [5.0, 1.0, 4.0, 2.0, 2.0, 9.0, 9.0, 9.0];
        assert_eq!(median(&values, 3), [4.0, 2.0, 2.0, 2.0, 9.0, 9.0]);
        assert_eq!(median(&values, 2), [3.0, 2.5, 3.0, 2.0, 5.5, 9.0, 9.0]);
        assert_eq!(median(&[7.0], 1), [7.0]);
        assert_eq!(median(&[7.0], 2), [0.0; 0]);
    }

    /// Five hundred bars each of a walk with repeats, a constant, jumps, two levels, few distinct
    /// values and a trend, over and over.
    fn values() -> Vec<f64> {
        let (mut random, mut value) = (Random::new(3), 0.08);
        let mut next = |at: u32| {
            let draw = random.normal();
            value = match (at / 500 % 6, at % 2) {
                (0, 0) => value + 0.001 * draw,
                (1, _) => 0.08,
                (2, _) => value + if at.is_multiple_of(90) { 0.05 } else { 1e-6 } * draw,
                (3, 0) => 0.04,
                (3, _) => 0.15 + 1e-5 * draw,
                (4, _) => (20.0 * draw).round() / 20.0,
                (5, _) => value + 0.002,
                _ => value,
            };
            value
        };
        (0..9_000).map(&mut next).collect()
    }

    #[test]
    fn every_window_agrees_with_its_sorted_copy() {
        let values = values();
        for length in [1, 2, 3, 5, 10, 64, 333, 1000] {
            let medians = median(&values, length);
            assert_eq!(medians.len(), values.len() - length + 1);
            let step = if length < 64 { 1 } else { 7 };
            for (at, found) in medians.iter().enumerate().step_by(step) {
                let mut window = values[at..at + length].to_vec();
                window.sort_unstable_by(f64::total_cmp);
                let middle = 0.5 * (window[(length - 1) / 2] + window[length / 2]);
                assert_eq!(*found, middle, "{length} {at}");
            }
        }
    }
}
