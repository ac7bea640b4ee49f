//! Residual of a rolling least-squares line.

use super::EQUAL_RANGE;
use super::extreme::ranges_if_flat;
use super::recompute::{Point, Tilted, two_residuals};
use super::sliding::{Fold, slide};
use crate::num::Pair;

/// A line explains nearly all of `y` where it leaves no more than this share of its variance:
/// cancellation leaves too little precision in the running sums. Above it they have about ten correct
/// digits.
const NEARLY_ALL: f64 = 1e-4;

/// The share below which the sums say nothing.
const ALL: f64 = 1e-9;

/// Values that may be recomputed for each bar up to the newest, so that a bar costs the same for any
/// window.
const RECOMPUTED_PER_BAR: usize = 4;
/// Fixed cost of recomputing a window, in values.
const RECOMPUTED_PER_WINDOW: usize = 16;

/// Sums over distances from the window's origin, of `y` over those from a line through it.
#[derive(Clone, Copy)]
struct Points {
    /// Sums of `x` and `y`.
    sums: Pair,
    /// Sums of `x*x` and `y*y`.
    squares: Pair,
    products: f64,
}

impl Points {
    /// Fits a line, given the share of a point.
    #[inline(always)]
    fn line(&self, share: f64) -> Line {
        let ([x, y], [xx, yy]) = (self.sums.lanes(), self.squares.lanes());
        let (mean_x, mean_y) = (x * share, y * share);
        let xx = xx - x * mean_x;
        let xy = self.products - x * mean_y;
        let yy = yy - y * mean_y;
        let slope = xy / xx;
        Line { mean_x, mean_y, xx, xy, yy, slope, squares: yy - slope * xy }
    }
}

/// A least squares line, with the sums of squares and products about the means.
struct Line {
    mean_x: f64,
    mean_y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
    slope: f64,
    /// Squares of the residuals.
    squares: f64,
}

impl Fold for Points {
    type Value = Tilted;

    const NOTHING: Self = Self { sums: Pair::ZERO, squares: Pair::ZERO, products: 0.0 };

    /// A line that explained nearly all of an earlier block is subtracted from `y`: the residual does
    /// not change, and the sums can tell apart what is left, as long as the line hardly changes.
    #[inline(always)]
    fn origin([x, y, _]: Tilted, earlier: Self, [.., tilt]: Tilted, length: usize) -> Tilted {
        let Line { xx, xy, yy, slope, squares, .. } = earlier.line(1.0 / length as f64);
        let all = yy + tilt * (xy + xy + tilt * xx);
        let slope = tilt + slope;
        [x, y, if squares <= NEARLY_ALL * all && slope.is_finite() { slope } else { 0.0 }]
    }

    #[inline(always)]
    fn and(self, [x, y, _]: Tilted, [origin_x, origin_y, tilt]: Tilted) -> Self {
        let x = x - origin_x;
        let y = y - origin_y - tilt * x;
        let distances = Pair::new([x, y]);
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
    let points: Vec<Tilted> = xs.iter().zip(ys).map(|(x, y)| [*x, *y, 0.0]).collect();
    let ranges = [xs, ys].map(|values| ranges_if_flat(values, length));
    let count = length as f64;
    let (share, residual_share) = (1.0 / count, 1.0 / (count - 2.0));
    // With a range below 1e-9, the squares are below a quarter of its square per value.
    let equal_squares = 0.5 * EQUAL_RANGE * EQUAL_RANGE * count;
    let cost = length + RECOMPUTED_PER_WINDOW;
    let mut recomputable = RECOMPUTED_PER_BAR * cost;
    // Windows to recompute, each with the means of its points.
    let mut recomputed: Vec<(usize, Point)> = Vec::new();
    let mut residuals = slide::<Points>(&points, length, |window| {
        let Some(place) = (window.at + 1).checked_sub(length) else {
            return f64::NAN;
        };
        if ranges.iter().flatten().any(|ranges| ranges[place] < EQUAL_RANGE) {
            return f64::NAN;
        }
        let Line { mean_x, mean_y, yy, slope, squares, .. } = window.fold.line(share);
        let ([newest_x, newest_y, _], [origin_x, origin_y, tilt]) = (window.newest, window.origin);
        recomputable += RECOMPUTED_PER_BAR;
        if squares <= NEARLY_ALL * yy || squares <= equal_squares {
            if let Some(left) = recomputable.checked_sub(cost) {
                recomputable = left;
                let mean_y = mean_y + origin_y + tilt * mean_x;
                recomputed.push((place, [mean_x + origin_x, mean_y]));
                return f64::NAN;
            }
            if squares <= ALL * yy || squares <= equal_squares {
                return f64::NAN;
            }
        }
        let newest_x = newest_x - origin_x;
        let newest_y = newest_y - origin_y - tilt * newest_x;
        let residual = (newest_y - mean_y) - slope * (newest_x - mean_x);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::transcend::ln;
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
            let points: Vec<Tilted> = (0..3 * length)
                .map(|_| {
                    x += 0.001 * random.normal();
                    [x, 0.02 + 0.8 * x + noise * random.normal(), 0.0]
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

    /// A curve that is nearly a line, whose slope changes from block to block.
    #[test]
    fn a_curve_has_the_residuals_of_its_values() {
        let mut random = Random::new(9);
        let mut level = 0.08_f64;
        let ys: Vec<f64> = (0..4_000)
            .map(|_| {
                level *= 1.0 + 0.003 * random.normal();
                level
            })
            .collect();
        let xs: Vec<f64> = ys.iter().map(|y| ln(*y)).collect();
        let points: Vec<Tilted> = xs.iter().zip(&ys).map(|(x, y)| [*x, *y, 0.0]).collect();
        for length in [5, 24, 60, 480] {
            let found = residual(&xs, &ys, length);
            let exact = points.windows(length).map(|held| {
                let mean = [0, 1].map(|at| held.iter().map(|p| p[at]).sum::<f64>() / length as f64);
                two_residuals([(held, mean); 2])[0]
            });
            for (place, (residual, exact)) in found.iter().zip(exact).enumerate() {
                assert!((residual - exact).abs() < 1e-7, "{length} {place}: {residual} {exact}");
            }
        }
    }

    #[test]
    fn a_line_that_always_explains_all_costs_no_more_and_has_the_same_residuals() {
        let mut random = crate::random::Random::new(4);
        let xs: Vec<f64> = (0..4_000).map(|_| random.normal()).collect();
        let ys: Vec<f64> = xs.iter().map(|x| 2.0 * x + 1e-4 * random.normal()).collect();
        let points: Vec<Tilted> = xs.iter().zip(&ys).map(|(x, y)| [*x, *y, 0.0]).collect();
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
