//! Exponential moving average.

use super::seed::Seed;

/// `prev + alpha*(v - prev)`, `alpha = 2/(span+1)`, seeded at value `span-1` with the mean of the
/// first `span` values.
#[derive(Debug, Clone)]
pub struct Ema {
    alpha: f64,
    seed: Seed,
    average: Option<f64>,
}

impl Ema {
    /// Returns the average of a span of at least one bar.
    pub fn new(span: usize) -> Self {
        Self { alpha: 2.0 / (span as f64 + 1.0), seed: Seed::new(span), average: None }
    }

    /// Takes the newest value and returns the average.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        self.average = match self.average {
            Some(average) => Some(average + self.alpha * (value - average)),
            None => self.seed.push(value),
        };
        self.average
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_is_the_mean_of_the_first_span() {
        let mut ema = Ema::new(3);
        // alpha 1/2; seed (1+2+6)/3 = 3; 3 + (5-3)/2 = 4
        let seen = [1.0, 2.0, 6.0, 5.0].map(|v| ema.push(v));
        assert_eq!(seen, [None, None, Some(3.0), Some(4.0)]);
    }

    #[test]
    fn a_span_of_one_is_the_value() {
        let mut ema = Ema::new(1);
        assert_eq!([3.0, 7.0].map(|v| ema.push(v)), [Some(3.0), Some(7.0)]);
    }
}
