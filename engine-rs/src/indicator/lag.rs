//! The value of some bars ago, and the change since.

/// Remembers as many values as the lag is long.
#[derive(Debug, Clone)]
pub struct Lag {
    ring: Box<[f64]>,
    next: usize,
    full: bool,
}

impl Lag {
    /// Returns a memory of `bars` bars; 0 gives back the value itself.
    pub fn new(bars: usize) -> Self {
        Self { ring: vec![0.0; bars].into(), next: 0, full: false }
    }

    /// Takes the newest value and returns the one `bars` bars before it.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        let Some(slot) = self.ring.get_mut(self.next) else {
            return Some(value);
        };
        let old = core::mem::replace(slot, value);
        let was_full = self.full;
        self.next += 1;
        if self.next == self.ring.len() {
            self.next = 0;
            self.full = true;
        }
        was_full.then_some(old)
    }

    /// Takes the newest value and returns the change over `bars` bars.
    #[inline(always)]
    pub fn change(&mut self, value: f64) -> Option<f64> {
        self.push(value).map(|old| value - old)
    }
}

/// The change from one bar to the next.
#[derive(Debug, Clone, Default)]
pub struct Change {
    last: Option<f64>,
}

impl Change {
    /// Returns the memory of no bar.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the newest value and returns its distance from the one before.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        self.last.replace(value).map(|last| value - last)
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
    }

    #[test]
    fn a_change_is_over_the_bars_of_its_lag() {
        let mut lag = Lag::new(2);
        assert_eq!([3.0, 5.0, 9.0].map(|v| lag.change(v)), [None, None, Some(6.0)]);
        let mut change = Change::new();
        assert_eq!([3.0, 5.0, 9.0].map(|v| change.push(v)), [None, Some(2.0), Some(4.0)]);
    }
}
