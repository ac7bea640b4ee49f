//! Trading volume: a lognormal share of the pool each day, in the trading hours.

use crate::num::transcend;
use crate::random::Random;

/// Daily volume as a share of the pool's value: lognormal, and independent from day to day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Volume {
    /// Median of volume/tvl per day.
    pub median_turnover: f64,
    /// Standard deviation of its logarithm.
    pub log_sd: f64,
}

impl Volume {
    /// Returns volume/tvl of each hour.
    ///
    /// Half of a day's volume is spread evenly over its trading hours, the other half in proportion
    /// to the size of each hour's yield move: it is the volume that moves the yield.
    pub(super) fn path(
        &self,
        trading: &[bool],
        log_yield: &[f64],
        random: &mut Random,
    ) -> Vec<f64> {
        let median = transcend::ln(self.median_turnover);
        let mut turnover = Vec::with_capacity(trading.len());
        let mut before = log_yield.first().copied().unwrap_or_default();
        for (trades, yields) in trading.chunks_exact(24).zip(log_yield.chunks_exact(24)) {
            let day = transcend::exp(median + self.log_sd * random.normal());
            let mut moves = [0.0; 24];
            let (mut path, mut count) = (0.0, 0.0);
            for ((moved, log_yield), trades) in moves.iter_mut().zip(yields).zip(trades) {
                *moved = (log_yield - before).abs();
                before = *log_yield;
                path += *moved;
                count += number(*trades);
            }
            let (equal, by_move) =
                if path > 0.0 { (0.5 * day / count, 0.5 * day / path) } else { (day / count, 0.0) };
            let hours = trades.iter().zip(moves);
            turnover.extend(hours.map(|(trades, moved)| number(*trades) * equal + by_move * moved));
        }
        turnover
    }
}

/// Returns 1 for a trading hour, else 0.
fn number(trades: bool) -> f64 {
    f64::from(u8::from(trades))
}

#[cfg(test)]
mod tests {
    use super::super::trading_hours::trading_hours;
    use super::*;
    use crate::num::stats;

    const VOLUME: Volume = Volume { median_turnover: 0.03, log_sd: 1.2 };

    #[test]
    fn volume_occurs_in_trading_hours_and_most_where_the_yield_moves_most() {
        let trading: Vec<bool> = (0..24).map(|hour| hour < 2).collect();
        let mut log_yield = vec![0.084; 24];
        log_yield[0] = 0.08;
        let turnover = VOLUME.path(&trading, &log_yield, &mut Random::new(1));
        // Hour 0 has no previous bar: a quarter of the volume; hour 1 has the whole move.
        assert!((turnover[1] / turnover[0] - 3.0).abs() < 1e-12);
        assert!(turnover[2..].iter().all(|part| *part == 0.0));
    }

    #[test]
    fn daily_volume_is_lognormal() {
        let trading = trading_hours(20_000, &mut Random::new(2));
        let log_yield: Vec<f64> =
            (0..trading.len()).map(|hour| 0.08 + 1e-6 * hour as f64).collect();
        let turnover = VOLUME.path(&trading, &log_yield, &mut Random::new(3));
        let mut days: Vec<f64> =
            turnover.chunks(24).map(|day| transcend::ln(day.iter().sum())).collect();
        days.sort_by(f64::total_cmp);
        // Standard errors: 1.5 % of the median, 0.5 % of the deviation.
        assert!((days[10_000] - transcend::ln(0.03)).abs() < 0.05);
        assert!((stats::sample_deviation(&days).unwrap() / 1.2 - 1.0).abs() < 0.02);
    }
}
