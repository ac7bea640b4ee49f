//! Draws of a family's parameters.

use arena_engine::internals::num::{transcend, whole};
use arena_engine::internals::random::Random;

/// Random numbers of one item. They depend only on the seed and the item's number, so the number of
/// threads does not matter.
#[derive(Debug, Clone)]
pub struct Draw(Random);

impl Draw {
    /// Returns the draws of item `number` of stream `stream` under a seed.
    pub fn of(seed: u64, stream: u64, number: u64) -> Self {
        let stream = Random::new(seed.wrapping_add(1_000_003 * stream)).next_u64();
        Self(Random::new(stream.wrapping_add(1_000_003 * number)))
    }

    /// Returns a number in (0, 1).
    pub fn uniform(&mut self) -> f64 {
        self.0.uniform()
    }

    /// Returns a standard normal number.
    pub fn normal(&mut self) -> f64 {
        self.0.normal()
    }

    /// Returns true with the given probability.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.uniform() < probability
    }

    /// Returns a number between two others.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// Returns a positive number between two others, log-uniformly.
    pub fn log_between(&mut self, low: f64, high: f64) -> f64 {
        transcend::exp(self.between(transcend::ln(low), transcend::ln(high)))
    }

    /// Returns an index below `count`.
    pub fn index(&mut self, count: usize) -> usize {
        to_index(count as f64 * self.uniform()).min(count.saturating_sub(1))
    }

    /// Returns one of several values.
    pub fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.index(values.len())]
    }

    /// Returns a whole number that a parameter can hold and that can seed a generator.
    pub fn seed(&mut self) -> f64 {
        self.between(0.0, f64::from(i32::MAX)).floor()
    }
}

/// Returns the integer part of a non-negative number.
pub fn to_index(value: f64) -> usize {
    whole(value.floor()).and_then(|whole| usize::try_from(whole).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_its_own_numbers() {
        let first = |seed, stream, number| Draw::of(seed, stream, number).uniform();
        assert_eq!(first(1, 2, 3), first(1, 2, 3));
        let others = [first(2, 2, 3), first(1, 3, 3), first(1, 2, 4), first(1, 3, 2)];
        assert!(others.iter().all(|other| *other != first(1, 2, 3)));
    }

    #[test]
    fn indices_are_uniform_and_in_range() {
        let mut draw = Draw::of(1, 1, 1);
        let mut counts = [0; 4];
        for _ in 0..4_000 {
            counts[draw.index(4)] += 1;
        }
        assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
        assert_eq!(to_index(-0.5), 0);
        assert_eq!(to_index(2.9), 2);
    }
}
