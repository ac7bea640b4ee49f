//! The best candidates: rows of numbers without duplicates.

use super::candidates::Candidates;
use super::order::{Pair, sort, total_order};
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
    pub(super) width: usize,
    axes: usize,
    most: usize,
    /// The rows, one after the other: number, merit, coordinates, and figures if they are wide enough.
    pub(super) rows: Vec<f64>,
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
        let mut places: Vec<Pair> = (0..merits.len())
            .filter(|at| merits[*at] >= least)
            .map(|at| (!total_order(merits[at]), at as u64))
            .collect();
        let by_coordinates = |(_, one): Pair, (_, other): Pair| {
            (0..self.axes).map(|axis| found.axis(axis)).fold(Ordering::Equal, |order, column| {
                order.then_with(|| column[place(one)].total_cmp(&column[place(other)]))
            })
        };
        sort(&mut places, &|one, other| {
            one.0.cmp(&other.0).then_with(|| by_coordinates(one, other)).then(one.1.cmp(&other.1))
        });
        places.dedup_by(|one, other| by_coordinates(*one, *other).is_eq());
        sort(&mut places, &|one, other| one.cmp(&other));
        places.truncate(self.most);
        let mut rows = Vec::with_capacity(places.len() * self.width);
        for at in places.into_iter().map(|(_, at)| place(at)) {
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
        let (width, end) = (self.width, self.most * self.width);
        let own = self.rows.len() / width;
        // Places of rows: first these, then the others.
        let row = |at: usize| {
            let (rows, at) = if at < own { (&*self.rows, at) } else { (other, at - own) };
            &rows[at * width..(at + 1) * width]
        };
        let by_coordinates = |(_, one): Pair, (_, other): Pair| {
            let coordinates = |at: u64| row(place(at))[COORDINATES..COORDINATES + self.axes].iter();
            let pairs = coordinates(one).zip(coordinates(other));
            pairs.fold(Ordering::Equal, |order, (one, other)| {
                order.then_with(|| one.total_cmp(other))
            })
        };
        let mut merged = Vec::with_capacity(end.min(self.rows.len() + other.len()));
        let mut heads = [0..own, own..own + other.len() / width];
        // The rows of one merit: equal candidates have equal merits.
        let mut run: Vec<Pair> = Vec::new();
        while merged.len() < end {
            let merits =
                heads.iter().filter(|head| !head.is_empty()).map(|it| row(it.start)[MERIT]);
            let best = merits.fold(f64::NEG_INFINITY, crate::num::max);
            for head in &mut heads {
                let count = head.clone().take_while(|at| row(*at)[MERIT] == best).count();
                run.extend(
                    head.by_ref().take(count).map(|at| (total_order(row(at)[NUMBER]), at as u64)),
                );
            }
            if run.is_empty() {
                break;
            }
            if run.len() > 1 {
                sort(&mut run, &|one, other| by_coordinates(one, other).then(one.cmp(&other)));
                run.dedup_by(|one, other| by_coordinates(*one, *other).is_eq());
                sort(&mut run, &|one, other| {
                    one.0.cmp(&other.0).then_with(|| by_coordinates(one, other))
                });
            }
            run.drain(..).for_each(|(_, at)| merged.extend_from_slice(row(place(at))));
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

/// Returns the place of a row in memory.
#[allow(clippy::cast_possible_truncation, reason = "a place in a list")]
fn place(at: u64) -> usize {
    at as usize
}

/// Returns a merit that at least `most` numbers reach, if so many are above the worst one that is kept.
fn least_of_best(merits: &[f64], most: usize, worst: Option<f64>) -> f64 {
    let worst = worst.unwrap_or(f64::NEG_INFINITY);
    let above = merits.iter().enumerate().filter(|(_, merit)| **merit >= worst);
    let mut order: Vec<Pair> = above.map(|(at, merit)| (total_order(*merit), at as u64)).collect();
    if order.len() <= most {
        return worst;
    }
    sort(&mut order, &|one, other| one.cmp(&other));
    merits[place(order[order.len() - most].1)]
}
