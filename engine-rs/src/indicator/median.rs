//! Median of the last `w` values.
//!
//! The values of the window hang in one sorted list, and a pointer to its middle moves by one place
//! or not at all as a value leaves and another comes. A value finds its place through a grid of
//! cells, each of which knows its first value: four cells per value over twice the range of the
//! window, so that most cells hold a value or none. The grid is laid anew when values have walked
//! far inside cells, which pays for it. A bar then costs the same whatever the window; only many
//! distinct values crowded into few cells beside far outliers cost more.

use super::rolling::EQUAL_RANGE;
use crate::num::{max, min};

/// Cells of the grid per value of the window.
const CELLS_PER_VALUE: usize = 4;
/// Steps inside cells, per value of the window, after which the grid is laid anew.
const STEPS_PER_VALUE: usize = 4;

/// The median of the last `w` values, one pushed per bar: of an even number of values the mean of
/// the middle two.
#[derive(Debug, Clone)]
pub struct RollingMedian {
    /// One node per value, in the order of time, then the end of the list.
    nodes: Box<[Node]>,
    /// Node of the next value, which is the oldest once the window is full.
    next: usize,
    full: bool,
    /// Node with `(w-1)/2` values before it.
    middle: usize,
    grid: Grid,
}

/// A value in the sorted list. Of equal values the newest comes first.
#[derive(Debug, Clone, Copy)]
struct Node {
    value: f64,
    cell: u32,
    before: u32,
    after: u32,
}

/// Cells of equal width; what lies outside belongs to the outermost ones.
#[derive(Debug, Clone)]
struct Grid {
    low: f64,
    cells_per_unit: f64,
    /// First node of each cell; the end of the list when there is none.
    first: Box<[u32]>,
    /// A bit per cell that has a node.
    occupied: Box<[u64]>,
    /// Steps inside cells since the grid was laid.
    steps: usize,
}

impl RollingMedian {
    /// Returns the median of the last `length` values, at least one.
    pub fn new(length: usize) -> Self {
        let words = (CELLS_PER_VALUE * length).div_ceil(64);
        let end = length as u32;
        let blank = Node {
            value: f64::INFINITY,
            cell: u32::MAX,
            before: end,
            after: end,
        };
        Self {
            nodes: vec![blank; length + 1].into(),
            next: 0,
            full: false,
            middle: length,
            grid: Grid {
                low: 0.0,
                cells_per_unit: 0.0,
                first: vec![end; words * 64].into(),
                occupied: vec![0; words].into(),
                steps: 0,
            },
        }
    }

    /// Takes the newest value and returns the median, once the window is full.
    #[inline]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        let length = self.nodes.len() - 1;
        if self.full {
            if self.grid.steps > STEPS_PER_VALUE * length {
                self.lay();
            }
            self.replace(value);
        } else {
            self.nodes[self.next].value = value;
        }
        self.next += 1;
        if self.next == length {
            self.next = 0;
            if !self.full {
                self.full = true;
                self.lay();
            }
        }
        if !self.full {
            return None;
        }
        let middle = self.nodes[self.middle];
        Some(if length % 2 == 1 {
            middle.value
        } else {
            0.5 * (middle.value + self.nodes[middle.after as usize].value)
        })
    }

    /// Puts a value in the place of the oldest one.
    #[inline]
    fn replace(&mut self, value: f64) {
        let slot = self.next;
        let old = self.nodes[slot];
        let left_before = old.value < self.nodes[self.middle].value;
        let middle = if slot == self.middle {
            old.after as usize
        } else {
            self.middle
        };
        self.unlink(slot);
        let came_before = value <= self.nodes[middle].value;
        self.link(slot, value);
        let node = self.nodes[middle];
        self.middle = match (left_before, came_before) {
            (true, false) => node.after as usize,
            (false, true) => node.before as usize,
            _ => middle,
        };
    }

    #[inline]
    fn unlink(&mut self, slot: usize) {
        let Node {
            cell,
            before,
            after,
            ..
        } = self.nodes[slot];
        self.nodes[before as usize].after = after;
        self.nodes[after as usize].before = before;
        let cell = cell as usize;
        if self.grid.first[cell] == slot as u32 {
            if self.nodes[after as usize].cell == cell as u32 {
                self.grid.first[cell] = after;
            } else {
                self.grid.first[cell] = self.nodes.len() as u32 - 1;
                self.grid.occupied[cell / 64] &= !(1 << (cell % 64));
            }
        }
    }

    /// Hangs a value before the first one that is not smaller.
    #[inline]
    fn link(&mut self, slot: usize, value: f64) {
        let cell = self.grid.cell_of(value);
        let first = self.grid.first[cell];
        let mut after = first as usize;
        if after == self.nodes.len() - 1 {
            after = self.grid.first_after(cell).unwrap_or(first) as usize;
            self.grid.occupied[cell / 64] |= 1 << (cell % 64);
            self.grid.first[cell] = slot as u32;
        } else if value <= self.nodes[after].value {
            self.grid.first[cell] = slot as u32;
        } else {
            while self.nodes[after].value < value {
                after = self.nodes[after].after as usize;
                self.grid.steps += 1;
            }
        }
        let before = self.nodes[after].before;
        self.nodes[slot] = Node {
            value,
            cell: cell as u32,
            before,
            after: after as u32,
        };
        self.nodes[before as usize].after = slot as u32;
        self.nodes[after].before = slot as u32;
    }

    /// Lays the grid around the window and hangs its values anew, oldest first.
    #[inline(never)]
    fn lay(&mut self) {
        let length = self.nodes.len() - 1;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for node in &self.nodes[..length] {
            low = min(low, node.value);
            high = max(high, node.value);
        }
        self.grid.clear(low, high, length as u32);
        (self.nodes[length].before, self.nodes[length].after) = (length as u32, length as u32);
        for slot in (self.next..length).chain(0..self.next) {
            self.link(slot, self.nodes[slot].value);
        }
        self.middle = self.nodes[length].after as usize;
        for _ in 0..(length - 1) / 2 {
            self.middle = self.nodes[self.middle].after as usize;
        }
        self.grid.steps = 0;
    }
}

