//! The random generator of the datasets and the scenarios: seeded and portable, never the system's.

use crate::num::normal;

/// `SplitMix64` (Steele, Lea, Flood 2014), which turns a seed into independent words.
#[derive(Debug, Clone)]
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// Returns word `at`, counted from 0, of `SplitMix64` with a seed, without computing earlier words.
pub fn word_of(seed: u64, at: u64) -> u64 {
    SplitMix64(seed.wrapping_add(at.wrapping_mul(0x9E37_79B9_7F4A_7C15))).next()
}

/// `xoshiro256++` (Blackman, Vigna 2019), seeded with four words of `SplitMix64`.
#[derive(Debug, Clone)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// Returns the generator of a seed.
    pub fn new(seed: u64) -> Self {
        let mut words = SplitMix64(seed);
        Self { state: [words.next(), words.next(), words.next(), words.next()] }
    }

    /// Returns the next 64 random bits.
    #[inline(never)]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let word = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (mut c, mut d) = (c ^ a, d ^ b);
        let (a, shifted) = (a ^ d, b << 17);
        let b = b ^ c;
        c ^= shifted;
        d = d.rotate_left(45);
        self.state = [a, b, c, d];
        word
    }

    /// Returns a number in (0, 1): the middle of one of 2^53 equal cells.
    #[inline(never)]
    pub fn uniform(&mut self) -> f64 {
        ((self.next_u64() >> 11) as f64 + 0.5) * (1.0 / 9_007_199_254_740_992.0)
    }

    /// Returns a standard normal draw, by inverse CDF.
    pub fn normal(&mut self) -> f64 {
        normal::inverse_cdf(self.uniform())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_gives_the_published_words() {
        let mut words = SplitMix64(1_234_567);
        assert_eq!(words.next(), 6_457_827_717_110_365_317);
        assert_eq!(words.next(), 3_203_168_211_198_807_973);
        assert_eq!(words.next(), 9_817_491_932_198_370_423);
        assert_eq!(word_of(1_234_567, 2), 9_817_491_932_198_370_423);
    }

    #[test]
    fn xoshiro_gives_the_published_words() {
        let mut random = Random { state: [1, 2, 3, 4] };
        assert_eq!(random.next_u64(), 41_943_041);
        assert_eq!(random.next_u64(), 58_720_359);
        assert_eq!(random.next_u64(), 3_588_806_011_781_223);
        let mut seeded = Random::new(0);
        assert_eq!(seeded.next_u64(), 5_987_356_902_031_041_503);
        assert_eq!(seeded.next_u64(), 7_051_070_477_665_621_255);
        assert_eq!(seeded.next_u64(), 6_633_766_593_972_829_180);
    }

    #[test]
    fn uniform_stays_inside_the_open_interval() {
        let mut random = Random::new(7);
        for _ in 0..10_000 {
            let u = random.uniform();
            assert!(u > 0.0 && u < 1.0);
        }
    }
}
