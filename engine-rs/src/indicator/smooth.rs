//! Averages that move a part of the way to each new value.

use super::EQUAL_RANGE;
use crate::num::{max, min};

/// How an average moves to each new value. Both start from the mean of as many values as they are
/// long.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Average {
    /// `prev + alpha*(v - prev)`, `alpha = 2/(span+1)`.
    Exponential,
    /// That of Wilder (New Concepts in Technical Trading Systems, 1978): `(prev*(n-1) + v)/n`,
    /// computed as `prev + (v - prev)/n`, so that an average of equal values is that value.
    Wilder,
}

impl Average {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exponential => "ema",
            Self::Wilder => "wilder",
        }
    }

    fn share(self, length: usize) -> f64 {
        match self {
            Self::Exponential => 2.0 / (length as f64 + 1.0),
            Self::Wilder => 1.0 / length as f64,
        }
    }
}

/// Returns an exponential average, see [`Average::Exponential`].
pub fn ema(values: &[f64], span: usize) -> Vec<f64> {
    let [average] = smooth([(Average::Exponential, values, span)]);
    average
}

/// Returns Wilder's average, see [`Average::Wilder`].
pub fn wilder(values: &[f64], length: usize) -> Vec<f64> {
    let [average] = smooth([(Average::Wilder, values, length)]);
    average
}

/// Returns several averages, each of some values and of a length. A step of one waits for the step
/// before it, but not for those of the others: together they take hardly longer than one.
#[inline(never)]
pub fn smooth<const N: usize>(all: [(Average, &[f64], usize); N]) -> [Vec<f64>; N] {
    let after_start = |(_, values, length): &(Average, &[f64], usize)| {
        if *length > 0 { values.len().saturating_sub(*length) } else { 0 }
    };
    let together = all.iter().map(after_start).min().unwrap_or(0);
    let shares = all.map(|(average, _, length)| average.share(length));
    let mut columns = all.map(|one| alone(one, together));
    let rests = all.map(|(_, values, _)| &values[values.len() - together..]);
    let slots = columns.each_mut().map(|column| {
        let done = column.len() - together;
        let (done, slots) = column.split_at_mut(done);
        (done.last().copied().unwrap_or_default(), slots)
    });
    let mut averages = slots.each_ref().map(|(last, _)| *last);
    let slots = slots.map(|(_, slots)| &mut slots[..together]);
    for at in 0..together {
        for lane in 0..N {
            averages[lane] += shares[lane] * (rests[lane][at] - averages[lane]);
            slots[lane][at] = averages[lane];
        }
    }
    columns
}

/// Returns an average of which the last numbers, as many as `left`, are yet to be made.
#[inline(never)]
fn alone((average, values, length): (Average, &[f64], usize), left: usize) -> Vec<f64> {
    let Some((head, rest)) = values.split_at_checked(length).filter(|_| length > 0) else {
        return Vec::new();
    };
    let mut column = Vec::with_capacity(rest.len() + 1);
    let (mut last, share) = (seed(head.iter().copied()), average.share(length));
    column.push(last);
    for value in &rest[..rest.len() - left] {
        last += share * (value - last);
        column.push(last);
    }
    column.resize(rest.len() + 1, 0.0);
    column
}

/// Returns what an average starts from: the mean of the first values, by the rule of a window of
/// equal values.
pub(super) fn seed(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    let (count, origin) = (values.len() as f64, values.clone().next().unwrap_or(0.0));
    let (mut distance, mut newest) = (0.0, origin);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values {
        distance += value - origin;
        low = min(low, value);
        high = max(high, value);
        newest = value;
    }
    if high - low < EQUAL_RANGE { newest } else { origin + distance / count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exponential_average_starts_from_the_mean_of_the_first_span() {
        // alpha 1/2; seed (1+2+6)/3 = 3; 3 + (5-3)/2 = 4
        assert_eq!(ema(&[1.0, 2.0, 6.0, 5.0], 3), [3.0, 4.0]);
        assert_eq!(ema(&[3.0, 7.0], 1), [3.0, 7.0]);
    }

    #[test]
    fn wilders_average_moves_by_one_part_in_n() {
        // (2+4)/2 = 3; (3*1 + 5)/2 = 4
        assert_eq!(wilder(&[2.0, 4.0, 5.0], 2), [3.0, 4.0]);
    }

    #[test]
    fn the_seed_of_equal_values_is_the_newest() {
        assert_eq!(ema(&[0.1, 0.1 + 5e-10], 2), [0.1 + 5e-10]);
        assert_eq!(ema(&[0.1; 10], 10), [0.1]);
    }
}
