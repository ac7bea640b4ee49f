//! The blind twin: the same targets on a path that they were not chosen on.

use super::edge::mean;
use super::student;

/// Paths on which the twin runs.
pub const TWIN_PATHS: usize = 32;
/// A deviation up to this is rounding error.
pub const DEVIATION_MAX: f64 = 1e-12;

/// Comparison of a candidate with its blind twin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timing {
    /// Mean difference of utility.
    pub edge: f64,
    /// The difference over its standard error; `None` where it is equal on every path.
    pub t: Option<f64>,
    /// Probability of such a `t` without timing, in one trial.
    pub p: f64,
    /// The same, adjusted for all trials.
    pub p_adjusted: f64,
}

impl Timing {
    /// Returns the test of a candidate's utilities against its twin's, path by path, as the last of
    /// `trials` trials. It needs at least two paths.
    pub fn of(own: &[f64], twin: &[f64], trials: u32) -> Self {
        let differences: Vec<f64> = own.iter().zip(twin).map(|(own, twin)| own - twin).collect();
        let paths = differences.len() as f64;
        let edge = mean(&differences);
        let squares = differences.iter().fold(0.0, |sum, one| sum + (one - edge) * (one - edge));
        let nu = paths - 1.0;
        let deviation = (squares / nu).sqrt();
        let t = (deviation > DEVIATION_MAX).then(|| edge / (deviation / paths.sqrt()));
        let p = student::p_value(t, nu);
        Self { edge, t, p, p_adjusted: student::adjusted(p, trials) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_is_the_mean_over_its_error() {
        // differences 1 2 3: mean 2, sd 1
        let found = Timing::of(&[2.0, 4.0, 6.0], &[1.0, 2.0, 3.0], 1);
        let t = 2.0 / (1.0 / 3.0_f64.sqrt());
        let p = student::p_value(Some(t), 2.0);
        let p_adjusted = student::adjusted(p, 1);
        assert_eq!(found, Timing { edge: 2.0, t: Some(t), p, p_adjusted });
        assert!(p < 0.05 && Timing::of(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0], 1).p > 0.95);
    }

    #[test]
    fn the_probability_is_adjusted_for_the_trials() {
        let after = |trials| Timing::of(&[2.0, 4.0, 6.0], &[1.0, 2.0, 3.0], trials);
        let (one, many) = (after(1), after(10));
        assert_eq!((one.t, one.p), (many.t, many.p));
        assert_eq!(many.p_adjusted, student::adjusted(one.p, 10));
        assert!(many.p_adjusted > 0.05 && one.p_adjusted < 0.05);
    }

    #[test]
    fn a_candidate_that_ignores_the_market_proves_nothing() {
        let same = [0.05, 0.07, 0.06];
        let nothing = Timing { edge: 0.0, t: None, p: 1.0, p_adjusted: 1.0 };
        assert_eq!(Timing::of(&same, &same, 1), nothing);
        // a constant advantage proves nothing either
        let found = Timing::of(&[1.5, 2.5, 3.5], &[1.0, 2.0, 3.0], 1);
        assert_eq!(found, Timing { edge: 0.5, ..nothing });
        for (step, there) in [(1e-12, false), (1.01e-12, true)] {
            let found = Timing::of(&[-step, 0.0, step], &[0.0; 3], 1);
            assert_eq!(found.t.is_some(), there, "{step}");
        }
    }
}
