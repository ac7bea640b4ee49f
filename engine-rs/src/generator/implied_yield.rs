//! The path of logYield: mean reversion in trading time, jumps, and a range that it stays in.

use super::draw::{happens, hour_of};
use super::mean_reversion::{Dispersion, MeanReversion, Step};
use super::trading_hours::TRADING_HOURS_PER_DAY;
use super::volatility::Volatility;
use crate::num::{clamp, transcend};
use crate::random::Random;

/// The implied yield of a market before its last days. Yields are annual, effective, decimals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ImpliedYield {
    /// Where it is in the long run.
    pub level_apy: f64,
    /// Lowest and highest yield; a move past a bound is reflected.
    pub range_apy: (f64, f64),
    /// Days in which half of the way back is gone: to the local mean, or to the level without one.
    pub half_life_days: f64,
    /// The slow part, where there is one.
    pub local_mean: Option<LocalMean>,
    /// Standard deviation of the daily change of logYield, both parts together, jumps apart.
    pub volatility: Volatility,
    /// News.
    pub jumps: Jumps,
}

/// A mean that itself reverts to the level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalMean {
    /// Days in which half of its way back to the level is gone.
    pub half_life_days: f64,
    /// Its share of the variance of the daily change.
    pub variance_share: f64,
}

/// Jumps of logYield, at most one a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jumps {
    /// Share of the days that have one.
    pub daily_probability: f64,
    /// Standard deviation of a jump; the mean is 0.
    pub sd: f64,
}

impl ImpliedYield {
    /// Returns `ln(1 + level)`.
    pub(super) fn log_level(&self) -> f64 {
        transcend::ln_1p(self.level_apy)
    }

    /// Returns logYield at the close of each hour.
    ///
    /// It is level plus slow part plus fast part. The fast part moves in trading hours only, each
    /// of which is 1/12 day of its time; a jump waits for the next of them. The slow part has a
    /// value per day and is straight in between.
    pub(super) fn path(&self, trading: &[bool], random: &mut Random) -> Vec<f64> {
        let daily_sds = self.volatility.path(trading.len() / 24, random);
        let first_sd = daily_sds.first().copied().unwrap_or_default();
        let slow_share = self.local_mean.map_or(0.0, |mean| mean.variance_share);
        let fast = unit(self.half_life_days, 1.0 - slow_share);
        let trade = fast.step(1.0 / TRADING_HOURS_PER_DAY);
        let mut slow = SlowPart::new(self.local_mean, first_sd, random);
        let mut state = State {
            deviation: first_sd * fast.stationary_sd() * random.normal(),
            log_yield: 0.0,
            range: self.log_range(),
        };
        state.settle(slow.value);
        let mut jump = 0.0;
        let mut path = vec![0.0; trading.len()];
        let days = path.chunks_exact_mut(24).zip(trading.chunks_exact(24));
        for ((path, trading), daily_sd) in days.zip(daily_sds) {
            let day_step = Step { shock: daily_sd * trade.shock, ..trade };
            let slope = slow.move_of_day(daily_sd, random) / 24.0;
            let jump_hour = self.jump_hour(random);
            for (hour, (log_yield, trades)) in path.iter_mut().zip(trading).enumerate() {
                slow.value += slope;
                if jump_hour == Some(hour) {
                    jump += self.jumps.sd * random.normal();
                }
                if *trades {
                    state.deviation = day_step.next(state.deviation, random.normal()) + jump;
                    jump = 0.0;
                    state.settle(slow.value);
                }
                *log_yield = state.log_yield;
            }
        }
        path
    }

    fn jump_hour(&self, random: &mut Random) -> Option<usize> {
        happens(random, self.jumps.daily_probability).then(|| hour_of(24, random))
    }

    fn log_range(&self) -> LogRange {
        LogRange {
            level: self.log_level(),
            low: transcend::ln_1p(self.range_apy.0),
            high: transcend::ln_1p(self.range_apy.1),
        }
    }
}

/// A mean reversion whose change over a day has a given variance.
fn unit(half_life_days: f64, daily_variance: f64) -> MeanReversion {
    MeanReversion { half_life_days, dispersion: Dispersion::Daily(daily_variance.sqrt()) }
}

/// The local mean's distance from the level; always 0 in a market without a local mean.
struct SlowPart {
    value: f64,
    day: Step,
}

impl SlowPart {
    fn new(local_mean: Option<LocalMean>, daily_sd: f64, random: &mut Random) -> Self {
        let Some(mean) = local_mean else {
            return Self { value: 0.0, day: Step { decay: 0.0, shock: 0.0 } };
        };
        let process = unit(mean.half_life_days, mean.variance_share);
        let value = daily_sd * process.stationary_sd() * random.normal();
        Self { value, day: process.step(1.0) }
    }

    /// Returns how far it moves over the day that begins.
    fn move_of_day(&self, daily_sd: f64, random: &mut Random) -> f64 {
        if self.day.shock == 0.0 {
            return 0.0;
        }
        self.day.next(self.value, daily_sd * random.normal()) - self.value
    }
}

