//! Daily volatility of a yield: constant, or with calm and hot regimes.

use super::draw::{between, happens};
use crate::random::Random;

/// Standard deviation of the daily change of logYield, without jumps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Volatility {
    /// The same on all days.
    Constant(f64),
    /// Calm days with occasional hot spells.
    Regimes(Regimes),
}

/// A two-state Markov chain of days that begins with a calm day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Regimes {
    /// Daily standard deviation of calm days.
    pub calm: f64,
    /// Bounds of the uniform daily standard deviation of a hot spell.
    pub hot: (f64, f64),
    /// Mean length of a hot spell, days.
    pub hot_days: f64,
    /// Daily standard deviation over all days, which determines the share of hot days.
    pub overall: f64,
}

impl Regimes {
    /// Returns the share of hot days, `(overall^2 - calm^2)/(hot^2 - calm^2)`, where `hot^2` is the
    /// mean square `(a^2 + a*b + b^2)/3` of a uniform number between the hot bounds `a` and `b`.
    fn hot_share(self) -> f64 {
        let (low, high) = self.hot;
        let hot = (low * low + low * high + high * high) / 3.0;
        let calm = self.calm * self.calm;
        (self.overall * self.overall - calm) / (hot - calm)
    }

    fn path(self, days: usize, random: &mut Random) -> Vec<f64> {
        let share = self.hot_share();
        let cools = 1.0 / self.hot_days;
        let heats = cools * share / (1.0 - share);
        let mut hot = None;
        let day = |_| {
            hot = match hot {
                Some(_) if happens(random, cools) => None,
                None if happens(random, heats) => Some(between(random, self.hot)),
                unchanged => unchanged,
            };
            hot.unwrap_or(self.calm)
        };
        (0..days).map(day).collect()
    }
}

impl Volatility {
    /// Returns the volatility with every deviation multiplied by a factor.
    pub(super) fn times(self, factor: f64) -> Self {
        match self {
            Self::Constant(sd) => Self::Constant(sd * factor),
            Self::Regimes(regimes) => Self::Regimes(Regimes {
                calm: regimes.calm * factor,
                hot: (regimes.hot.0 * factor, regimes.hot.1 * factor),
                overall: regimes.overall * factor,
                ..regimes
            }),
        }
    }

    /// Returns the standard deviation of each day.
    pub(super) fn path(self, days: usize, random: &mut Random) -> Vec<f64> {
        match self {
            Self::Constant(sd) => vec![sd; days],
            Self::Regimes(regimes) => regimes.path(days, random),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGIMES: Regimes =
        Regimes { calm: 0.0015, hot: (0.008, 0.015), hot_days: 4.0, overall: 0.003 };

    #[test]
    fn the_share_of_hot_days_gives_the_overall_deviation() {
        // (9 - 2.25)/(136.33 - 2.25) of the days, in squares of 10 bp
        assert!((REGIMES.hot_share() - 6.75 / (409.0 / 3.0 - 2.25)).abs() < 1e-12);
        let path = REGIMES.path(400_000, &mut Random::new(1));
        let squares: f64 = path.iter().map(|sd| sd * sd).sum();
        // About 5,000 independent spells: 2 % covers their spread.
        assert!(((squares / 4e5).sqrt() / 0.003 - 1.0).abs() < 0.02);
    }

    #[test]
    fn a_day_is_calm_or_within_the_hot_bounds() {
        for sd in REGIMES.path(10_000, &mut Random::new(2)) {
            assert!(sd == 0.0015 || (0.008..=0.015).contains(&sd));
        }
    }
}
