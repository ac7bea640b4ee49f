//! The best candidates: rows of numbers without duplicates.

use super::candidates::Candidates;
use super::packed::{Reader, Writer};
use crate::sweep::Point;
use core::cmp::Ordering;

/// Places in a row.
const NUMBER: usize = 0;
const MERIT: usize = 1;
const COORDINATES: usize = 2;
/// Rows that are looked at for each wanted one, since duplicates of a candidate count once.
const LOOKED_FOR_EACH: usize = 4;

/// The best candidates by merit, best first, ties by number; of equal coordinates the first.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Best {
    width: usize,
    axes: usize,
    most: usize,
    /// The rows, one after the other: number, merit, coordinates, and figures if they are wide enough.
    rows: Vec<f64>,
}

impl Best {
    pub(super) fn new(width: usize, axes: usize, most: usize) -> Self {
        Self { width, axes, most, rows: Vec::new() }
    }

    /// Adds candidates, given their merits; NaN is no merit.
    pub(super) fn add(&mut self, found: &Candidates<'_>, merits: &[f64]) {
        if self.most == 0 {
            return;
        }
        let worst = self.rows.chunks(self.width).nth(self.most - 1).map(|row| row[MERIT]);
        let least = least_of_best(merits, LOOKED_FOR_EACH.saturating_mul(self.most), worst);
        let mut rows = self.rows_of(found, merits, least);
        if rows.len() < self.most * self.width && worst.is_none_or(|worst| worst < least) {
            rows = self.rows_of(found, merits, worst.unwrap_or(f64::NEG_INFINITY));
        }
        self.merge_rows(&rows);
    }

    /// Returns the best candidates whose merit is at least `least`.
    fn rows_of(&self, found: &Candidates<'_>, merits: &[f64], least: f64) -> Vec<f64> {
        let mut places: Vec<usize> = (0..merits.len()).filter(|at| merits[*at] >= least).collect();
        let by_merit = |one: usize, other: usize| merits[other].total_cmp(&merits[one]);
        let by_coordinates = |one: usize, other: usize| {
            (0..self.axes).map(|axis| found.axis(axis)).fold(Ordering::Equal, |order, column| {
                order.then_with(|| column[one].total_cmp(&column[other]))
            })
        };
        places.sort_unstable_by(|one, other| {
            by_merit(*one, *other).then_with(|| by_coordinates(*one, *other)).then(one.cmp(other))
        });
        places.dedup_by(|one, other| by_coordinates(*one, *other).is_eq());
        places.sort_unstable_by(|one, other| by_merit(*one, *other).then(one.cmp(other)));
        places.truncate(self.most);
        let mut rows = Vec::with_capacity(places.len() * self.width);
        for at in places {
            rows.extend([(found.from + at as u64) as f64, merits[at]]);
            rows.extend((0..self.axes).map(|axis| found.axis(axis)[at]));
            let figures = self.width - COORDINATES - self.axes;
            rows.extend(Point::NAMES[..figures].iter().map(|name| found.figure(name)[at]));
        }
        rows
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.most = self.most.min(other.most);
        self.merge_rows(&other.rows);
    }

    /// Merges rows that are sorted and distinct, like these.
    fn merge_rows(&mut self, other: &[f64]) {
        let end = self.most * self.width;
        let mut merged = Vec::with_capacity(end.min(self.rows.len() + other.len()));
        let mut heads = [&*self.rows, other].map(|rows| rows.chunks(self.width).peekable());
        // The rows of one merit: equal candidates have equal merits.
        let mut run: Vec<&[f64]> = Vec::new();
        while merged.len() < end {
            let merits = heads.each_mut().map(|head| head.peek().map(|row| row[MERIT]));
            let best = merits.into_iter().flatten().fold(f64::NEG_INFINITY, crate::num::max);
            for head in &mut heads {
                run.extend(core::iter::from_fn(|| head.next_if(|row| row[MERIT] == best)));
            }
            if run.is_empty() {
                break;
            }
            if run.len() > 1 {
                let coordinates = COORDINATES..COORDINATES + self.axes;
                let by_coordinates = |one: &[f64], other: &[f64]| {
                    let pairs = one[coordinates.clone()].iter().zip(&other[coordinates.clone()]);
                    pairs.fold(Ordering::Equal, |order, (one, other)| {
                        order.then_with(|| one.total_cmp(other))
                    })
                };
                let by_number = |one: &[f64], other: &[f64]| one[NUMBER].total_cmp(&other[NUMBER]);
                run.sort_unstable_by(|one, other| {
                    by_coordinates(one, other).then_with(|| by_number(one, other))
                });
                run.dedup_by(|one, other| by_coordinates(one, other).is_eq());
                run.sort_unstable_by(|one, other| {
                    by_number(one, other).then_with(|| by_coordinates(one, other))
                });
            }
            run.drain(..).for_each(|row| merged.extend_from_slice(row));
        }
        merged.truncate(end);
        self.rows = merged;
    }

    pub(super) fn pack(&self, writer: &mut Writer) {
        writer.whole((self.rows.len() / self.width) as u64);
        writer.doubles(&self.rows);
    }

    pub(super) fn unpack(
        (width, axes, most): (usize, usize, usize),
        reader: &mut Reader<'_>,
    ) -> Option<Self> {
        let count = reader.size()?;
        let rows = reader.doubles(count.checked_mul(width)?)?;
        (count <= most).then_some(Self { width, axes, most, rows })
    }
}

/// Returns a merit that at least `most` numbers reach, if so many are above the worst one that is kept.
fn least_of_best(merits: &[f64], most: usize, worst: Option<f64>) -> f64 {
    let worst = worst.unwrap_or(f64::NEG_INFINITY);
    let mut above: Vec<f64> = merits.iter().copied().filter(|merit| *merit >= worst).collect();
    if above.len() <= most {
        return worst;
    }
    let (_, least, _) = above.select_nth_unstable_by(most - 1, |one, other| other.total_cmp(one));
    *least
}
