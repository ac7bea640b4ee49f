//! Residual of a rolling least-squares line.

use super::rolling::EQUAL_RANGE;
use super::sliding::{Fold, Sliding};
use crate::num::{max, min};

/// Residuals are recomputed value by value when they are less than this share of the variance of
/// `y`: what the running sums leave of it after cancelling is then too coarse. Above it they carry
/// about ten digits.
const SUMS_SUFFICE: f64 = 1e-4;

/// The line `y = a + b*x` through the last `w` pairs, by ordinary least squares.
#[derive(Debug, Clone)]
pub struct RollingResidual {
    sliding: Sliding<Pairs>,
    /// One over the number of pairs, and one over the degrees of freedom.
    share: f64,
    residual_share: f64,
    /// Squares of residuals that may all be equal: a range under 1e-9 has squares under a quarter of
    /// its own square per value.
    equal_squares: f64,
}

/// A pair of values; `x` explains `y`.
#[derive(Debug, Clone, Copy)]
struct Pair {
    x: f64,
    y: f64,
}

/// Sums over distances from the window's origin, and the ranges.
#[derive(Debug, Clone, Copy)]
struct Pairs {
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
    low: Pair,
    high: Pair,
}

impl Fold for Pairs {
    type Value = Pair;

    const NOTHING: Self = Self {
        x: 0.0,
        y: 0.0,
        xx: 0.0,
        xy: 0.0,
        yy: 0.0,
        low: Pair { x: f64::INFINITY, y: f64::INFINITY },
        high: Pair { x: f64::NEG_INFINITY, y: f64::NEG_INFINITY },
    };

    #[inline]
    fn and(self, value: Pair, origin: Pair) -> Self {
        let (x, y) = (value.x - origin.x, value.y - origin.y);
        Self {
            x: self.x + x,
            y: self.y + y,
            xx: self.xx + x * x,
            xy: self.xy + x * y,
            yy: self.yy + y * y,
            low: self.low.lowest(value),
            high: self.high.highest(value),
        }
    }

    #[inline]
    fn joined(self, later: Self) -> Self {
        Self {
            x: self.x + later.x,
            y: self.y + later.y,
            xx: self.xx + later.xx,
            xy: self.xy + later.xy,
            yy: self.yy + later.yy,
            low: self.low.lowest(later.low),
            high: self.high.highest(later.high),
        }
    }
}

impl Pair {
    #[inline]
    fn lowest(self, other: Self) -> Self {
        Self { x: min(self.x, other.x), y: min(self.y, other.y) }
    }

    #[inline]
    fn highest(self, other: Self) -> Self {
        Self { x: max(self.x, other.x), y: max(self.y, other.y) }
    }
}

impl RollingResidual {
    /// Returns the line of the last `length` pairs, at least three.
    pub fn new(length: usize) -> Self {
        let count = length as f64;
        Self {
            sliding: Sliding::new(length, Pair { x: 0.0, y: 0.0 }),
            share: 1.0 / count,
            residual_share: 1.0 / (count - 2.0),
            equal_squares: 0.5 * EQUAL_RANGE * EQUAL_RANGE * count,
        }
    }

    /// Takes the newest pair and returns its residual over the deviation of the window's residuals
    /// (`n - 2` degrees of freedom), once the window is full. `None` where there is no such number:
    /// all `x`, all `y` or all residuals of the window are equal to 1e-9.
    #[inline]
    pub fn push(&mut self, x: f64, y: f64) -> Option<f64> {
        let sums = self.sliding.push(Pair { x, y })?;
        let (low, high) = (sums.low, sums.high);
        if high.x - low.x < EQUAL_RANGE || high.y - low.y < EQUAL_RANGE {
            return None;
        }
        let origin = self.sliding.origin();
        let (mean_x, mean_y) = (sums.x * self.share, sums.y * self.share);
        let xx = sums.xx - sums.x * mean_x;
        let xy = sums.xy - sums.x * mean_y;
        let yy = sums.yy - sums.y * mean_y;
        let slope = xy / xx;
        let squares = yy - slope * xy;
        if squares <= SUMS_SUFFICE * yy || squares <= self.equal_squares {
            return self.value_by_value(mean_x + origin.x, mean_y + origin.y);
        }
        let residual = (y - origin.y - mean_y) - slope * (x - origin.x - mean_x);
        Some(residual / (squares * self.residual_share).sqrt())
    }

