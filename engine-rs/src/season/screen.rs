//! Bounds that decide most comparisons of two rows from their first paths.
//!
//! The paths of a chunk are compared one by one, and those after it bounded by the lengths of their
//! rests. Whatever is close is left to the sums of the rules, so no figure depends on the order here.

use super::difference::mean;
use super::rows::Rows;

/// Paths that are compared before the bounds are asked again.
const CHUNK: usize = 32;
/// Sums that are added side by side.
const LANES: usize = 8;
/// Lengths this close to a limit, relative, are not decided.
const NEAR: f64 = 1e-6;
/// Correlations this close to a limit are not decided.
const NEAR_CORRELATION: f64 = 1e-9;

/// The kept rows and their rests: the differences from the line on each path, less the mean of these.
/// A row is named by its place among the kept ones.
pub(super) struct Screen<'a> {
    pub(super) rows: Rows<'a>,
    pub(super) kept: &'a [usize],
    /// The first chunk of each row, then the second of each; zeros follow the last path.
    rests: Vec<[f64; CHUNK]>,
    /// Root of the sum of squares of the rests from a chunk on, in the order of `rests`, and of no
    /// chunk: 0.
    lengths: Vec<f64>,
    /// Largest error of a length, and of the root of paths times a mean.
    errors: Vec<f64>,
}

impl<'a> Screen<'a> {
    /// Computes the rests of the rows at `kept`.
    pub(super) fn of(rows: Rows<'a>, kept: &'a [usize], line: usize) -> Self {
        let (count, chunks) = (kept.len(), rows.paths.div_ceil(CHUNK));
        let mut screen = Self {
            rows,
            kept,
            rests: vec![[0.0; CHUNK]; chunks * count],
            lengths: vec![0.0; (chunks + 1) * count],
            errors: Vec::with_capacity(count),
        };
        let (line, paths) = (rows.row(line), rows.paths as f64);
        for (place, &at) in kept.iter().enumerate() {
            let row = rows.row(at);
            let leads: Vec<f64> = row.iter().zip(line).map(|(one, line)| one - line).collect();
            let mean = mean(&leads);
            for (chunk, leads) in leads.chunks(CHUNK).enumerate() {
                for (rest, lead) in screen.rests[chunk * count + place].iter_mut().zip(leads) {
                    *rest = lead - mean;
                }
            }
            let mut squares = 0.0;
            for chunk in (0..chunks).rev() {
                let rests = &screen.rests[chunk * count + place];
                squares += sum(rests, &[0.0; CHUNK], squared_distance);
                screen.lengths[chunk * count + place] = squares.sqrt();
            }
            let sizes: f64 = row.iter().zip(line).map(|(one, line)| one.abs() + line.abs()).sum();
            screen.errors.push(1e-15 * paths * paths.sqrt() * sizes);
        }
        screen
    }

    /// Returns the sum of the squares of a row, in the order of the paths.
    pub(super) fn squares(&self, place: usize) -> f64 {
        self.product(place, place)
    }

    /// Returns the sum of the products of two rows, in the order of the paths.
    pub(super) fn product(&self, one: usize, other: usize) -> f64 {
        let mut sum = 0.0;
        for chunk in self.rests.chunks_exact(self.kept.len()) {
            for (one, other) in chunk[one].iter().zip(&chunk[other]) {
                sum += one * other;
            }
        }
        sum
    }

    /// Returns whether the root of the sum of squares of the differences of two rows is surely below
    /// a limit, or surely above it.
    pub(super) fn is_below(&self, one: usize, other: usize, limit: f64) -> Option<bool> {
        let error = NEAR * limit + self.errors[one] + self.errors[other];
        let (least, most) = (limit - error, limit + error);
        let count = self.kept.len();
        let mut squares = 0.0;
        for (at, lengths) in self.lengths.chunks_exact(count).enumerate() {
            let (own, others) = (lengths[one], lengths[other]);
            if squares + (own - others) * (own - others) > most * most {
                return Some(false);
            }
            if least > 0.0 && squares + (own + others) * (own + others) < least * least {
                return Some(true);
            }
            let chunk = self.rests[at * count..].get(..count)?;
            squares += sum(&chunk[one], &chunk[other], squared_distance);
        }
        None
    }

    /// Returns whether the correlation of two rows is surely below a limit.
    pub(super) fn correlates_less(&self, one: usize, other: usize, limit: f64) -> bool {
        let size = self.lengths[one] * self.lengths[other];
        let least = (limit - NEAR_CORRELATION) * size;
        let count = self.kept.len();
        let rests = self.rests.chunks_exact(count);
        let mut product = 0.0;
        for (chunk, lengths) in rests.zip(self.lengths[count..].chunks_exact(count)) {
            product += sum(&chunk[one], &chunk[other], |one, other| one * other);
            if product + lengths[one] * lengths[other] < least {
                return true;
            }
        }
        false
    }
}

fn squared_distance(one: f64, other: f64) -> f64 {
    (one - other) * (one - other)
}

/// Returns the sum of a figure of two numbers over the paths of a chunk. Iterators over whole lanes
/// become vector instructions; the same sum by index is one lane at a time and four times slower.
#[inline(always)]
fn sum(one: &[f64; CHUNK], other: &[f64; CHUNK], of: impl Fn(f64, f64) -> f64) -> f64 {
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += of(*one, *other);
        }
    }
    sums.iter().sum()
}
