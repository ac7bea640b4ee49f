//! Count, sum, and sum of squares of merits, all exact, so that they do not depend on an order.

use super::packed::{Reader, Writer};
use crate::num::clamp;

/// Parts of 1 that a sum counts: 2^64.
pub(super) const PARTS: f64 = 18_446_744_073_709_552_000.0;
/// Merits beyond this count as this: 2^40. So no sum of less than 2^23 of the largest overflows.
const MERIT_MAX: f64 = 1_099_511_627_776.0;

/// The merit of a candidate that has one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Merit {
    /// Row of the candidate.
    pub(super) row: usize,
    pub(super) value: f64,
    /// The merit in parts of 1: exact from 2^-11 on; smaller ones lose what is under 2^-64.
    pub(super) parts: i128,
}

impl Merit {
    /// Returns those of the merits that are numbers.
    pub(super) fn all(merits: &[f64]) -> Vec<Self> {
        let known = merits.iter().enumerate().filter(|(_, merit)| !merit.is_nan());
        known.map(|(row, merit)| Self { row, value: *merit, parts: parts_of(*merit) }).collect()
    }
}

#[allow(clippy::cast_possible_truncation, reason = "under 2^105")]
fn parts_of(merit: f64) -> i128 {
    (clamp(merit, -MERIT_MAX, MERIT_MAX) * PARTS) as i128
}

/// Exact sums of merits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moments {
    pub(super) count: u64,
    pub(super) min: f64,
    pub(super) max: f64,
    /// In parts of 1.
    sum: i128,
    /// In squared parts: the lower and the upper half of 256 bits.
    squares: (u128, u128),
}

impl Default for Moments {
    fn default() -> Self {
        let (min, max) = (f64::INFINITY, f64::NEG_INFINITY);
        Self { count: 0, min, max, sum: 0, squares: (0, 0) }
    }
}

impl Moments {
    pub(super) fn add(&mut self, Merit { value, parts, .. }: Merit) {
        let squares = square(parts.unsigned_abs());
        self.merge(&Self { count: 1, min: value, max: value, sum: parts, squares });
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.min = crate::num::min(self.min, other.min);
        self.max = crate::num::max(self.max, other.max);
        self.sum = self.sum.wrapping_add(other.sum);
        self.squares = sum(self.squares, other.squares);
    }

    /// Returns the mean, and the sum of the squared distances from it; 0 only if all are equal.
    pub(super) fn mean_and_squares(&self) -> (f64, f64) {
        if self.count == 0 {
            return (0.0, 0.0);
        }
        let count = self.count as f64;
        let apart = if self.min == self.max { 0.0 } else { self.apart() / count / PARTS / PARTS };
        (self.sum as f64 / PARTS / count, apart)
    }

    /// Returns the count times the sum of squares less the square of the sum, rounded once.
    #[allow(clippy::cast_possible_truncation, reason = "words of a longer number")]
    fn apart(&self) -> f64 {
        const WORDS: usize = 5;
        let (low, high) = self.squares;
        let squares = [low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64];
        let (low, high) = square(self.sum.unsigned_abs());
        let sum = [low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64, 0];
        let (mut words, mut carry, mut borrow) = ([0_u64; WORDS], 0_u128, false);
        for (at, word) in words.iter_mut().enumerate() {
            let part = squares.get(at).map_or(0, |word| u128::from(*word) * u128::from(self.count));
            carry += part;
            let (less, under) = (carry as u64).overflowing_sub(sum[at]);
            let (less, under_too) = less.overflowing_sub(u64::from(borrow));
            (*word, borrow, carry) = (less, under || under_too, carry >> 64);
        }
        let Some(top) = words.iter().rposition(|word| *word != 0) else { return 0.0 };
        let zeros = words[top].leading_zeros();
        let below = top.checked_sub(1).map_or(0, |at| words[at]);
        let joined = (u128::from(words[top]) << 64 | u128::from(below)) << zeros;
        // The bits that are left out only say on which side of a half the number is.
        let is_more =
            joined as u64 != 0 || words[..top.saturating_sub(1)].iter().any(|one| *one > 0);
        let mut number = ((joined >> 64) as u64 | u64::from(is_more)) as f64;
        for _ in 0..top {
            number *= PARTS;
        }
        number / (1_u64 << zeros) as f64
    }

    pub(super) fn pack(&self, writer: &mut Writer) {
        writer.whole(self.count);
        writer.doubles(&[self.min, self.max]);
        writer.wide(self.sum.cast_unsigned());
        writer.wide(self.squares.0);
        writer.wide(self.squares.1);
    }

    pub(super) fn unpack(reader: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            count: reader.whole()?,
            min: reader.double()?,
            max: reader.double()?,
            sum: reader.wide()?.cast_signed(),
            squares: (reader.wide()?, reader.wide()?),
        })
    }
}

/// Returns the square of a number under 2^127.
fn square(number: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (low, high) = (number & LOW, number >> 64);
    let cross = low * high;
    sum((low * low, high * high), (cross << 65, cross >> 63))
}

fn sum(one: (u128, u128), other: (u128, u128)) -> (u128, u128) {
    let (low, carry) = one.0.overflowing_add(other.0);
    (low, one.1.wrapping_add(other.1).wrapping_add(u128::from(carry)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_all_its_bits() {
        assert_eq!(square(3), (9, 0));
        assert_eq!(square(1 << 64), (0, 1));
        // (2^70 + 1)^2 is 2^140 + 2^71 + 1.
        assert_eq!(square((1 << 70) + 1), ((1 << 71) + 1, 1 << 12));
    }

    #[test]
    fn sums_do_not_depend_on_the_order_where_those_of_doubles_do() {
        let merits = [1e9, 1e-7, -1e9, 0.1, 0.2, 0.3, -104.25];
        let forth = merits.iter().fold(0.0, |sum, merit| sum + merit);
        let back = merits.iter().rev().fold(0.0, |sum, merit| sum + merit);
        assert_ne!(forth, back);
        let all = |merits: &[f64]| {
            let mut moments = Moments::default();
            for merit in Merit::all(merits) {
                moments.add(merit);
            }
            moments
        };
        let reversed: Vec<f64> = merits.iter().rev().copied().collect();
        assert_eq!(all(&merits), all(&reversed));
        assert_eq!(parts_of(-104.25), -((417 << 64) / 4));
    }
}
