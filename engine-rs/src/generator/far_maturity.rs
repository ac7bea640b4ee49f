//! The implied yield of the next maturity. It follows the current one, with a premium of its own.

use super::mean_reversion::MeanReversion;
use crate::random::Random;

/// Weight of the current maturity's logYield in that of the next. The rest is the level of the era
/// with a season's premium of its own (`RULES.md` 1), so the longer maturity moves less.
pub(super) const NEAR_WEIGHT: f64 = 0.7;

/// Hours of a day in which the premium moves, on average. Our choice: the far pool trades half as
/// often as the near one.
const MOVES_PER_DAY: f64 = 6.0;

/// The next maturity of a market.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FarMaturity {
    /// Days from this expiry to the next.
    pub days_later: i64,
    /// Long-run premium of its logYield over `0.7*logYield + 0.3*ln(1 + level + season)`.
    pub premium: f64,
    /// Deviation of the premium.
    pub deviation: MeanReversion,
}

impl FarMaturity {
    /// Returns the premium at the close of each hour.
    pub(super) fn premium_path(&self, days: usize, random: &mut Random) -> Vec<f64> {
        let step = self.deviation.step(1.0 / MOVES_PER_DAY);
        let mut deviation = self.deviation.stationary_sd() * random.normal();
        let mut path = vec![0.0; 24 * days];
        for hours in path.chunks_exact_mut(24) {
            // Two coins an hour, the bits of one word; both must show heads.
            let coins = random.next_u64();
            let moves = coins >> 40 & coins & 0x00FF_FFFF;
            for (hour, premium) in hours.iter_mut().enumerate() {
                if moves >> hour & 1 == 1 {
                    deviation = step.next(deviation, random.normal());
                }
                *premium = self.premium + deviation;
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::super::mean_reversion::Dispersion;
    use super::*;
    use crate::num::stats;

    #[test]
    fn the_premium_has_its_mean_and_its_deviation() {
        let deviation =
            MeanReversion { half_life_days: 10.0, dispersion: Dispersion::Stationary(0.0025) };
        let far = FarMaturity { days_later: 91, premium: 0.004, deviation };
        let path = far.premium_path(100_000, &mut Random::new(4));
        let (mean, sd) = (stats::mean(&path).unwrap(), stats::sample_deviation(&path).unwrap());
        // About 3,500 independent values: 2 % of the deviation, 1.2 % of its square root.
        assert!((mean - 0.004).abs() < 0.000_15);
        assert!((sd / 0.0025 - 1.0).abs() < 0.05);
        let moves = path.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64;
        assert!((moves / path.len() as f64 - 0.25).abs() < 0.005);
    }
}
