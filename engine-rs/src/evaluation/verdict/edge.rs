//! The edge over the better passive line: the mean difference, with the known gap between the two
//! lines as a control variate.

use super::student;

/// The 95 % point of Student's t with 62 degrees of freedom; 90 % lie between it and its negative.
pub const INTERVAL_QUANTILE: f64 = 1.669_804;
/// With a smaller sum of squared controls, the control is not used.
pub const CONTROL_MIN: f64 = 1e-20;
/// A sum of squared residuals up to this is rounding error.
pub const RESIDUAL_MAX: f64 = 1e-20;

/// Estimate of a difference whose control has a known mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// Regression coefficient of the difference on the control.
    pub beta: f64,
    /// Mean difference, corrected by the control for the luck of the paths.
    pub edge: f64,
    /// Sum of the squared residuals.
    pub residuals: f64,
    /// Standard error of the edge.
    pub standard_error: f64,
    /// Edge over its standard error; `None` where the residuals are rounding error.
    pub t: Option<f64>,
    /// Probability of such a `t` without an edge, in one trial.
    pub p: f64,
}

impl Edge {
    /// Returns the edge from the differences and the controls, path by path, and the known mean of
    /// the control. It needs at least three paths.
    pub fn of(differences: &[f64], controls: &[f64], control_mean: f64) -> Self {
        let paths = differences.len() as f64;
        let (difference, control) = (mean(differences), mean(controls));
        let squares = controls.iter().fold(0.0, |sum, c| sum + (c - control) * (c - control));
        let is_controlled = squares >= CONTROL_MIN;
        let pairs = || differences.iter().zip(controls);
        let products = pairs().fold(0.0, |sum, (d, c)| sum + (c - control) * (d - difference));
        let beta = if is_controlled { products / squares } else { 0.0 };
        let luck = control - control_mean;
        let edge = difference - beta * luck;
        let residuals = pairs().fold(0.0, |sum, (d, c)| {
            let residual = d - difference - beta * (c - control);
            sum + residual * residual
        });
        let nu = paths - 2.0;
        let of_control = if is_controlled { luck * luck / squares } else { 0.0 };
        let standard_error = (residuals / nu * (1.0 / paths + of_control)).sqrt();
        let t = (residuals > RESIDUAL_MAX).then(|| edge / standard_error);
        Self { beta, edge, residuals, standard_error, t, p: student::p_value(t, nu) }
    }

    /// Returns the 90 % interval of the edge over 64 paths, not adjusted for the trials.
    pub fn interval(&self) -> (f64, f64) {
        let half = INTERVAL_QUANTILE * self.standard_error;
        (self.edge - half, self.edge + half)
    }
}

/// Returns the plain mean, summed from the first value to the last.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |sum, value| sum + value) / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::max;

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-12 * max(1.0, expected.abs()), "{found}");
    }

    const DIFFERENCES: [f64; 8] = [0.004, -0.002, 0.007, 0.001, -0.001, 0.006, 0.003, 0.000];
    const CONTROLS: [f64; 8] = [0.010, 0.020, -0.010, 0.015, 0.025, -0.005, 0.000, 0.012];

    #[test]
    fn the_published_vector_comes_out() {
        let found = Edge::of(&DIFFERENCES, &CONTROLS, 0.009);
        assert_near(found.beta, -0.246_484_698_097_601_3);
        assert_near(found.edge, 0.002_095_947_063_688_999_7);
        assert_near(found.residuals, 1.122_911_497_105_045_3e-5);
        assert_near(found.standard_error, 0.000_484_387_202_471_579_35);
        assert_near(found.t.unwrap(), 4.327_007_511_747_745);
        assert_near(student::wallace_z(found.t.unwrap(), 6.0), 2.800_458_946_158_332_5);
        assert_near(found.p, 0.002_551_499_897_602_019_7);
        assert_near(student::adjusted(found.p, 10), 0.025_224_026_553_417_3);
        let (low, high) = found.interval();
        assert_near(low, found.edge - 1.669_804 * found.standard_error);
        assert_near(high, found.edge + 1.669_804 * found.standard_error);
    }

    #[test]
    fn without_a_control_the_edge_is_the_plain_mean() {
        // mean 3, residuals -2 0 2: 8/1 over 3 paths
        for controls in [[0.25; 3], [0.0, 5e-11, 1e-10]] {
            let found = Edge::of(&[1.0, 3.0, 5.0], &controls, -7.0);
            let error = (8.0_f64 / 1.0 * (1.0 / 3.0)).sqrt();
            let expected = Edge {
                beta: 0.0,
                edge: 3.0,
                residuals: 8.0,
                standard_error: error,
                t: Some(3.0 / error),
                p: student::p_value(Some(3.0 / error), 1.0),
            };
            assert_eq!(found, expected);
        }
        assert_ne!(Edge::of(&[1.0, 3.0, 5.0], &[0.0, 1e-10, 2e-10], 0.0).beta, 0.0);
    }

    #[test]
    fn rounding_errors_are_not_evidence() {
        // idle against Hold is minus the control on every path
        let idle = CONTROLS.map(|control| -control);
        let found = Edge::of(&idle, &CONTROLS, 0.009);
        assert_near(found.edge, -0.009);
        assert_eq!((found.t, found.p), (None, 1.0));
        let (low, high) = found.interval();
        assert!(low <= found.edge && found.edge <= high && high - low < 1e-12);
        // all differences are 0
        let found = Edge::of(&[0.0; 8], &CONTROLS, 0.009);
        assert_eq!((found.edge, found.standard_error, found.t, found.p), (0.0, 0.0, None, 1.0));
        // just over 1e-20, a sum of squares counts
        for (step, there) in [(0.7e-10, false), (0.72e-10, true)] {
            let found = Edge::of(&[-step, 0.0, step], &[0.0; 3], 0.0);
            assert_eq!(found.t.is_some(), there, "{step}");
        }
    }

    #[test]
    fn a_loss_is_not_an_edge() {
        let worse = DIFFERENCES.map(|difference| -difference);
        let found = Edge::of(&worse, &CONTROLS, 0.009);
        assert!(found.edge < 0.0 && found.p > 0.99);
    }
}