/// Level and bounds of logYield.
struct LogRange {
    level: f64,
    low: f64,
    high: f64,
}

/// The fast part's distance from the slow one, and the yield that it makes.
struct State {
    deviation: f64,
    log_yield: f64,
    range: LogRange,
}

impl State {
    /// Sets logYield from its parts; what is past a bound is reflected, and the fast part with it.
    #[inline]
    fn settle(&mut self, slow: f64) {
        let LogRange { level, low, high } = self.range;
        let free = level + slow + self.deviation;
        self.log_yield = free;
        if free < low || free > high {
            let bound = if free < low { low } else { high };
            self.log_yield = clamp(2.0 * bound - free, low, high);
            self.deviation += self.log_yield - free;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::draw::Stream;
    use super::super::trading_hours::trading_hours;
    use super::*;
    use crate::num::stats;

    const PLAIN: ImpliedYield = ImpliedYield {
        level_apy: 0.08,
        range_apy: (0.04, 0.15),
        half_life_days: 20.0,
        local_mean: None,
        volatility: Volatility::Constant(0.003),
        jumps: Jumps { daily_probability: 0.0, sd: 0.01 },
    };

    fn path(implied: &ImpliedYield, days: usize) -> (Vec<bool>, Vec<f64>) {
        let trading = trading_hours(days, &mut Stream::Trading.random(1, 5));
        let path = implied.path(&trading, &mut Stream::ImpliedYield.random(1, 5));
        (trading, path)
    }

    fn daily_deviation(path: &[f64]) -> f64 {
        let closes: Vec<f64> = path.iter().skip(23).step_by(24).copied().collect();
        let changes: Vec<f64> = closes.windows(2).map(|pair| pair[1] - pair[0]).collect();
        stats::sample_deviation(&changes).unwrap()
    }

    #[test]
    fn the_yield_moves_in_trading_hours_only() {
        let (trading, path) = path(&PLAIN, 200);
        for at in 1..path.len() {
            assert_eq!(path[at] != path[at - 1], trading[at], "hour {at}");
        }
    }

    #[test]
    fn the_change_over_a_day_has_the_daily_deviation() {
        let slow = Some(LocalMean { half_life_days: 20.0, variance_share: 0.4 });
        for implied in [PLAIN, ImpliedYield { half_life_days: 3.0, local_mean: slow, ..PLAIN }] {
            let (_, path) = path(&implied, 20_000);
            // 0.5 % is the spread of 20,000 days; the hour or so from the last trade to midnight
            // takes 2 % off where there is a slow part that is straight within the day.
            let found = daily_deviation(&path) / 0.003;
            assert!((found - 1.0).abs() < 0.03, "{found}");
        }
    }

    #[test]
    fn the_slow_and_the_fast_part_revert_in_their_half_lives() {
        let slow = Some(LocalMean { half_life_days: 20.0, variance_share: 0.4 });
        let (_, path) =
            path(&ImpliedYield { half_life_days: 3.0, local_mean: slow, ..PLAIN }, 100_000);
        let closes: Vec<f64> = path.iter().skip(23).step_by(24).copied().collect();
        let mean = stats::mean(&closes).unwrap();
        let correlation = |days: usize| {
            let products = closes.iter().zip(&closes[days..]).map(|(a, b)| (a - mean) * (b - mean));
            products.sum::<f64>() / stats::squares_around(&closes, mean)
        };
        // Long-run variances in units of the daily one: share/(2*(1 - 2^(-1/halfLife))).
        let decay = |half_life: f64, days: f64| transcend::pow(2.0, -days / half_life);
        let variance = |share: f64, half_life: f64| share / (2.0 * (1.0 - decay(half_life, 1.0)));
        let (fast, slow) = (variance(0.6, 3.0), variance(0.4, 20.0));
        for days in [1_u32, 3, 10, 20, 40] {
            let left = |half_life| decay(half_life, f64::from(days));
            let wanted = (fast * left(3.0) + slow * left(20.0)) / (fast + slow);
            // About 1,700 independent values of the slow part: 2.4 % is one standard error.
            assert!((correlation(days as usize) - wanted).abs() < 0.07, "{days} days");
        }
    }

    #[test]
    fn the_yield_stays_in_its_range() {
        let wild = ImpliedYield { volatility: Volatility::Constant(0.05), ..PLAIN };
        let (_, path) = path(&wild, 2_000);
        let (low, high) = (transcend::ln_1p(0.04), transcend::ln_1p(0.15));
        assert!(path.iter().all(|y| (low..=high).contains(y)));
    }

    #[test]
    fn jumps_come_on_their_share_of_the_days() {
        let restless = ImpliedYield {
            volatility: Volatility::Constant(1e-6),
            jumps: Jumps { daily_probability: 0.03, sd: 0.01 },
            ..PLAIN
        };
        let (_, path) = path(&restless, 20_000);
        let jumps = path.windows(2).filter(|pair| (pair[1] - pair[0]).abs() > 5e-4).count();
        // 576 are expected, as 4 % of 600 are under 5 bp; 24 is their standard deviation.
        assert!((480..680).contains(&jumps), "{jumps}");
    }
}
