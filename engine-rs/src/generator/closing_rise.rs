//! The last days before expiry, when the implied yield leaves its path, mostly upwards.

use super::anchor::LOG_YIELD_MIN;
use super::draw::between;
use crate::num::{max, transcend};
use crate::random::Random;

/// Hours before expiry in which the yield rises: 3 days (`RULES.md` 1).
const RISE_HOURS: usize = 72;

/// Lowest and highest total rise, annual yield: -1 to 4 points, as in real maturities (`RULES.md`
/// 1).
const RISE_APY: (f64, f64) = (-0.01, 0.04);

/// Adds to the last hours a linear rise from 0 three days before expiry to its full size at expiry;
/// datasets that end earlier contain a part of it. The rise appears in trading hours only; the
/// yield stands still in the others.
///
/// `hours_left` are the hours from the last bar to expiry.
pub(super) fn lift(
    log_yield: &mut [f64],
    trading: &[bool],
    hours_left: usize,
    random: &mut Random,
) {
    let total = between(random, RISE_APY);
    let rising = RISE_HOURS.saturating_sub(hours_left);
    let first = log_yield.len().saturating_sub(rising);
    let mut standing = first.checked_sub(1).map_or(log_yield[0], |before| log_yield[before]);
    for at in first..log_yield.len() {
        if trading[at] {
            let left = hours_left + log_yield.len() - 1 - at;
            let rise = total * (1.0 - left as f64 / RISE_HOURS as f64);
            standing =
                max(transcend::ln_1p(transcend::exp_m1(log_yield[at]) + rise), LOG_YIELD_MIN);
        }
        log_yield[at] = standing;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lifted(hours_left: usize) -> Vec<f64> {
        let mut log_yield = vec![0.08; 480];
        lift(&mut log_yield, &[true; 480], hours_left, &mut Random::new(9));
        log_yield.iter().map(|y| transcend::exp_m1(*y) - transcend::exp_m1(0.08)).collect()
    }

    #[test]
    fn the_rise_is_linear_and_complete_at_expiry() {
        let rise = lifted(0);
        let total = rise[479];
        assert!((-0.01..=0.04).contains(&total) && total != 0.0);
        assert!((rise[443] - total / 2.0).abs() < 1e-15, "half one and a half days before expiry");
        assert!(rise[..408].iter().all(|part| *part == 0.0), "nothing three days before");
    }

    #[test]
    fn datasets_that_end_earlier_contain_a_part_of_the_rise() {
        // The same draw; a day before expiry it has reached 2/3.
        assert!((lifted(24)[479] - 2.0 / 3.0 * lifted(0)[479]).abs() < 1e-15);
        assert!(lifted(72).iter().all(|part| *part == 0.0));
        assert!(lifted(168).iter().all(|part| *part == 0.0));
    }

    #[test]
    fn hours_without_a_trade_stand_still() {
        let mut log_yield = vec![0.08; 72];
        let trading: Vec<bool> = (0..72).map(|hour| hour % 3 == 0).collect();
        lift(&mut log_yield, &trading, 0, &mut Random::new(9));
        for at in 1..72 {
            assert_eq!(log_yield[at] != log_yield[at - 1], trading[at], "hour {at}");
        }
    }

    #[test]
    fn the_yield_does_not_fall_below_its_floor() {
        let mut log_yield = vec![-0.5; 72];
        lift(&mut log_yield, &[true; 72], 0, &mut Random::new(9));
        assert!(log_yield.iter().all(|y| *y == LOG_YIELD_MIN));
    }
}
