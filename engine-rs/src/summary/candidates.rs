//! A range of candidates that ran, and how they are judged.

use crate::sweep::Point;

/// The columns of a range of candidates, one after the other, as [`crate::sweep::columns`] returns them.
#[derive(Debug, Clone, Copy)]
pub struct Candidates<'c> {
    /// Number of the first candidate in its stage.
    pub from: u64,
    /// Number of candidates.
    pub rows: usize,
    /// Number of axes.
    pub axes: usize,
    /// The columns.
    pub numbers: &'c [f64],
}

/// A figure with its bounds, both included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Its place in [`Point::NAMES`].
    pub figure: usize,
    /// The smallest that is allowed.
    pub min: f64,
    /// The largest that is allowed.
    pub max: f64,
}

/// Ranks candidates by a figure among those within bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Judge {
    /// Place of the figure in [`Point::NAMES`].
    pub aim: usize,
    /// The bounds.
    pub bounds: Vec<Bounds>,
    /// Seed of the hashes of candidates, which names the base candidate and the axes.
    pub space: u32,
}

impl<'c> Candidates<'c> {
    pub(super) fn axis(&self, axis: usize) -> &'c [f64] {
        self.column(axis)
    }

    pub(super) fn statuses(&self) -> &'c [f64] {
        self.column(self.axes + Point::NAMES.len())
    }

    /// Returns the column of a figure of [`Point::NAMES`].
    pub(super) fn figure(&self, name: &str) -> &'c [f64] {
        let place = Point::NAMES.iter().position(|known| *known == name);
        self.column(self.axes + place.unwrap_or_default())
    }

    fn column(&self, place: usize) -> &'c [f64] {
        &self.numbers[place * self.rows..(place + 1) * self.rows]
    }
}

impl Judge {
    /// Returns the merit of every candidate: the aim, negated where less is better, or NaN for one that
    /// did not run, lacks the figure or is out of bounds.
    pub(super) fn merits(&self, found: &Candidates<'_>) -> Vec<f64> {
        let sign = Point::SIGNS[self.aim];
        let aims = found.column(found.axes + self.aim);
        // Never -0.
        let mut merits: Vec<f64> = aims.iter().map(|aim| sign * aim + 0.0).collect();
        for Bounds { figure, min, max } in &self.bounds {
            let figures = found.column(found.axes + figure);
            for (merit, figure) in merits.iter_mut().zip(figures) {
                if !(min..=max).contains(&figure) {
                    *merit = f64::NAN;
                }
            }
        }
        merits
    }
}
