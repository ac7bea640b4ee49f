//! One-sided probabilities of Student's t, for one trial and for many.

use crate::num::normal;
use crate::num::transcend::{exp_m1, ln, ln_1p};

/// Largest number of trials; more count as this many.
pub const TRIALS_MAX: f64 = 1e9;

/// Returns the normal deviate equivalent to a `t` of `nu` degrees of freedom (Wallace 1959). It is
/// nearly exact and needs no incomplete beta function.
pub fn wallace_z(t: f64, nu: f64) -> f64 {
    let size = (8.0 * nu + 1.0) / (8.0 * nu + 3.0) * (nu * ln(1.0 + t * t / nu)).sqrt();
    if t < 0.0 { -size } else { size }
}

/// Returns the probability of a `t` at least as large without an effect; 1 without a `t`.
pub fn p_value(t: Option<f64>, nu: f64) -> f64 {
    t.map_or(1.0, |t| normal::cdf(-wallace_z(t, nu)))
}

/// Returns the probability that the best of `trials` independent trials is as good by
/// chance (Sidak): `1 - (1-p)^trials`, exact for small `p`.
pub fn adjusted(p: f64, trials: u32) -> f64 {
    if p >= 1.0 {
        return 1.0;
    }
    let trials = f64::from(trials);
    let trials = if trials > TRIALS_MAX { TRIALS_MAX } else { trials };
    -exp_m1(trials * ln_1p(-p))
}

/// Returns the `t` of `nu` degrees of freedom whose probability after `trials` trials is `adjusted`;
/// the inverse of [`p_value`] and [`adjusted`](self::adjusted).
pub fn required_t(adjusted: f64, trials: f64, nu: f64) -> f64 {
    let single = -exp_m1(ln_1p(-adjusted) / trials);
    let size = normal::inverse_cdf(single) * (8.0 * nu + 3.0) / (8.0 * nu + 1.0);
    (nu * exp_m1(size * size / nu)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact probabilities at these points are 5 % after 1, 10, 100 and 1,000 trials.
    #[test]
    fn t_values_have_the_published_probabilities() {
        for (t, expected) in [
            (1.669_804_163_491_918, 5.000e-2),
            (2.648_824_716_826_043, 5.117e-3),
            (3.446_337_050_203_847, 5.131e-4),
            (4.151_597_425_188_813, 5.135e-5),
        ] {
            let p = p_value(Some(t), 62.0);
            assert!((p / expected - 1.0).abs() < 1e-4, "{t}: {p}");
        }
        assert_eq!(p_value(None, 62.0), 1.0);
        assert_eq!(p_value(Some(0.0), 62.0), 0.5);
        let (above, below) = (p_value(Some(2.0), 31.0), p_value(Some(-2.0), 31.0));
        assert!((above + below - 1.0).abs() < 1e-15 && above < 0.03);
        // both tails stay defined far out
        assert_eq!((p_value(Some(1e200), 62.0), p_value(Some(-1e200), 62.0)), (0.0, 1.0));
    }

    #[test]
    fn the_required_t_has_the_wanted_probability() {
        for (trials, nu) in [(1, 62.0), (7, 30.0), (1_000, 62.0)] {
            let t = required_t(0.05, f64::from(trials), nu);
            let found = adjusted(p_value(Some(t), nu), trials);
            assert!((found - 0.05).abs() < 1e-12, "{trials}: {found}");
        }
    }

    #[test]
    fn trials_raise_the_probability() {
        assert_eq!(adjusted(0.25, 1), -exp_m1(ln_1p(-0.25)));
        // 1 - 0.75^2
        assert!((adjusted(0.25, 2) - 0.4375).abs() < 1e-15);
        // small p: nearly N*p
        assert!((adjusted(1e-18, 1_000) - 1e-15).abs() < 1e-27);
        for trials in [1, 10, u32::MAX] {
            assert_eq!(adjusted(1.0, trials), 1.0);
            assert_eq!(adjusted(0.0, trials), 0.0);
        }
    }

    #[test]
    fn trials_above_a_billion_count_as_a_billion() {
        let p = 1e-12;
        assert_eq!(adjusted(p, u32::MAX), adjusted(p, 1_000_000_000));
        assert_eq!(adjusted(p, 1_000_000_001), adjusted(p, 1_000_000_000));
        assert!(adjusted(p, 999_999_999) < adjusted(p, 1_000_000_000));
    }
}
