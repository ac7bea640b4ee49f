//! Sum of the last `w` values.

/// A running sum made of a suffix and a prefix, as in [`super::Rolling`]: nothing is subtracted, so
/// a window of zeros sums to exactly 0.
#[derive(Debug, Clone)]
pub struct RollingSum {
    block: Vec<f64>,
    length: usize,
    suffix: Vec<f64>,
    prefix: f64,
}

impl RollingSum {
    /// Returns the sum of the last `length` values, at least one.
    pub fn new(length: usize) -> Self {
        Self { block: Vec::with_capacity(length), length, suffix: Vec::new(), prefix: 0.0 }
    }

    /// Takes the newest value and returns the sum of the window that ends with it, once it is full.
    #[inline]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        if self.block.len() == self.length {
            self.turn();
        }
        self.block.push(value);
        self.prefix += value;
        match self.suffix.get(self.block.len()) {
            Some(before) => Some(before + self.prefix),
            None => (self.block.len() == self.length).then_some(self.prefix),
        }
    }

    fn turn(&mut self) {
        self.suffix.resize(self.length, 0.0);
        let mut sum = 0.0;
        for (value, suffix) in self.block.iter().zip(&mut self.suffix).rev() {
            sum += value;
            *suffix = sum;
        }
        self.block.clear();
        self.prefix = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_slides() {
        let mut sum = RollingSum::new(2);
        let seen = [1.0, 2.0, 4.0, 8.0, 0.0, 0.0].map(|value| sum.push(value));
        assert_eq!(seen, [None, Some(3.0), Some(6.0), Some(12.0), Some(8.0), Some(0.0)]);
        assert_eq!(RollingSum::new(1).push(5.0), Some(5.0));
    }
}
