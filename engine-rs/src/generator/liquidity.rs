//! The value of the pool. It mean-reverts, through occasional deposits and withdrawals, and in some
//! markets drains towards expiry.

use super::draw::hour_of;
use super::mean_reversion::MeanReversion;
use crate::num::{clamp, transcend};
use crate::random::Random;

/// One hour of this many brings a deposit or a withdrawal. Our choice: in a real sUSDe pool nine
/// hours of ten move the value by less than 12 bp and one in a hundred by more than 130, so
/// liquidity comes and goes in lumps.
const HOURS_PER_FLOW: usize = 12;

/// The value of a pool, accounting asset.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Liquidity {
    /// Lowest and highest value.
    pub range: (f64, f64),
    /// Value that it reverts to before it drains.
    pub typical: f64,
    /// Deviation of ln tvl from the typical value.
    pub deviation: MeanReversion,
    /// The drain before expiry, if any.
    pub drain: Option<Drain>,
}

/// Outflow as expiry approaches, in addition to the deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drain {
    /// Days before expiry at which it begins.
    pub days: usize,
    /// Fall of ln tvl per day.
    pub per_day: f64,
}

impl Liquidity {
    /// Returns tvl at the close of each hour. `hours_left` are the hours from the last bar to
    /// expiry.
    pub(super) fn path(&self, days: usize, hours_left: usize, random: &mut Random) -> Vec<f64> {
        let flow = self.deviation.step(HOURS_PER_FLOW as f64 / 24.0);
        let (drain_begin, kept_of_hour) = self
            .drain
            .map_or((0, 1.0), |drain| (24 * drain.days, transcend::exp(-drain.per_day / 24.0)));
        let mut deviation = self.deviation.stationary_sd() * random.normal();
        let mut undrained = self.typical * transcend::exp(deviation);
        let mut kept = 1.0;
        let mut path = vec![0.0; 24 * days];
        let first_drained = (hours_left + 24 * days).saturating_sub(drain_begin);
        for (half_day, hours) in path.chunks_exact_mut(HOURS_PER_FLOW).enumerate() {
            let flow_hour = hour_of(HOURS_PER_FLOW, random);
            for (hour, tvl) in hours.iter_mut().enumerate() {
                if hour == flow_hour {
                    deviation = flow.next(deviation, random.normal());
                    undrained = self.typical * transcend::exp(deviation);
                }
                if half_day * HOURS_PER_FLOW + hour >= first_drained {
                    kept *= kept_of_hour;
                }
                *tvl = clamp(undrained * kept, self.range.0, self.range.1);
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::super::mean_reversion::Dispersion;
    use super::*;

    const STILL: Liquidity = Liquidity {
        range: (60e6, 120e6),
        typical: 100e6,
        deviation: MeanReversion { half_life_days: 10.0, dispersion: Dispersion::Stationary(0.0) },
        drain: Some(Drain { days: 60, per_day: 0.007 }),
    };

    #[test]
    fn the_drain_lowers_each_of_the_last_days() {
        let path = STILL.path(100, 24, &mut Random::new(1));
        // The last bar is one day before expiry: bar 2399 - 24*59 is 60 days before it.
        let begin = 2_399 - 24 * 59;
        assert!((path[begin] / 100e6 - 1.0).abs() < 1e-12);
        assert!((path[0] / 100e6 - 1.0).abs() < 1e-12);
        assert!((path[begin + 24] / path[begin] - transcend::exp(-0.007)).abs() < 1e-12);
        assert!((path[2_399] / 100e6 - transcend::exp(-0.007 * 59.0)).abs() < 1e-12);
    }

    #[test]
    fn the_value_stays_in_its_range_and_moves_in_lumps() {
        let wide = MeanReversion { half_life_days: 10.0, dispersion: Dispersion::Stationary(0.5) };
        let pool = Liquidity { deviation: wide, drain: None, ..STILL };
        let path = pool.path(1_000, 0, &mut Random::new(2));
        assert!(path.iter().all(|tvl| (60e6..=120e6).contains(tvl)));
        let moves = path.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(moves < 2_000, "at most two flows a day");
    }
}
