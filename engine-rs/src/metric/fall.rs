//! The deepest fall of a path of equities from its running peak.

use crate::num::{max, min, stats};

/// The deepest fall so far, the first of equally deep ones, and the peak so far.
#[derive(Debug, Clone, Copy)]
pub struct Fall {
    depth: f64,
    /// The peak it fell from, and the bar it fell to.
    from: f64,
    trough: usize,
    /// The largest value so far.
    peak: f64,
    /// The share of its peak that a value hardly ever falls under: only then can its fall be deeper.
    kept: f64,
}

impl Fall {
    /// Returns that of a path whose first peak is its capital.
    pub fn new(capital: f64) -> Self {
        Self { depth: 0.0, from: capital, trough: 0, peak: capital, kept: 1.0 }
    }

    /// Adds the value of bar `at`.
    #[inline(always)]
    pub fn add(&mut self, at: usize, value: f64) {
        self.peak = max(self.peak, value);
        if value < self.peak * self.kept {
            self.deepen(at, value);
        }
    }

    /// Adds values of which the smallest, the largest and the deepest fall within them are known,
    /// unless they may make the deepest fall: returns whether they are added.
    #[inline(always)]
    pub fn add_range(&mut self, low: f64, high: f64, fall: f64) -> bool {
        let is_added = low >= self.peak * self.kept && fall <= 1.0 - self.kept;
        if is_added {
            self.peak = max(self.peak, high);
        }
        is_added
    }

    /// Returns the peak so far, and the share of a peak that a value must fall under to be the deepest
    /// fall, or hardly above it.
    pub fn peak_and_kept(&self) -> (f64, f64) {
        (self.peak, self.kept)
    }

    /// Adds values up to `peak`, none of which makes the deepest fall.
    pub fn rise(&mut self, peak: f64) {
        self.peak = max(self.peak, peak);
    }

    #[inline(never)]
    fn deepen(&mut self, at: usize, value: f64) {
        /// Makes what is kept a little too much rather than too little.
        const ROUNDING: f64 = 4.0 * f64::EPSILON;
        let depth = 1.0 - value / self.peak;
        if depth > self.depth {
            (self.depth, self.from, self.trough) = (depth, self.peak, at);
            self.kept = min(1.0, 1.0 - depth + ROUNDING);
        }
    }

    /// Returns the fall as a fraction of its peak, in [0, 1]; one under 1e-12 is none.
    pub fn depth(&self) -> f64 {
        stats::negligible_to_zero(self.depth)
    }

    /// Returns the peak that it fell from, and the bar that it fell to.
    pub fn place(&self) -> (f64, usize) {
        (self.from, self.trough)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deepest(equity: &[f64]) -> Fall {
        let mut fall = Fall::new(equity[0]);
        for (at, value) in equity.iter().enumerate() {
            fall.add(at, *value);
        }
        fall
    }

    #[test]
    fn a_fall_that_is_deeper_by_the_last_bit_is_the_deepest() {
        let deeper = 0.5_f64.next_down().next_down();
        assert!(1.0 - deeper > 0.5);
        let fall = deepest(&[1.0, 0.5, 1.0, 1.0, deeper, 0.75]);
        assert_eq!((fall.depth(), fall.place()), (1.0 - deeper, (1.0, 4)));
        // of equally deep ones the first
        assert_eq!(deepest(&[1.0, 0.5, 1.0, 0.5]).place(), (1.0, 1));
        // under 1e-12 it is none
        assert_eq!(deepest(&[1.0, 1.0 - 1e-13]).depth(), 0.0);
    }

    /// Every bar against every bar before it, and days by their range where their order cannot matter.
    #[test]
    fn the_deepest_fall_is_that_of_all_pairs_of_bars() {
        let mut random = crate::random::Random::new(5);
        let mut by_range = 0;
        for bars in 1..200 {
            let mut equity = vec![1.0];
            for _ in 0..bars {
                let step = (random.next_u64() % 5) as f64 - 2.0;
                equity.push(equity[equity.len() - 1] * (1.0 + step / 100.0));
            }
            let mut depth = 0.0;
            for (at, value) in equity.iter().enumerate() {
                for peak in &equity[..at] {
                    depth = max(depth, 1.0 - value / peak);
                }
            }
            let whole = deepest(&equity);
            assert_eq!(whole.depth(), stats::negligible_to_zero(depth), "{bars}");
            let mut fall = Fall::new(1.0);
            for (day, values) in equity.chunks(6).enumerate() {
                let low = values.iter().copied().fold(f64::INFINITY, min);
                let high = values.iter().copied().fold(0.0, max);
                let within = deepest(values).depth;
                if fall.add_range(low, high, within) {
                    by_range += 1;
                    continue;
                }
                for (at, value) in values.iter().enumerate() {
                    fall.add(6 * day + at, *value);
                }
            }
            assert_eq!((fall.depth(), fall.place()), (whole.depth(), whole.place()), "{bars}");
        }
        assert!(by_range > 1_000, "{by_range}");
    }
}
