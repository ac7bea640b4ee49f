//! The stationary bootstrap of Politis and Romano (1994), over whole days.

use crate::random::Random;

/// Draws days in blocks of geometric length.
#[derive(Debug)]
pub struct StationaryBootstrap<'r> {
    random: &'r mut Random,
    days: u64,
    /// A random word up to this bound begins a new block; blocks then have the mean length.
    begins_to: u64,
    last: Option<u64>,
}

impl<'r> StationaryBootstrap<'r> {
    /// Returns a draw from `days` days in blocks of `mean_block` days on average.
    pub fn new(random: &'r mut Random, days: usize, mean_block: u64) -> Self {
        Self { random, days: days as u64, begins_to: u64::MAX / mean_block, last: None }
    }

    /// Draws the next day. One word decides whether a block begins, the next one where.
    #[inline(never)]
    #[allow(clippy::cast_possible_truncation, reason = "a day is below the number of days")]
    pub fn next_day(&mut self) -> usize {
        // v < 2^64/block, in integers
        let begins = self.random.next_u64() <= self.begins_to;
        let day = match self.last {
            Some(last) if !begins => {
                if last + 1 == self.days {
                    0
                } else {
                    last + 1
                }
            }
            _ => self.random.next_u64() % self.days,
        };
        self.last = Some(day);
        day as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_the_mean_length_and_wrap_around() {
        let mut random = Random::new(11);
        let mut draw = StationaryBootstrap::new(&mut random, 50, 5);
        let days: Vec<usize> = (0..100_000).map(|_| draw.next_day()).collect();
        let follows = days.windows(2).filter(|pair| pair[1] == (pair[0] + 1) % 50).count();
        // a day follows the one before with probability 4/5, and by chance with 1/5 of 1/50
        let share = follows as f64 / 99_999.0;
        assert!((share - 0.804).abs() < 0.005, "{share}");
        assert!(days.iter().all(|day| *day < 50));
    }
}