impl Grid {
    /// Empties the grid and lays it over the range and half of it on either side.
    fn clear(&mut self, low: f64, high: f64, end: u32) {
        let range = max(high - low, EQUAL_RANGE);
        self.low = low - 0.5 * range;
        self.cells_per_unit = self.first.len() as f64 / (2.0 * range);
        self.first.fill(end);
        self.occupied.fill(0);
    }

    #[inline]
    fn cell_of(&self, value: f64) -> usize {
        let cell = ((value - self.low) * self.cells_per_unit) as usize;
        cell.min(self.first.len() - 1)
    }

    /// Returns the first node of the next cell that has one.
    #[inline]
    fn first_after(&self, cell: usize) -> Option<u32> {
        let mut word = cell / 64;
        let mut bits = self.occupied[word] & (u64::MAX << (cell % 64));
        while bits == 0 {
            word += 1;
            bits = *self.occupied.get(word)?;
        }
        Some(self.first[word * 64 + bits.trailing_zeros() as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_median_of_odd_and_even_windows() {
        let values = [5.0, 1.0, 4.0, 2.0, 2.0, 9.0, 9.0, 9.0];
        let mut three = RollingMedian::new(3);
        let seen = values.map(|value| three.push(value));
        let medians = [4.0, 2.0, 2.0, 2.0, 9.0, 9.0].map(Some);
        assert_eq!((&seen[..2], &seen[2..]), (&[None; 2][..], &medians[..]));
        let mut two = RollingMedian::new(2);
        let seen = values.map(|value| two.push(value));
        let medians = [3.0, 2.5, 3.0, 2.0, 5.5, 9.0, 9.0].map(Some);
        assert_eq!((seen[0], &seen[1..]), (None, &medians[..]));
        assert_eq!(RollingMedian::new(1).push(7.0), Some(7.0));
    }

    /// Walks, repeats, jumps, constants, outliers, alternation and few distinct values, each
    /// against a sorted copy of the window.
    #[test]
    fn every_window_agrees_with_its_sorted_copy() {
        let mut random = Random::new(3);
        let mut walk = 0.08;
        let mut next = |at: usize| {
            let draw = random.normal();
            match at / 500 % 6 {
                0 if at % 2 == 0 => walk += 0.001 * draw,
                1 => walk = 0.08,
                2 if at % 90 == 0 => walk += 0.05 * draw,
                2 => walk += 1e-6 * draw,
                3 => {
                    walk = if at % 2 == 0 {
                        0.04
                    } else {
                        0.15 + 1e-5 * draw
                    }
                }
                4 => walk = (20.0 * draw).round() / 20.0,
                5 => walk += 0.002,
                _ => {}
            }
            walk
        };
        let values: Vec<f64> = (0..9_000).map(&mut next).collect();
        for length in [1, 2, 3, 5, 10, 64, 333, 1000] {
            let mut rolling = RollingMedian::new(length);
            for (at, value) in values.iter().enumerate() {
                let median = rolling.push(*value);
                if at + 1 < length {
                    assert_eq!(median, None);
                } else if at % 7 == 0 || length < 64 {
                    let mut window = values[at + 1 - length..=at].to_vec();
                    window.sort_unstable_by(f64::total_cmp);
                    let middle = 0.5 * (window[(length - 1) / 2] + window[length / 2]);
                    assert_eq!(median, Some(middle), "{length} {at}");
                }
            }
        }
    }
}
