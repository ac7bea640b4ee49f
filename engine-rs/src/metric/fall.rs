//! The maximum drawdown of a path of equity.

use crate::num::{max, min, stats};

/// The deepest fall from a running peak (the first of equal ones), and the peak so far.
#[derive(Debug, Clone, Copy)]
pub struct Fall {
    depth: f64,
    /// Peak before the fall.
    from: f64,
    /// The bar at the bottom, or the first bar of its day.
    trough: usize,
    /// The largest value so far.
    peak: f64,
    /// A value above this share of its peak cannot make the deepest fall, except for rounding.
    kept: f64,
}

impl Fall {
    /// Returns the fall of a path whose first peak is its capital.
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

    /// Adds the values from bar `at` on by their smallest, their largest and the deepest fall among
    /// them. Returns false without adding them if the order of these may matter: if they contain a
    /// new peak and perhaps the deepest fall so far.
    #[inline(always)]
    pub fn add_range(&mut self, at: usize, (low, high): (f64, f64), fall: f64) -> bool {
        if low >= self.peak * self.kept && fall <= 1.0 - self.kept {
            self.peak = max(self.peak, high);
            return true;
        }
        let has_no_peak = high <= self.peak;
        if has_no_peak {
            self.deepen(at, low);
        }
        has_no_peak
    }

    /// Returns the peak so far, and the share of a peak below which a value may make the deepest
    /// fall.
    pub fn peak_and_kept(&self) -> (f64, f64) {
        (self.peak, self.kept)
    }

    /// Adds values up to `peak` that contain no deepest fall.
    pub fn rise(&mut self, peak: f64) {
        self.peak = max(self.peak, peak);
    }

    #[inline(always)]
    fn deepen(&mut self, at: usize, value: f64) {
        /// Margin that covers rounding, so that no deepest fall is missed.
        const ROUNDING: f64 = 4.0 * f64::EPSILON;
        let depth = 1.0 - value / self.peak;
        if depth > self.depth {
            (self.depth, self.from, self.trough) = (depth, self.peak, at);
            self.kept = min(1.0, 1.0 - depth + ROUNDING);
        }
    }

    /// Returns the fall as a fraction of its peak, in [0, 1]; under 1e-12 it is 0.
    pub fn depth(&self) -> f64 {
        stats::negligible_to_zero(self.depth)
    }

    /// Returns the peak before the fall.
    pub fn peak_before(&self) -> f64 {
        self.from
    }

    /// Returns the bar at the bottom of the fall, among `bars` bars of the given values.
    pub fn trough(&self, bars: usize, value: impl Fn(usize) -> f64) -> usize {
        let is_bottom = |at: &usize| 1.0 - value(*at) / self.from >= self.depth;
        (self.trough..bars).find(is_bottom).unwrap_or(self.trough)
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
    fn a_fall_deeper_by_the_last_bit_wins() {
        let deeper = 0.5_f64.next_down().next_down();
        assert!(1.0 - deeper > 0.5);
        let fall = deepest(&[1.0, 0.5, 1.0, 1.0, deeper, 0.75]);
        assert_eq!((fall.depth(), fall.peak_before(), fall.trough), (1.0 - deeper, 1.0, 4));
        // the first of equal falls
        assert_eq!(deepest(&[1.0, 0.5, 1.0, 0.5]).trough, 1);
        // under 1e-12 the depth is 0
        assert_eq!(deepest(&[1.0, 1.0 - 1e-13]).depth(), 0.0);
    }

    /// Compares every bar with every earlier bar, and adds days by their range where their order
    /// cannot matter.
    #[test]
    fn the_deepest_fall_is_the_largest_over_all_pairs_of_bars() {
        let mut random = crate::random::Random::new(5);
        let (mut by_range, mut deeper) = (0, 0);
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
                let was = fall.depth;
                let low = values.iter().copied().fold(f64::INFINITY, min);
                let high = values.iter().copied().fold(0.0, max);
                let within = deepest(values).depth;
                if fall.add_range(6 * day, (low, high), within) {
                    by_range += 1;
                    deeper += usize::from(fall.depth > was);
                    continue;
                }
                for (at, value) in values.iter().enumerate() {
                    fall.add(6 * day + at, *value);
                }
            }
            let value = |at: usize| equity[at];
            assert_eq!(
                (fall.depth(), fall.peak_before()),
                (whole.depth(), whole.peak_before()),
                "{bars}"
            );
            assert_eq!(fall.trough(equity.len(), value), whole.trough, "{bars}");
        }
        assert!(by_range > 1_000 && deeper > 100, "{by_range} {deeper}");
    }
}
