//! Seeds of the paths behind a verdict: `RULES.md` 6.3.

use crate::random::Random;

/// The published seed of scenarios, paths and draws.
pub const SCENARIO_SEED: u64 = 20_261_120;
/// Number of sister paths.
pub const SISTERS: usize = 64;
/// Number of the random generator of the sisters' seeds.
pub const SISTER_GENERATOR: u64 = 200;
/// Number of reference paths, whose mean is the passive gap.
pub const REFERENCES: usize = 65_536;
/// Number of the random generator of the references' seeds.
pub const REFERENCE_GENERATOR: u64 = 201;
/// Distance between the seeds of consecutive numbers.
const SEED_STEP: u64 = 1_000_003;

/// Returns random generator `number` under a scenario seed.
pub fn random_of(scenario_seed: u64, number: u64) -> Random {
    Random::new(scenario_seed.wrapping_add(SEED_STEP.wrapping_mul(number)))
}

/// Returns the seed in place of the scenario seed for a candidate that could remember the public
/// paths: their sum with the first 8 bytes of its fingerprint.
pub fn path_seed(candidate_hash: &str) -> u64 {
    let first = candidate_hash.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
    SCENARIO_SEED.wrapping_add(first.unwrap_or(0))
}

/// Returns the seeds of the sister paths under a seed, the same for every market and timeframe.
pub fn sister_seeds(seed: u64) -> [u64; SISTERS] {
    let mut random = random_of(seed, SISTER_GENERATOR);
    core::array::from_fn(|_| random.next_u64())
}

/// Returns the seeds of the reference paths.
pub fn reference_seeds() -> impl Iterator<Item = u64> {
    let mut random = random_of(SCENARIO_SEED, REFERENCE_GENERATOR);
    (0..REFERENCES).map(move |_| random.next_u64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_the_published_ones() {
        let sisters = sister_seeds(SCENARIO_SEED);
        assert_eq!(
            sisters[..3],
            [15_178_265_802_859_233_731, 9_182_649_985_201_856_806, 14_602_368_258_532_156_186]
        );
        let references: Vec<u64> = reference_seeds().collect();
        assert_eq!(references[..2], [14_881_002_334_594_681_580, 16_788_037_183_818_906_026]);
        assert_eq!((sisters.len(), references.len()), (64, 65_536));
    }

    #[test]
    fn consecutive_seeds_are_a_million_and_three_apart() {
        let first = |mut random: Random| random.next_u64();
        assert_eq!(first(random_of(7, 0)), first(Random::new(7)));
        assert_eq!(first(random_of(7, 6)), first(Random::new(7 + 6 * 1_000_003)));
        assert_eq!(first(random_of(u64::MAX, 1)), first(Random::new(1_000_002)));
    }
}
