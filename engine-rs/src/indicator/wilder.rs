//! Wilder's smoothing (New Concepts in Technical Trading Systems, 1978) and the RSI made of it.

use super::seed::Seed;

/// Mean of the first `n` values, then `(prev*(n-1) + v)/n`, computed as `prev + (v - prev)/n`: so
/// an average of equal values is that value.
#[derive(Debug, Clone)]
pub struct WilderAverage {
    share: f64,
    seed: Seed,
    average: Option<f64>,
}

impl WilderAverage {
    /// Returns the average of a length of at least one bar.
    pub fn new(length: usize) -> Self {
        Self { share: 1.0 / length as f64, seed: Seed::new(length), average: None }
    }

    /// Takes the newest value and returns the average.
    #[inline(always)]
    pub fn push(&mut self, value: f64) -> Option<f64> {
        self.average = match self.average {
            Some(average) => Some(average + self.share * (value - average)),
            None => self.seed.push(value),
        };
        self.average
    }
}

/// Relative strength index of a series of changes, 0 to 100.
#[derive(Debug, Clone)]
pub struct Rsi {
    gain: WilderAverage,
    loss: WilderAverage,
}

impl Rsi {
    /// Returns the index of a period of at least one change.
    pub fn new(period: usize) -> Self {
        Self { gain: WilderAverage::new(period), loss: WilderAverage::new(period) }
    }

    /// Takes the newest change and returns the index: 50 without any change, 100 without a loss.
    #[inline(always)]
    pub fn push(&mut self, change: f64) -> Option<f64> {
        let (up, down) = if change > 0.0 { (change, 0.0) } else { (0.0, -change) };
        let (gain, loss) = (self.gain.push(up), self.loss.push(down));
        let (gain, loss) = (gain?, loss?);
        let total = gain + loss;
        Some(if total == 0.0 { 50.0 } else { 100.0 * gain / total })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_moves_by_one_part_in_n() {
        let mut average = WilderAverage::new(2);
        // (2+4)/2 = 3; (3*1 + 5)/2 = 4
        assert_eq!([2.0, 4.0, 5.0].map(|v| average.push(v)), [None, Some(3.0), Some(4.0)]);
    }

    #[test]
    fn rsi_is_the_share_of_gains() {
        let mut rsi = Rsi::new(2);
        // gains 3, 0 -> 1.5; losses 0, 1 -> 0.5; 100*1.5/2
        assert_eq!([3.0, -1.0].map(|change| rsi.push(change)), [None, Some(75.0)]);
        let mut still = Rsi::new(2);
        assert_eq!([0.0, 0.0].map(|change| still.push(change)), [None, Some(50.0)]);
        let mut rising = Rsi::new(1);
        assert_eq!(rising.push(0.5), Some(100.0));
    }
}
