//! Residuals from the points themselves, for lines that explain nearly all of `y`.

use super::EQUAL_RANGE;
use crate::num::Pair;

/// A value of the explanatory `x` and one of `y`.
pub(super) type Point = [f64; 2];

/// Returns the residuals of the newest points of two windows in deviations, computed side by side. A
/// window is given by its points and their means.
#[inline(never)]
pub(super) fn two_residuals(windows: [(&[Point], Point); 2]) -> [f64; 2] {
    let [(first, first_means), (second, second_means)] = windows;
    let means = windows.map(|(_, means)| Pair::new(means));
    let mut sums = [Pair::ZERO; 2];
    for (first, second) in first.iter().zip(second) {
        for ((point, means), sums) in [first, second].into_iter().zip(means).zip(&mut sums) {
            let distances = Pair::new(*point) - means;
            let [x, _] = distances.lanes();
            *sums = *sums + Pair::new([x, x]) * distances;
        }
    }
    let slopes = Pair::new(sums.map(|sums| {
        let [xx, xy] = sums.lanes();
        xy / xx
    }));
    let mean_x = Pair::new([first_means[0], second_means[0]]);
    let mean_y = Pair::new([first_means[1], second_means[1]]);
    let (mut squares, mut newest) = (Pair::ZERO, Pair::ZERO);
    let mut low = Pair::new([f64::INFINITY; 2]);
    let mut high = Pair::new([f64::NEG_INFINITY; 2]);
    for ([first_x, first_y], [second_x, second_y]) in first.iter().zip(second) {
        let (x, y) = (Pair::new([*first_x, *second_x]), Pair::new([*first_y, *second_y]));
        newest = (y - mean_y) - slopes * (x - mean_x);
        squares = squares + newest * newest;
        low = low.min(newest);
        high = high.max(newest);
    }
    let residual_share = 1.0 / (first.len() as f64 - 2.0);
    let (squares, newest, ranges) = (squares.lanes(), newest.lanes(), (high - low).lanes());
    core::array::from_fn(|at| {
        let deviation = (squares[at] * residual_share).sqrt();
        if ranges[at] >= EQUAL_RANGE { newest[at] / deviation } else { f64::NAN }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_window_has_the_same_bits_beside_any_other() {
        let mut random = Random::new(11);
        let points: Vec<Point> = (0..200)
            .map(|_| {
                let x = random.normal();
                [x, 2.0 * x + 1e-5 * random.normal()]
            })
            .collect();
        let of = |place: usize| (&points[place..place + 24], points[place + 3]);
        for place in 0..100 {
            let [first, second] = two_residuals([of(place), of(place + 60)]);
            assert_eq!(first.to_bits(), two_residuals([of(place); 2])[0].to_bits());
            assert_eq!(second.to_bits(), two_residuals([of(place + 60); 2])[1].to_bits());
        }
    }
}
