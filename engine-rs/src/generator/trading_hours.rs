//! Trading hours. In all other hours the implied yield stands still.

use crate::random::Random;

/// Mean number of trading hours per day: half of them (`RULES.md` 1; 47 % of the hours of a real
/// sUSDe market changed its yield).
pub(super) const TRADING_HOURS_PER_DAY: f64 = 12.0;

/// Returns for each hour whether it is a trading hour: 24 fair coins a day, the bits of one word.
/// Every day has at least one, so that its volume has an hour to occur in.
pub(super) fn trading_hours(days: usize, random: &mut Random) -> Vec<bool> {
    const NOON: u64 = 1 << 12;
    let mut hours = Vec::with_capacity(24 * days);
    for _ in 0..days {
        let coins = random.next_u64() >> 40;
        let coins = if coins == 0 { NOON } else { coins };
        hours.extend((0..24).map(|hour| coins >> hour & 1 == 1));
    }
    hours
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_half_of_all_hours_trade_and_at_least_one_a_day() {
        let hours = trading_hours(10_000, &mut Random::new(3));
        assert_eq!(hours.len(), 240_000);
        let share = hours.iter().filter(|trades| **trades).count() as f64 / 240_000.0;
        // The standard error of 240,000 fair coins is 0.1 %.
        assert!((share - 0.5).abs() < 0.005);
        assert!(hours.chunks(24).all(|day| day.contains(&true)));
    }
}
