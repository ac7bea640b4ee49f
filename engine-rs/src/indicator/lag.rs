//! The value of some bars ago.

/// Remembers as many values as the lag is long.
#[derive(Debug, Clone)]
pub struct Lag {
    ring: Vec<f64>,
    bars: usize,
    next: usize,
}

impl Lag {
    /// Returns a memory of `bars` bars; 0 gives back the value itself.
    pub fn new(bars: usize) -> Self {
        Self { ring: Vec::with_capacity(bars), bars, next: 0 }
    }

    /// Takes the newest value and returns the one `bars` bars before it.
    #[inline]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        if self.ring.len() < self.bars {
            self.ring.push(value);
            return None;
        }
        let Some(slot) = self.ring.get_mut(self.next) else {
            return Some(value);
        };
        let old = core::mem::replace(slot, value);
        self.next += 1;
        if self.next == self.bars {
            self.next = 0;
        }
        Some(old)
    }

    /// Takes the newest value and returns the change over `bars` bars.
    #[inline]
    pub fn change(&mut self, value: f64) -> Option<f64> {
        self.push(value).map(|old| value - old)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lag_gives_back_what_was_pushed_that_many_bars_ago() {
        let mut lag = Lag::new(2);
        let seen: Vec<_> = [1.0, 2.0, 4.0, 8.0, 16.0].map(|v| lag.push(v)).to_vec();
        assert_eq!(seen, [None, None, Some(1.0), Some(2.0), Some(4.0)]);
        assert_eq!(Lag::new(0).push(7.0), Some(7.0));
        let mut change = Lag::new(1);
        assert_eq!([3.0, 5.0].map(|v| change.change(v)), [None, Some(2.0)]);
    }
}
