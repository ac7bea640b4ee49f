//! Bounds of the price move of the edge hurdle.

use crate::num::{max, min};
use core::ops::Range;

/// Bounds of the price move of the edge. The squares of the changes are summed as the horizon moves
/// on, so that each bar costs two changes instead of a whole horizon.
///
/// The changes are those of the price. A change of `r` is between `r/(1 + largest)` and `r/(1 -
/// largest)` in the log price, so no logarithms are needed.
#[derive(Debug)]
pub(super) struct PriceMoves {
    horizon: usize,
    /// Bars whose changes are summed.
    summed: Range<usize>,
    squares: f64,
    /// Sum of all squares ever added; the rounding error of the running sum is relative to it.
    gross: f64,
    /// Largest change ever added.
    largest: f64,
}

impl PriceMoves {
    /// Bound on the rounding errors of the sums, the log prices and their deviation.
    const ROUNDING: f64 = 1e-12;

    /// Returns an empty sum over a horizon of `horizon` bars.
    pub(super) fn new(horizon: usize) -> Self {
        Self { horizon, summed: 0..0, squares: 0.0, gross: 0.0, largest: 0.0 }
    }

    /// Moves the horizon to bar `at`, which must be later than before; returns whether it is full.
    pub(super) fn advance(&mut self, prices: &[f64], at: usize) -> bool {
        if at < self.horizon || self.horizon < 2 {
            return false;
        }
        let first = at + 1 - self.horizon;
        if first >= self.summed.end {
            *self = Self { summed: first..first, ..Self::new(self.horizon) };
        }
        let change = |end: usize| prices[end] / prices[end - 1] - 1.0;
        for change in (self.summed.end..=at).map(change) {
            self.squares += change * change;
            self.gross += change * change;
            self.largest = max(self.largest, change.abs());
        }
        for change in (self.summed.start..first).map(change) {
            self.squares -= change * change;
        }
        self.summed = first..at + 1;
        self.largest < 0.5
    }

    /// Returns an upper bound of the move, close to it where prices change little.
    pub(super) fn at_most(&self, prices: &[f64], at: usize) -> f64 {
        let (before, after) = (prices[at - self.horizon], prices[at]);
        let sum = (after - before) / max(before, after);
        let wide = 1.0 - self.largest;
        let squares = (self.squares + Self::ROUNDING * self.gross) / (wide * wide);
        (self.of(squares, sum) * (1.0 + Self::ROUNDING)) + self.of_all(Self::ROUNDING)
    }

    /// Returns a lower bound of the move.
    pub(super) fn at_least(&self, prices: &[f64], at: usize) -> f64 {
        let (before, after) = (prices[at - self.horizon], prices[at]);
        let sum = (after - before) / min(before, after);
        let wide = 1.0 + self.largest;
        let squares = (self.squares - Self::ROUNDING * self.gross) / (wide * wide);
        max(0.0, self.of(squares, sum) * (1.0 - Self::ROUNDING) - self.of_all(Self::ROUNDING))
    }

    /// Returns the move from the sum of the squares and the sum of the changes: the squares around
    /// the mean are the squares around 0 less the squared sum divided by the number.
    fn of(&self, squares: f64, sum: f64) -> f64 {
        let count = self.horizon as f64;
        self.of_all((max(0.0, squares - sum * sum / count) / (count - 1.0)).sqrt())
    }

    /// Returns the move for a deviation.
    fn of_all(&self, deviation: f64) -> f64 {
        deviation * (self.horizon as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::PROFILE;
    use crate::execution::edge::price_move;
    use crate::strategy::testing::Bars;

    /// Checks steady, wild and constant walks, with skipped bars and with gaps longer than a
    /// horizon.
    #[test]
    fn a_price_move_is_within_close_bounds() {
        let mut random = crate::random::Random::new(3);
        let mut price = 0.9;
        let prices: Vec<f64> = (0..2_000)
            .map(|hour| {
                let scale = [1e-4, 0.0, 1e-2, 1e-9][hour / 250 % 4];
                price *= 1.0 + scale * ((random.next_u64() % 9) as f64 - 4.0) + 1e-6;
                price
            })
            .collect();
        let logs: Vec<f64> = prices.iter().map(|price| crate::num::transcend::ln(*price)).collect();
        let bars = Bars::hourly(2_000, 30)
            .with(|series| &mut series.pt_price, &prices)
            .with(|series| &mut series.log_price, &logs);
        for most_left_out in [1, 5, 400] {
            let (mut moves, mut at) = (PriceMoves::new(168), 0);
            while at < prices.len() {
                let exact = price_move(&PROFILE, &bars.0, at);
                assert_eq!(moves.advance(&prices, at), at >= 168);
                if at >= 168 {
                    let (low, high) = (moves.at_least(&prices, at), moves.at_most(&prices, at));
                    assert!(low <= exact && exact <= high, "{at}: {low} {exact} {high}");
                    assert!(high - low <= 0.1 * exact + 1e-5, "{at}: {low} {exact} {high}");
                }
                at += 1 + usize::try_from(random.next_u64() % most_left_out).unwrap();
            }
        }
    }
}
