//! Mean and deviation of the last `w` values.

use super::EQUAL_RANGE;
use super::each;
use super::extreme::ranges_if_flat;
use super::sliding::{Fold, Window, slide};

/// Sum of the distances from the window's origin.
#[derive(Clone, Copy)]
struct Distance(f64);

/// The same, with the sum of their squares.
#[derive(Clone, Copy)]
struct Moments {
    distance: f64,
    squares: f64,
}

impl Fold for Distance {
    type Value = f64;

    const NOTHING: Self = Self(0.0);

    #[inline(always)]
    fn and(self, value: f64, origin: f64) -> Self {
        Self(self.0 + (value - origin))
    }

    #[inline(always)]
    fn joined(self, later: Self) -> Self {
        Self(self.0 + later.0)
    }
}

impl Fold for Moments {
    type Value = f64;

    const NOTHING: Self = Self { distance: 0.0, squares: 0.0 };

    #[inline(always)]
    fn and(self, value: f64, origin: f64) -> Self {
        let distance = value - origin;
        Self { distance: self.distance + distance, squares: self.squares + distance * distance }
    }

    #[inline(always)]
    fn joined(self, later: Self) -> Self {
        Self { distance: self.distance + later.distance, squares: self.squares + later.squares }
    }
}

/// Returns the mean of each window of `length` values; for a flat window the newest value.
#[inline(never)]
pub fn mean(values: &[f64], length: usize) -> Vec<f64> {
    let share = 1.0 / length as f64;
    let mut means =
        slide::<Distance>(values, length, |window| window.origin + window.fold.0 * share);
    set_where_flat(&mut means, values, length, None);
    means
}

/// Returns the sample deviation of each window of `length` values; 0 for a flat window.
#[inline(never)]
pub fn deviation(values: &[f64], length: usize) -> Vec<f64> {
    let (distances, variances) = spread(values, length);
    let mut deviations = each([&distances, &variances], |[_, variance]| {
        (if variance > 0.0 { variance } else { 0.0 }).sqrt()
    });
    set_where_flat(&mut deviations, values, length, Some(0.0));
    deviations
}

/// Factors that turn the sums of a window into moments.
struct Units {
    share: f64,
    of_sample: f64,
}

impl Units {
    fn of(length: usize) -> Self {
        let count = length as f64;
        let of_sample = if length > 1 { 1.0 / (count - 1.0) } else { 0.0 };
        Self { share: 1.0 / count, of_sample }
    }

    /// Returns the squared deviation, up to rounding; it may be negative.
    #[inline(always)]
    fn variance(&self, window: &Window<Moments>) -> f64 {
        let Moments { distance, squares } = window.fold;
        (squares - distance * (distance * self.share)) * self.of_sample
    }
}

/// Sets the numbers of flat windows to `to`, or to the newest value.
#[inline(never)]
fn set_where_flat(numbers: &mut [f64], values: &[f64], length: usize, to: Option<f64>) {
    let Some(ranges) = ranges_if_flat(values, length) else { return };
    for ((number, range), newest) in numbers.iter_mut().zip(ranges).zip(&values[length - 1..]) {
        if range < EQUAL_RANGE {
            *number = to.unwrap_or(*newest);
        }
    }
}

/// Returns `(newest - mean)/deviation` of each window of `length` values; `NaN` if the deviation is
/// 0.
#[inline(never)]
pub fn zscore(values: &[f64], length: usize) -> Vec<f64> {
    let (distances, variances) = spread(values, length);
    scores((&distances, &variances), values, length)
}

/// Returns [`zscore`], and the variance of each window behind numbers without meaning.
#[inline(never)]
pub fn zscore_and_variance(values: &[f64], length: usize) -> (Vec<f64>, Vec<f64>) {
    let (distances, variances) = spread(values, length);
    (scores((&distances, &variances), values, length), variances)
}

/// Returns the distance of the newest value from the mean of each window, and the variances, which
/// have numbers without meaning where the window is incomplete.
#[inline(never)]
fn spread(values: &[f64], length: usize) -> (Vec<f64>, Vec<f64>) {
    let unit = Units::of(length);
    let mut variances = vec![0.0; values.len()];
    let distances = slide::<Moments>(values, length, |window| {
        variances[window.at] = unit.variance(&window);
        let mean = window.origin + window.fold.distance * unit.share;
        window.newest - mean
    });
    (distances, variances)
}

#[inline(never)]
fn scores((distances, variances): (&[f64], &[f64]), values: &[f64], length: usize) -> Vec<f64> {
    let mut scores = each([distances, variances], |[distance, variance]| {
        let score = distance / variance.sqrt();
        if variance > 0.0 { score } else { f64::NAN }
    });
    set_where_flat(&mut scores, values, length, Some(f64::NAN));
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_exists_from_its_last_value_onwards() {
        // 9/3, 12/3, 15/3, 18/3, 15/3
        let values = [1.0, 2.0, 6.0, 4.0, 5.0, 9.0, 1.0];
        assert_eq!(mean(&values, 3), [3.0, 4.0, 5.0, 6.0, 5.0]);
    }

    #[test]
    fn the_mean_of_a_flat_window_is_its_newest_value() {
        let values = [0.1, 0.1 + 5e-10];
        assert_eq!(mean(&values, 2), [0.1 + 5e-10]);
        assert_eq!(deviation(&values, 2), [0.0]);
        assert!(zscore(&values, 2)[0].is_nan());
        assert!(deviation(&[1.0, 2.0], 1).iter().all(|deviation| *deviation == 0.0));
    }

    #[test]
    fn scores_come_with_the_variances_of_their_windows() {
        let values: Vec<f64> = (0..50).map(|at| f64::from(at * at % 17)).collect();
        for length in [2, 7, 50] {
            let (scores, variances) = zscore_and_variance(&values, length);
            let bits = |scores: &[f64]| scores.iter().map(|one| one.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&scores), bits(&zscore(&values, length)));
            let deviations =
                variances[variances.len() - scores.len()..].iter().map(|one| one.sqrt());
            assert_eq!(deviations.collect::<Vec<_>>(), deviation(&values, length));
        }
    }
}
