//! The instants of a dataset's bars, and everything that follows from them alone.

use super::Timeframe;
use crate::time::{DAY_MS, YEAR_MS, day_of_close};

/// Close times of the bars and the remaining time at each. Scenarios of a dataset share its clock.
#[derive(Debug, Clone)]
pub struct Clock {
    /// Length of a bar.
    pub timeframe: Timeframe,
    /// Close of each bar, epoch ms.
    pub timestamp: Vec<i64>,
    /// Maturity, epoch ms.
    pub expiry: i64,
    /// Years (of 365 days) to expiry at each close, never negative.
    pub tau: Vec<f64>,
    /// Days to expiry at each close.
    pub days_to_expiry: Vec<f64>,
    /// Maturity of the next market, epoch ms.
    pub far_expiry: Option<i64>,
    /// Last bar of each UTC day, by [`day_of_close`].
    pub day_ends: Vec<usize>,
    /// First bar at or after expiry; the number of bars if there is no such bar.
    pub expiry_index: usize,
}

impl Clock {
    /// Returns the clock of ascending close times.
    pub fn new(
        timeframe: Timeframe,
        timestamp: Vec<i64>,
        expiry: i64,
        far_expiry: Option<i64>,
    ) -> Self {
        let left =
            |unit: i64| timestamp.iter().map(|t| (expiry - t) as f64 / unit as f64).collect();
        let day_ends = (0..timestamp.len())
            .filter(|at| {
                timestamp
                    .get(at + 1)
                    .is_none_or(|next| day_of_close(*next) != day_of_close(timestamp[*at]))
            })
            .collect();
        Self {
            timeframe,
            expiry,
            tau: left(YEAR_MS),
            days_to_expiry: left(DAY_MS),
            far_expiry,
            day_ends,
            expiry_index: timestamp.partition_point(|t| *t < expiry),
            timestamp,
        }
    }

    /// Returns the number of bars.
    pub fn bars(&self) -> usize {
        self.timestamp.len()
    }

    /// Returns the years from this maturity to the next one.
    pub fn far_gap(&self) -> Option<f64> {
        self.far_expiry.map(|far| (far - self.expiry) as f64 / YEAR_MS as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_end_with_the_bar_that_closes_at_midnight() {
        // 22:00 to 02:00 over midnight: bars 0, 1, 2 belong to the first day, 3 and 4 to the next.
        let hours: Vec<i64> = (22..27).map(|hour| hour * 3_600_000).collect();
        let clock = Clock::new(Timeframe::Hourly, hours, 26 * 3_600_000, None);
        assert_eq!(clock.day_ends, [2, 4]);
        assert_eq!(clock.expiry_index, 4);
        assert_eq!(clock.tau[4], 0.0);
        assert_eq!(clock.days_to_expiry[2], 2.0 / 24.0);
    }
}
