//! Mean reversion: normal shocks move a deviation, which decays by half in a half-life.

use crate::num::transcend;

/// An Ornstein-Uhlenbeck process around 0, given by the two numbers of a market's table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanReversion {
    /// Days in which a deviation halves.
    pub half_life_days: f64,
    /// Dispersion in the unit of the process.
    pub dispersion: Dispersion,
}

/// Dispersion of a process, in its own unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Dispersion {
    /// Standard deviation of the change over one day.
    Daily(f64),
    /// Long-run standard deviation of the deviation itself.
    Stationary(f64),
}

/// One step of fixed length: `next = decay*now + shock*z` with a standard normal `z`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) decay: f64,
    pub(super) shock: f64,
}

/// Returns the share of a deviation that remains after some days: `2^(-days/halfLife)`.
pub(super) fn half_left(days: f64, half_life_days: f64) -> f64 {
    transcend::exp(-core::f64::consts::LN_2 * days / half_life_days)
}

impl Step {
    /// Returns the deviation one step later.
    #[inline]
    pub(super) fn next(self, deviation: f64, z: f64) -> f64 {
        self.decay * deviation + self.shock * z
    }
}

impl MeanReversion {
    /// Returns the share of a deviation that remains after some days: `2^(-days/halfLife)`.
    pub(super) fn decay(self, days: f64) -> f64 {
        half_left(days, self.half_life_days)
    }

    /// Returns the long-run standard deviation `s`: the daily change has the variance `2*s^2*(1 -
    /// decay)`.
    pub(super) fn stationary_sd(self) -> f64 {
        match self.dispersion {
            Dispersion::Stationary(sd) => sd,
            Dispersion::Daily(sd) => sd / (2.0 * (1.0 - self.decay(1.0))).sqrt(),
        }
    }

    /// Returns a step of `days` days with the same long-run dispersion.
    pub(super) fn step(self, days: f64) -> Step {
        let decay = self.decay(days);
        Step { decay, shock: self.stationary_sd() * (1.0 - decay * decay).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const PROCESS: MeanReversion =
        MeanReversion { half_life_days: 3.0, dispersion: Dispersion::Daily(0.5) };

    #[test]
    fn half_of_a_deviation_remains_after_the_half_life() {
        assert!((PROCESS.decay(3.0) - 0.5).abs() < 1e-15);
        // Three steps of a day: half.
        let day = PROCESS.step(1.0);
        let left = (0..3).fold(8.0, |deviation, _| day.next(deviation, 0.0));
        assert!((left - 4.0).abs() < 1e-14);
    }

    #[test]
    fn the_change_over_a_day_has_the_daily_deviation() {
        let (mut random, day) = (Random::new(1), PROCESS.step(1.0));
        let (mut deviation, mut squares) = (0.0, 0.0);
        for _ in 0..100_000 {
            let next = day.next(deviation, random.normal());
            squares += (next - deviation) * (next - deviation);
            deviation = next;
        }
        // The standard error of a standard deviation of 100,000 changes is about 0.3 %.
        assert!(((squares / 1e5_f64).sqrt() / 0.5 - 1.0).abs() < 0.01);
    }

    #[test]
    fn short_steps_add_up_to_a_day() {
        // 24 hourly steps: the variances of the shocks add up, each decayed to the end of the day.
        let (hour, day) = (PROCESS.step(1.0 / 24.0), PROCESS.step(1.0));
        let variance =
            (0..24).fold(0.0, |sum, _| sum * hour.decay * hour.decay + hour.shock * hour.shock);
        assert!((variance / (day.shock * day.shock) - 1.0).abs() < 1e-12);
    }
}
