//! The path of logYield around its level: mean reversion in trading time, jumps, and bounds. The
//! movement of the level itself is in [`super::anchor`].

use super::draw::{happens, hour_of};
use super::mean_reversion::{Dispersion, MeanReversion, Step};
use super::trading_hours::TRADING_HOURS_PER_DAY;
use super::volatility::Volatility;
use crate::num::{clamp, transcend};
use crate::random::Random;

/// Half-life of a deviation from the level, days.
const HALF_LIFE_DAYS: f64 = 0.6;

/// Bounds of the yield, annual; a move past a bound is reflected.
const RANGE_APY: (f64, f64) = (0.005, 1.0);

/// Deviations of a market's implied yield. They are proportional to the level, as between real
/// maturities; the table has those at `reference_apy`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ImpliedYield {
    /// The level to which the deviations below belong, annual yield.
    pub reference_apy: f64,
    /// Factor of all deviations at that level.
    pub relative: f64,
    /// Standard deviation of the daily change of logYield, without jumps.
    pub volatility: Volatility,
    /// News.
    pub jumps: Jumps,
}

/// Jumps of logYield, at most one a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jumps {
    /// Share of days with a jump.
    pub daily_probability: f64,
    /// Standard deviation of a jump; the mean is 0.
    pub sd: f64,
}

impl ImpliedYield {
    /// Returns logYield around a level at the close of each hour.
    ///
    /// It moves only in trading hours, each of which counts as 1/12 day; a jump waits for the next
    /// trading hour.
    pub(super) fn path(&self, level_apy: f64, trading: &[bool], random: &mut Random) -> Vec<f64> {
        let scale = self.relative * level_apy / self.reference_apy;
        let daily_sds = self.volatility.times(scale).path(trading.len() / 24, random);
        let first_sd = daily_sds.first().copied().unwrap_or_default();
        let unit =
            MeanReversion { half_life_days: HALF_LIFE_DAYS, dispersion: Dispersion::Daily(1.0) };
        let trade = unit.step(1.0 / TRADING_HOURS_PER_DAY);
        let jump_sd = self.jumps.sd * scale;
        let mut state = State {
            deviation: first_sd * unit.stationary_sd() * random.normal(),
            log_yield: 0.0,
            range: LogRange::around(level_apy),
        };
        state.settle();
        let mut jump = 0.0;
        let mut path = vec![0.0; trading.len()];
        let days = path.chunks_exact_mut(24).zip(trading.chunks_exact(24));
        for ((path, trading), daily_sd) in days.zip(daily_sds) {
            let day_step = Step { shock: daily_sd * trade.shock, ..trade };
            let jump_hour = self.jump_hour(random);
            for (hour, (log_yield, trades)) in path.iter_mut().zip(trading).enumerate() {
                if jump_hour == Some(hour) {
                    jump += jump_sd * random.normal();
                }
                if *trades {
                    state.deviation = day_step.next(state.deviation, random.normal()) + jump;
                    jump = 0.0;
                    state.settle();
                }
                *log_yield = state.log_yield;
            }
        }
        path
    }

    fn jump_hour(&self, random: &mut Random) -> Option<usize> {
        happens(random, self.jumps.daily_probability).then(|| hour_of(24, random))
    }
}

/// Level and bounds of logYield.
struct LogRange {
    level: f64,
    low: f64,
    high: f64,
}

impl LogRange {
    fn around(level_apy: f64) -> Self {
        Self {
            level: transcend::ln_1p(level_apy),
            low: transcend::ln_1p(RANGE_APY.0),
            high: transcend::ln_1p(RANGE_APY.1),
        }
    }
}

/// The deviation from the level, and the resulting yield.
struct State {
    deviation: f64,
    log_yield: f64,
    range: LogRange,
}

