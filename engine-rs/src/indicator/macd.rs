//! Moving average convergence and divergence (Appel, 1979).

use super::Ema;

/// The line `EMA(fast) - EMA(slow)`, each average starting at its own span, and the signal: the
/// average of the line, seeded with the mean of the line's first values. (TA-Lib starts both
/// averages at the slow span; we do not.)
#[derive(Debug, Clone)]
pub struct Macd {
    fast: Ema,
    slow: Ema,
    signal: Ema,
}

impl Macd {
    /// Returns the indicator of three spans of at least one bar.
    pub fn new(fast: usize, slow: usize, signal: usize) -> Self {
        Self { fast: Ema::new(fast), slow: Ema::new(slow), signal: Ema::new(signal) }
    }

    /// Takes the newest value and returns the line and the signal, once both exist.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<(f64, f64)> {
        let (fast, slow) = (self.fast.push(value), self.slow.push(value));
        let line = fast? - slow?;
        self.signal.push(line).map(|signal| (line, signal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_averages_start_at_their_own_spans() {
        let mut macd = Macd::new(1, 3, 2);
        // fast is the value; slow has alpha 1/2: (0+3+6)/3 = 3, 3 + (7-3)/2 = 5, 5 + (5-5)/2 = 5
        // line 6-3 = 3, 7-5 = 2, 5-5 = 0; signal alpha 2/3: (3+2)/2 = 2.5, 2.5 - 2.5*2/3
        let seen = [0.0, 3.0, 6.0, 7.0, 5.0].map(|value| macd.push(value));
        let last = 2.5 + 2.0 / 3.0 * (0.0 - 2.5);
        assert_eq!(seen, [None, None, None, Some((2.0, 2.5)), Some((0.0, last))]);
    }
}
