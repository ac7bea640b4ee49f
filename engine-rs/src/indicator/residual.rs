//! Residual of a rolling least-squares line.

use super::EQUAL_RANGE;
use super::extreme::ranges_if_flat;
use super::recompute::{Point, two_residuals};
use super::sliding::{Fold, slide};
use crate::num::Pair;

/// Residuals are recomputed value by value below this share of the variance of `y`, because
/// cancellation leaves too little precision in the running sums. Above it they have about ten
/// correct digits.
const SUMS_SUFFICE: f64 = 1e-4;

/// Values that may be recomputed for each bar up to the newest, so that a bar costs the same for any
/// window. A line that explains nearly all of `y` for longer is left to [`tilted`].
const RECOMPUTED_PER_BAR: usize = 16;

/// Sums over distances from the window's origin.
#[derive(Clone, Copy)]
struct Points {
    /// Sums of `x` and `y`.
    sums: Pair,
    /// Sums of `x*x` and `y*y`.
    squares: Pair,
    products: f64,
}

impl Fold for Points {
    type Value = Point;

    const NOTHING: Self = Self { sums: Pair::ZERO, squares: Pair::ZERO, products: 0.0 };

    #[inline(always)]
    fn and(self, value: Point, origin: Point) -> Self {
        let distances = Pair::new(value) - Pair::new(origin);
        let [x, y] = distances.lanes();
        Self {
            sums: self.sums + distances,
            squares: self.squares + distances * distances,
            products: self.products + x * y,
        }
    }

    #[inline(always)]
    fn joined(self, later: Self) -> Self {
        Self {
            sums: self.sums + later.sums,
            squares: self.squares + later.squares,
            products: self.products + later.products,
        }
    }
}

/// Returns the residual of the newest point about the ordinary least squares line `y = a + b*x`
/// through each window of `length` points, divided by the deviation of the window's residuals (`n -
/// 2` degrees of freedom). `NaN` if all `x`, all `y` or all residuals of the window are equal to
/// 1e-9. Empty with fewer than three points.
#[inline(never)]
pub fn residual(xs: &[f64], ys: &[f64], length: usize) -> Vec<f64> {
    if length < 3 {
        return Vec::new();
    }
    let count = xs.len().min(ys.len());
    let (xs, ys) = (&xs[xs.len() - count..], &ys[ys.len() - count..]);
    let points: Vec<Point> = xs.iter().zip(ys).map(|(x, y)| [*x, *y]).collect();
    let ranges = [xs, ys].map(|values| ranges_if_flat(values, length));
    let count = length as f64;
    let (share, residual_share) = (1.0 / count, 1.0 / (count - 2.0));
    // With a range below 1e-9, the squares are below a quarter of its square per value.
    let equal_squares = 0.5 * EQUAL_RANGE * EQUAL_RANGE * count;
    let mut recomputable = RECOMPUTED_PER_BAR * length;
    let mut tilted_residuals = None;
    // Windows to recompute, each with the means of its points.
    let mut recomputed: Vec<(usize, Point)> = Vec::new();
    let mut residuals = slide::<Points>(&points, length, |window| {
        let Some(place) = (window.at + 1).checked_sub(length) else {
            return f64::NAN;
        };
        if ranges.iter().flatten().any(|ranges| ranges[place] < EQUAL_RANGE) {
            return f64::NAN;
        }
        let Points { sums, squares, products } = window.fold;
        let ([x, y], [xx, yy]) = (sums.lanes(), squares.lanes());
        let (mean_x, mean_y) = (x * share, y * share);
        let xx = xx - x * mean_x;
        let xy = products - x * mean_y;
        let yy = yy - y * mean_y;
        let slope = xy / xx;
        let squares = yy - slope * xy;
        let ([newest_x, newest_y], [origin_x, origin_y]) = (window.newest, window.origin);
        recomputable += RECOMPUTED_PER_BAR;
        if squares <= SUMS_SUFFICE * yy || squares <= equal_squares {
            let Some(left) = recomputable.checked_sub(length) else {
                return tilted_residuals.get_or_insert_with(|| tilted(&points, length))[place];
            };
            recomputable = left;
            recomputed.push((place, [mean_x + origin_x, mean_y + origin_y]));
            return f64::NAN;
        }
        let residual = (newest_y - origin_y - mean_y) - slope * (newest_x - origin_x - mean_x);
        residual / (squares * residual_share).sqrt()
    });
    for pair in recomputed.chunks(2) {
        let ends = [pair[0], pair[pair.len() - 1]];
        let windows = ends.map(|(place, means)| (&points[place..place + length], means));
        for ((place, _), residual) in ends.iter().zip(two_residuals(windows)) {
            residuals[*place] = residual;
        }
    }
    residuals
}

/// Points less the line of the block before, whose slope the origin has.
#[derive(Clone, Copy)]
struct Tilted(Points);

impl Fold for Tilted {
    type Value = [f64; 3];

    const NOTHING: Self = Self(Points::NOTHING);

    #[inline(always)]
    fn and(self, [x, y, _]: [f64; 3], [origin_x, origin_y, slope]: [f64; 3]) -> Self {
        let (x, y) = (x - origin_x, y - origin_y);
        Self(self.0.and([x, y - slope * x], [0.0; 2]))
    }

    #[inline(always)]
    fn joined(self, later: Self) -> Self {
        Self(self.0.joined(later.0))
    }
}

