//! Residuals from the points themselves, for lines that explain nearly all of `y`.

use super::EQUAL_RANGE;
use crate::num::Pair;

/// A value of the explanatory `x` and one of `y`.
pub(super) type Point = [f64; 2];

/// A point and, where it is an origin, the slope of the line through it from which `y` is measured.
pub(super) type Tilted = [f64; 3];

/// Returns the residuals of the newest points of two windows in deviations, computed side by side. A
/// window is given by its points and their means.
#[inline(never)]
pub(super) fn two_residuals(windows: [(&[Tilted], Point); 2]) -> [f64; 2] {
    let [(first, [first_x, first_y]), (second, [second_x, second_y])] = windows;
    let (mean_x, mean_y) = (Pair::new([first_x, second_x]), Pair::new([first_y, second_y]));
    // the distances of the two windows' next points from their means
    let distances = || {
        first.iter().zip(second).map(|([first_x, first_y, _], [second_x, second_y, _])| {
            let (x, y) = (Pair::new([*first_x, *second_x]), Pair::new([*first_y, *second_y]));
            (x - mean_x, y - mean_y)
        })
    };
    let (mut xx, mut xy) = (Pair::ZERO, Pair::ZERO);
    for (x, y) in distances() {
        xx = xx + x * x;
        xy = xy + x * y;
    }
    let slopes = xy / xx;
    let (mut squares, mut newest) = (Pair::ZERO, Pair::ZERO);
    let mut low = Pair::new([f64::INFINITY; 2]);
    let mut high = Pair::new([f64::NEG_INFINITY; 2]);
    for (x, y) in distances() {
        newest = y - slopes * x;
        squares = squares + newest * newest;
        low = low.min(newest);
        high = high.max(newest);
    }
    let share = 1.0 / (first.len() as f64 - 2.0);
    let in_deviations = (newest / (squares * Pair::new([share; 2])).sqrt()).lanes();
    let ranges = (high - low).lanes();
    core::array::from_fn(|at| if ranges[at] >= EQUAL_RANGE { in_deviations[at] } else { f64::NAN })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_window_has_the_same_bits_beside_any_other() {
        let mut random = Random::new(11);
        let points: Vec<Tilted> = (0..200)
            .map(|_| {
                let x = random.normal();
                [x, 2.0 * x + 1e-5 * random.normal(), 0.0]
            })
            .collect();
        let of = |place: usize| {
            (&points[place..place + 24], [points[place + 3][0], points[place + 3][1]])
        };
        for place in 0..100 {
            let [first, second] = two_residuals([of(place), of(place + 60)]);
            assert_eq!(first.to_bits(), two_residuals([of(place); 2])[0].to_bits());
            assert_eq!(second.to_bits(), two_residuals([of(place + 60); 2])[1].to_bits());
        }
    }
}