impl State {
    /// Sets logYield. A yield past a bound is reflected, together with the deviation.
    #[inline]
    fn settle(&mut self) {
        let LogRange { level, low, high } = self.range;
        let free = level + self.deviation;
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
    use super::super::volatility::Regimes;
    use super::*;
    use crate::num::stats;

    const PLAIN: ImpliedYield = ImpliedYield {
        reference_apy: 0.08,
        relative: 1.0,
        volatility: Volatility::Constant(0.003),
        jumps: Jumps { daily_probability: 0.0, sd: 0.01 },
    };

    fn path(implied: &ImpliedYield, level_apy: f64, days: usize) -> (Vec<bool>, Vec<f64>) {
        let trading = trading_hours(days, &mut Stream::Trading.random(1, 5));
        let path = implied.path(level_apy, &trading, &mut Stream::ImpliedYield.random(1, 5));
        (trading, path)
    }

    fn closes(path: &[f64]) -> Vec<f64> {
        path.iter().skip(23).step_by(24).copied().collect()
    }

    fn daily_deviation(path: &[f64]) -> f64 {
        let changes: Vec<f64> = closes(path).windows(2).map(|pair| pair[1] - pair[0]).collect();
        stats::sample_deviation(&changes).unwrap()
    }

    #[test]
    fn the_yield_moves_in_trading_hours_only() {
        let (trading, path) = path(&PLAIN, 0.08, 200);
        for at in 1..path.len() {
            assert_eq!(path[at] != path[at - 1], trading[at], "hour {at}");
        }
    }

    #[test]
    fn the_change_over_a_day_has_the_daily_deviation() {
        let (_, path) = path(&PLAIN, 0.08, 20_000);
        // 0.5 % is the standard error of 20,000 days. A day has 8 to 16 trading hours, so its
        // reversion varies.
        let found = daily_deviation(&path) / 0.003;
        assert!((found - 1.0).abs() < 0.03, "{found}");
    }

    #[test]
    fn deviations_are_in_proportion_to_the_level() {
        let relative = ImpliedYield { relative: 0.7, ..PLAIN };
        let regimes = Regimes { calm: 0.0015, hot: (0.008, 0.015), hot_days: 4.0, overall: 0.003 };
        for volatility in [PLAIN.volatility, Volatility::Regimes(regimes)] {
            let plain = ImpliedYield { volatility, ..PLAIN };
            let strays = |(_, path): (_, Vec<f64>), level: f64| -> Vec<f64> {
                path.iter().map(|log_yield| log_yield - transcend::ln_1p(level)).collect()
            };
            let once = strays(path(&plain, 0.08, 50), 0.08);
            let twice = strays(path(&plain, 0.16, 50), 0.16);
            let less = strays(path(&ImpliedYield { volatility, ..relative }, 0.08, 50), 0.08);
            for ((once, twice), less) in once.iter().zip(twice).zip(less) {
                assert!((twice - 2.0 * once).abs() < 1e-15 && (less - 0.7 * once).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn the_yield_reverts_with_its_half_life() {
        let (_, path) = path(&PLAIN, 0.08, 100_000);
        let closes = closes(&path);
        let mean = stats::mean(&closes).unwrap();
        let variance = stats::squares_around(&closes, mean);
        for days in [1_u32, 2, 3] {
            let later = &closes[days as usize..];
            let products: f64 =
                closes.iter().zip(later).map(|(a, b)| (a - mean) * (b - mean)).sum();
            // The number of trading hours varies by day, which leaves slightly more of a deviation.
            let wanted = transcend::pow(2.0, -f64::from(days) / 0.6);
            assert!((products / variance - wanted).abs() < 0.02, "{days} days");
        }
    }

    #[test]
    fn the_yield_stays_in_its_range() {
        let wild = ImpliedYield { volatility: Volatility::Constant(0.5), ..PLAIN };
        let (_, path) = path(&wild, 0.08, 2_000);
        let (low, high) = (transcend::ln_1p(0.005), transcend::ln_1p(1.0));
        assert!(path.iter().all(|y| (low..=high).contains(y)));
    }

    #[test]
    fn jumps_occur_on_their_share_of_the_days() {
        let restless = ImpliedYield {
            volatility: Volatility::Constant(1e-6),
            jumps: Jumps { daily_probability: 0.03, sd: 0.01 },
            ..PLAIN
        };
        let (_, path) = path(&restless, 0.08, 20_000);
        // A jump decays by 9 % with each later trading hour, so only its first move starts at the
        // level.
        let level = transcend::ln_1p(0.08);
        let jumped = |pair: &&[f64]| {
            (pair[1] - pair[0]).abs() > 5e-4 && (pair[1] - level).abs() > (pair[0] - level).abs()
        };
        let jumps = path.windows(2).filter(jumped).count();
        // 576 are expected, because 4 % of 600 are smaller than 5 bp; the standard deviation is 24.
        assert!((480..680).contains(&jumps), "{jumps}");
    }
}
