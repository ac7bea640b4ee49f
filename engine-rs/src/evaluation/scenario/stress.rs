//! Stresses: shocks that begin in the middle of the scored window and leave earlier bars unchanged.

use super::rebuild::{LOG_YIELD_RANGE, rebuilt, replace, set};
use crate::indicator::mean;
use crate::market::Series;
use crate::num::transcend::pow;
use crate::num::{clamp, min};
use crate::time::DAY_MS;

/// A shock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stress {
    /// Yields jump by eight points and fall back with a half-life of ten days.
    YieldSpike,
    /// Yields and the underlying rate fall to two fifths within five days.
    YieldCollapse,
    /// Three quarters of the pool leave within two days.
    LiquidityDrain,
    /// The underlying loses eight per cent within a day.
    ParBreak,
    /// Yields swing three times as far around their weekly mean.
    Turbulence,
}

const SPIKE: f64 = 0.08;
const SPIKE_HALF_LIFE_DAYS: f64 = 10.0;
const COLLAPSE: (f64, f64) = (0.6, 5.0);
const DRAIN: (f64, f64) = (0.75, 2.0);
const BREAK: (f64, f64) = (0.08, 1.0);
const SWING: f64 = 3.0;
const SWING_DAYS: usize = 7;

impl Stress {
    /// Returns the public id.
    pub fn id(self) -> &'static str {
        match self {
            Self::YieldSpike => "yield-spike",
            Self::YieldCollapse => "yield-collapse",
            Self::LiquidityDrain => "liquidity-drain",
            Self::ParBreak => "par-break",
            Self::Turbulence => "turbulence",
        }
    }

    /// Returns the formula of the change.
    pub fn rule(self) -> &'static str {
        match self {
            Self::YieldSpike => "logYield + 0.08*0.5^(e/10)",
            Self::YieldCollapse => {
                "logYield*f, f = 1 - 0.6*ramp(5); syIndex grows by its old growth to the power f"
            }
            Self::LiquidityDrain => "totalPt and totalSy times 1 - 0.75*ramp(2)",
            Self::ParBreak => "syIndex times 1 - 0.08*ramp(1)",
            Self::Turbulence => "m + 3*(logYield - m), m its mean of seven days, in [0.001, 0.5]",
        }
    }
}

/// Returns the bars under a stress that begins in the middle of the window that starts at `start`.
pub fn stressed(official: &Series, start: usize, stress: Stress) -> Series {
    let from = start + (official.bars() - start) / 2;
    let mut series = official.shared();
    let begin = official.clock.timestamp[from];
    let days = |at: usize| (official.clock.timestamp[at] - begin) as f64 / DAY_MS as f64;
    // share that remains after a loss that grows over `length` days
    let left = |at: usize, (loss, length): (f64, f64)| 1.0 - loss * min(1.0, days(at) / length);
    match stress {
        Stress::YieldSpike => set(&mut series.log_yield, from, |at| {
            official.log_yield[at] + SPIKE * pow(0.5, days(at) / SPIKE_HALF_LIFE_DAYS)
        }),
        Stress::YieldCollapse => {
            set(&mut series.log_yield, from, |at| official.log_yield[at] * left(at, COLLAPSE));
            let old = &official.sy_index;
            let grown = (from..official.bars()).scan(old[from], |index, at| {
                if at > from {
                    *index *= pow(old[at] / old[at - 1], left(at, COLLAPSE));
                }
                Some(*index)
            });
            replace(&mut series.sy_index, from, grown.collect());
        }
        Stress::LiquidityDrain => {
            set(&mut series.total_pt, from, |at| official.total_pt[at] * left(at, DRAIN));
            set(&mut series.total_sy, from, |at| official.total_sy[at] * left(at, DRAIN));
        }
        Stress::ParBreak => {
            set(&mut series.sy_index, from, |at| official.sy_index[at] * left(at, BREAK));
        }
        Stress::Turbulence => replace(&mut series.log_yield, from, swinging(official, from)),
    }
    rebuilt(official, series, from)
}

/// Returns the turbulent log yields from bar `from` on.
fn swinging(official: &Series, from: usize) -> Vec<f64> {
    let window = SWING_DAYS * official.clock.timeframe.bars_per_day();
    let begin = (from + 1).saturating_sub(window);
    let means = mean(&official.log_yield[begin..], window);
    let first_full = official.bars() - means.len();
    let mut sum = 0.0;
    let mut values = Vec::with_capacity(official.bars() - from);
    for (at, y) in official.log_yield.iter().enumerate().skip(begin) {
        sum += y;
        // fewer than a full window exists only at the very beginning: use the mean so far
        let full = at.checked_sub(first_full).map(|place| means[place]);
        let mean = full.unwrap_or(sum / (at + 1) as f64);
        if at >= from {
            values.push(clamp(mean + SWING * (y - mean), LOG_YIELD_RANGE.0, LOG_YIELD_RANGE.1));
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::max;
    use crate::strategy::testing::Bars;

    /// The window starts at bar 0, so the shock begins on bar 4, before seven days have passed.
    #[test]
    fn turbulence_swings_around_the_mean_of_the_days_so_far() {
        let yields = [0.125, 0.25, 0.125, 0.25, 0.25, 0.125, 0.375, 0.125];
        let series = Bars::of_log_yields(&yields).0;
        let found = stressed(&series, 0, Stress::Turbulence);
        let around = |mean: f64, y: f64| mean + 3.0 * (y - mean);
        let expected = [
            yields[0],
            yields[1],
            yields[2],
            yields[3],
            // 5 days: 0.125 + 0.25 + 0.125 + 0.25 + 0.25
            around(1.0 / 5.0, 0.25),
            // 6 days: 0.125 more; the swing is floored at 0.001
            max(around(1.125 / 6.0, 0.125), 0.001),
            // 7 days: 0.375 more; the swing is capped at 0.5
            0.5,
            // the first day leaves the window: 1.5 - 0.125 + 0.125
            max(around(1.5 / 7.0, 0.125), 0.001),
        ];
        assert_eq!(found.log_yield.as_slice(), expected);
    }
}
