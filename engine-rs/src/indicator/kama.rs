//! Kaufman's adaptive moving average (Smarter Trading, 1995).

use super::{Change, Lag, RollingSum};

/// Starts from the value at bar `er-1`, as TA-Lib does; then
/// `prev + c*(v - prev)`, `c = (ER*(2/(fast+1) - 2/(slow+1)) + 2/(slow+1))^2`, `ER` the change over
/// `er` bars against the path of its one-bar changes; a path of 0 has `ER` 0.
#[derive(Debug, Clone)]
pub struct Kama {
    bar: Change,
    path: RollingSum,
    direction: Lag,
    /// Values that the first average still lacks.
    missing: usize,
    slow: f64,
    spread: f64,
    average: f64,
}

impl Kama {
    /// Returns the average of an efficiency window and two spans, each of at least one bar.
    pub fn new(er: usize, fast: usize, slow: usize) -> Self {
        let step = |span: usize| 2.0 / (span as f64 + 1.0);
        Self {
            bar: Change::new(),
            path: RollingSum::new(er),
            direction: Lag::new(er),
            missing: er,
            slow: step(slow),
            spread: step(fast) - step(slow),
            average: 0.0,
        }
    }

    /// Takes the newest value and returns the average.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        let path = self.bar.push(value).and_then(|change| self.path.push(change.abs()));
        let direction = self.direction.change(value);
        let (Some(path), Some(direction)) = (path, direction) else {
            self.missing = self.missing.saturating_sub(1);
            self.average = value;
            return (self.missing == 0).then_some(value);
        };
        let efficiency = if path == 0.0 { 0.0 } else { direction.abs() / path };
        let root = efficiency * self.spread + self.slow;
        self.average += root * root * (value - self.average);
        Some(self.average)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_follows_a_straight_path_fast_and_a_winding_one_slowly() {
        // steps 2/(1+1) = 1 and 2/(3+1) = 1/2; starts from the second value
        let mut kama = Kama::new(2, 1, 3);
        // 1, 2, 3: efficiency 1, c = 1: jumps to 3
        // 2, 3, 2: change 0 of path 2, c = 1/4: 3 - 1/4
        let seen = [1.0, 2.0, 3.0, 2.0].map(|value| kama.push(value));
        assert_eq!(seen, [None, Some(2.0), Some(3.0), Some(2.75)]);
    }

    #[test]
    fn without_a_path_the_average_stays() {
        let mut kama = Kama::new(2, 2, 30);
        assert_eq!(
            [5.0, 5.0, 5.0, 5.0].map(|value| kama.push(value)),
            [None, Some(5.0), Some(5.0), Some(5.0)]
        );
    }
}