    /// The same number from the values themselves, for lines that fit nearly all of `y`.
    #[inline(never)]
    fn value_by_value(&self, mean_x: f64, mean_y: f64) -> Option<f64> {
        let (mut xx, mut xy) = (0.0, 0.0);
        for pair in self.sliding.values() {
            let (x, y) = (pair.x - mean_x, pair.y - mean_y);
            xx += x * x;
            xy += x * y;
        }
        let slope = xy / xx;
        let (mut squares, mut newest) = (0.0, 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for pair in self.sliding.values() {
            newest = (pair.y - mean_y) - slope * (pair.x - mean_x);
            squares += newest * newest;
            low = min(low, newest);
            high = max(high, newest);
        }
        let deviation = (squares * self.residual_share).sqrt();
        (high - low >= EQUAL_RANGE).then(|| newest / deviation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_newest_residual_in_deviations() {
        // x 0 1 2 3, y 0 1 2 7: means 1.5 and 2.5, xx 5, xy 11, slope 2.2;
        // residuals 0.8, -0.4, -1.6, 1.2: squares 0.64+0.16+2.56+1.44 = 4.8, over 2 degrees 2.4
        let mut line = RollingResidual::new(4);
        let seen = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 7.0)].map(|(x, y)| line.push(x, y));
        assert_eq!(seen[..3], [None; 3]);
        // rounding of a dozen operations on numbers of size one
        assert!((seen[3].unwrap() - 1.2 / 2.4_f64.sqrt()).abs() < 1e-14);
    }

    #[test]
    fn equal_values_and_equal_residuals_have_no_number() {
        let number = |pairs: [(f64, f64); 4]| {
            let mut line = RollingResidual::new(4);
            pairs.map(|(x, y)| line.push(x, y))[3]
        };
        let wave = [0.3, 0.1, 0.2, 0.1];
        assert_eq!(number(wave.map(|v| (0.1, v))), None);
        assert_eq!(number(wave.map(|v| (v, 0.1))), None);
        assert_eq!(number(wave.map(|v| (v, 0.7 * v + 0.01))), None);
        // residuals of about 1e-8 are numbers, those of 1e-10 are equal
        let near = |size: f64| {
            let mut sign = 1.0;
            number(wave.map(|v| {
                sign = -sign;
                (v, 0.7 * v + size * sign)
            }))
        };
        assert_eq!(near(1e-10), None);
        assert!(near(1e-8).is_some());
    }

    /// The sums and the values agree to ten digits on either side of the threshold between them.
    #[test]
    fn sums_agree_with_the_values() {
        let mut random = Random::new(7);
        for (length, noise) in [(20, 1e-2), (480, 1e-3), (480, 1.2e-4), (1440, 1e-3)] {
            let mut line = RollingResidual::new(length);
            let mut x = 0.05;
            for _ in 0..3 * length {
                x += 0.001 * random.normal();
                let y = 0.02 + 0.8 * x + noise * random.normal();
                let Some(number) = line.push(x, y) else {
                    continue;
                };
                let count = length as f64;
                let mean_x = line.sliding.values().map(|pair| pair.x).sum::<f64>() / count;
                let mean_y = line.sliding.values().map(|pair| pair.y).sum::<f64>() / count;
                let exact = line.value_by_value(mean_x, mean_y).unwrap();
                assert!((number - exact).abs() < 1e-9, "{length} {noise}");
            }
        }
    }
}
