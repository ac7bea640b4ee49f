//! Draws shared by several processes, and the independent random stream of each process.

use crate::random::Random;

/// The processes of a market. Each has its own stream of random numbers, so that a change of one
/// does not affect the others.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stream {
    Trading,
    ImpliedYield,
    ClosingRise,
    FloatingRate,
    Liquidity,
    Volume,
    FarMaturity,
    Era,
}

impl Stream {
    /// Returns the generator of this process. Its seed is `seed + 1_000_003*(16*marketId +
    /// stream)`, with the spacing of the scenarios (`RULES.md` 6.3), so that neither neighbouring
    /// seeds nor the markets of one seed share numbers.
    pub(super) fn random(self, market_id: u32, seed: u64) -> Random {
        let number = 16 * u64::from(market_id) + self as u64;
        Random::new(seed.wrapping_add(number.wrapping_mul(1_000_003)))
    }
}

/// Returns true with the given probability.
#[inline]
pub(super) fn happens(random: &mut Random, probability: f64) -> bool {
    random.uniform() < probability
}

/// Returns a uniform number between two bounds.
pub(super) fn between(random: &mut Random, (low, high): (f64, f64)) -> f64 {
    low + (high - low) * random.uniform()
}

/// Returns one of `hours` hours, counted from 0.
pub(super) fn hour_of(hours: usize, random: &mut Random) -> usize {
    usize::try_from(random.next_u64() % hours as u64).unwrap_or_default()
}