/// Computes the residuals of windows in which a line explains nearly all of `y`. The residual does
/// not change when a line is subtracted from `y`: that of the block before leaves what the sums can
/// tell apart, as long as the line hardly changes from block to block. `NaN` where it does.
#[inline(never)]
fn tilted(points: &[Point], length: usize) -> Vec<f64> {
    const SUMS_SUFFICE_HERE: f64 = 1e-9;
    let mut values: Vec<[f64; 3]> = points.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
    for block in 1..=(points.len() - 1) / length {
        let before = &points[(block - 1) * length..block * length];
        let middle = |at: usize| {
            before[0][at]
                + before.iter().map(|point| point[at] - before[0][at]).sum::<f64>() / length as f64
        };
        let slope = slope_of(before, [middle(0), middle(1)]);
        values[block * length][2] = if slope.is_finite() { slope } else { 0.0 };
    }
    let count = length as f64;
    let (share, residual_share) = (1.0 / count, 1.0 / (count - 2.0));
    let equal_squares = 0.5 * EQUAL_RANGE * EQUAL_RANGE * count;
    slide::<Tilted>(&values, length, |window| {
        let Tilted(Points { sums, squares, products }) = window.fold;
        let ([x, y], [xx, yy]) = (sums.lanes(), squares.lanes());
        let (mean_x, mean_y) = (x * share, y * share);
        let xx = xx - x * mean_x;
        let xy = products - x * mean_y;
        let yy = yy - y * mean_y;
        let slope = xy / xx;
        let squares = yy - slope * xy;
        let ([newest_x, newest_y, _], [origin_x, origin_y, tilt]) = (window.newest, window.origin);
        if squares <= SUMS_SUFFICE_HERE * yy || squares <= equal_squares {
            return f64::NAN;
        }
        let newest_x = newest_x - origin_x;
        let residual =
            (newest_y - origin_y - tilt * newest_x - mean_y) - slope * (newest_x - mean_x);
        residual / (squares * residual_share).sqrt()
    })
}

/// Returns the slope of the least squares line through points about their means.
fn slope_of(points: &[Point], [mean_x, mean_y]: Point) -> f64 {
    let (mut xx, mut xy) = (0.0, 0.0);
    for [x, y] in points {
        let (x, y) = (x - mean_x, y - mean_y);
        xx += x * x;
        xy += x * y;
    }
    xy / xx
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn of_points(points: [Point; 4]) -> f64 {
        residual(&points.map(|[x, _]| x), &points.map(|[_, y]| y), 4)[0]
    }

    #[test]
    fn the_residual_is_measured_in_deviations() {
        // x 0 1 2 3, y 0 1 2 7: means 1.5 and 2.5, xx 5, xy 11, slope 2.2;
        // residuals 0.8, -0.4, -1.6, 1.2: squares 0.64+0.16+2.56+1.44 = 4.8, over 2 degrees 2.4
        let seen = of_points([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 7.0]]);
        // a dozen rounding errors of numbers of size one
        assert!((seen - 1.2 / 2.4_f64.sqrt()).abs() < 1e-14);
    }

    #[test]
    fn equal_values_and_equal_residuals_are_undefined() {
        let wave = [0.3, 0.1, 0.2, 0.1];
        assert!(of_points(wave.map(|v| [0.1, v])).is_nan());
        assert!(of_points(wave.map(|v| [v, 0.1])).is_nan());
        assert!(of_points(wave.map(|v| [v, 0.7 * v + 0.01])).is_nan());
        // residuals of about 1e-8 differ, those of 1e-10 are equal
        let near = |size: f64| {
            let mut sign = 1.0;
            of_points(wave.map(|v| {
                sign = -sign;
                [v, 0.7 * v + size * sign]
            }))
        };
        assert!(near(1e-10).is_nan());
        assert!(!near(1e-8).is_nan());
    }

    /// Sums and values agree to ten digits on both sides of the threshold.
    #[test]
    fn running_sums_agree_with_the_values() {
        let mut random = Random::new(7);
        for (length, noise) in [(20, 1e-2), (480, 1e-3), (480, 1.2e-4), (1440, 1e-3)] {
            let mut x = 0.05;
            let points: Vec<Point> = (0..3 * length)
                .map(|_| {
                    x += 0.001 * random.normal();
                    [x, 0.02 + 0.8 * x + noise * random.normal()]
                })
                .collect();
            let [xs, ys] = [0, 1].map(|one| points.iter().map(|p| p[one]).collect::<Vec<_>>());
            let numbers = residual(&xs, &ys, length);
            assert_eq!(numbers.len(), 2 * length + 1);
            for (number, held) in numbers.iter().zip(points.windows(length)) {
                let mean = |one: usize| held.iter().map(|p| p[one]).sum::<f64>() / length as f64;
                let [exact, _] = two_residuals([(held, [mean(0), mean(1)]); 2]);
                assert!((number - exact).abs() < 1e-9, "{length} {noise}");
            }
        }
    }

    #[test]
    fn a_line_that_always_explains_all_costs_no_more_and_has_the_same_residuals() {
        let mut random = crate::random::Random::new(4);
        let xs: Vec<f64> = (0..4_000).map(|_| random.normal()).collect();
        let ys: Vec<f64> = xs.iter().map(|x| 2.0 * x + 1e-4 * random.normal()).collect();
        let points: Vec<Point> = xs.iter().zip(&ys).map(|(x, y)| [*x, *y]).collect();
        for length in [16, 500] {
            let found = residual(&xs, &ys, length);
            assert_eq!(found.len(), 4_001 - length);
            for (place, residual) in found.iter().enumerate().step_by(97) {
                let held = &points[place..place + length];
                let mean = [0, 1].map(|at| held.iter().map(|p| p[at]).sum::<f64>() / length as f64);
                let [exact, _] = two_residuals([(held, mean); 2]);
                assert!((residual - exact).abs() < 1e-7, "{length} {place}");
            }
        }
    }
}
