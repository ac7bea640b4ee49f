//! Cheap bounds on the edge and the cost of an intent. They suffice to reject most vetoed intents,
//! without the root and the deviation that give the exact distance.

use super::edge::{carry_of, horizon};
use super::{ExecutionProfile, Intent, Side};
use crate::market::Series;
use crate::num::{max, min};
use core::ops::Range;

/// Margin of a comparison of bounds for the rounding errors of the exact comparison.
pub(super) const BOUND_ROUNDING: f64 = 1e-9;

/// Bounds on the edge hurdle of a run's intents, bar by bar in ascending order.
#[derive(Debug)]
pub struct Bounds<'a> {
    profile: &'a ExecutionProfile,
    series: &'a Series,
    /// Looked up for the first intent: PT price, SY index, PT and SY in the pool, yield.
    columns: Option<[&'a [f64]; 5]>,
    moves: PriceMoves,
    /// Lower bound of the price move on the last checked bar.
    move_at_least: f64,
}

impl<'a> Bounds<'a> {
    /// Returns the bounds of a run on a series.
    pub fn new(profile: &'a ExecutionProfile, series: &'a Series) -> Self {
        let moves = PriceMoves::new(horizon(profile, series));
        Self { profile, series, columns: None, moves, move_at_least: 0.0 }
    }

    /// Returns the lower bound of the price move on the last checked bar; 0 if it was not needed.
    pub fn move_at_least(&self) -> f64 {
        self.move_at_least
    }

    /// Returns whether the first intent of a bar certainly fails the edge hurdle if it gets that
    /// far: the upper bound of its edge is below the lower bound of the required one, by more than
    /// rounding. The check needs neither a root of the pool nor a deviation, so a run that does not
    /// report its vetoes never computes them.
    #[inline(never)]
    pub fn is_hopeless(&mut self, at: usize, intent: &Intent) -> bool {
        /// Relative error of the cost: the pool's root and rate are off by a few bits of the
        /// payment.
        const ROUNDING: f64 = 1e-12;
        self.move_at_least = 0.0;
        if intent.side == Side::Sell {
            return false;
        }
        let (profile, series) = (self.profile, self.series);
        let [prices, index, total_pt, total_sy, log_yield] =
            *self.columns.get_or_insert_with(|| {
                let Series { pt_price, sy_index, total_pt, total_sy, log_yield, .. } = series;
                [pt_price, sy_index, total_pt, total_sy, log_yield].map(|column| column.as_slice())
            });
        let paid = intent.outflow / (1.0 + profile.fee());
        let reserves = (total_pt[at], total_sy[at] * index[at]);
        let tau = series.clock.tau[at];
        let slippage = least_slippage(reserves, (prices[at], series.scalar_root / tau), paid);
        let least_cost = paid * profile.fee() + slippage - ROUNDING * paid;
        let demanded = profile.min_edge_to_cost_ratio * least_cost / intent.equity;
        let delta = (intent.to - intent.from).abs();
        let carry = carry_of(profile, log_yield[at], tau);
        if least_cost <= 0.0 || delta * carry >= demanded {
            return false;
        }
        if !self.moves.advance(prices, at) {
            return false;
        }
        let earned_at_most = delta * (carry + self.moves.at_most(prices, at));
        let is_hopeless = earned_at_most * (1.0 + BOUND_ROUNDING) < demanded;
        if !is_hopeless {
            self.move_at_least = self.moves.at_least(prices, at);
        }
        is_hopeless
    }
}

/// Bounds of the price move of the edge. The squares of the changes are summed as the horizon moves
/// on, so that each bar costs two changes instead of a whole horizon.
///
/// The changes are those of the price. A change of `r` is between `r/(1 + largest)` and `r/(1 -
/// largest)` in the log price, so no logarithms are needed.
/// `r/(1 - largest)` in size: the logarithms are not needed, nor the column of them.
#[derive(Debug)]
struct PriceMoves {
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
    fn new(horizon: usize) -> Self {
        Self { horizon, summed: 0..0, squares: 0.0, gross: 0.0, largest: 0.0 }
    }

    /// Moves the horizon to bar `at`, which must be later than before; returns whether it is full.
    fn advance(&mut self, prices: &[f64], at: usize) -> bool {
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
    fn at_most(&self, prices: &[f64], at: usize) -> f64 {
        let (before, after) = (prices[at - self.horizon], prices[at]);
        let sum = (after - before) / max(before, after);
        let wide = 1.0 - self.largest;
        let squares = (self.squares + Self::ROUNDING * self.gross) / (wide * wide);
        (self.of(squares, sum) * (1.0 + Self::ROUNDING)) + self.of_all(Self::ROUNDING)
    }

    /// Returns a lower bound of the move.
    fn at_least(&self, prices: &[f64], at: usize) -> f64 {
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

/// Returns a lower bound of the slippage of a purchase for `paid` in the untouched pool of a bar,
/// without solving for the root; 0 if unknown.
///
/// With `d = N/total` the logit falls by more than `2*d/(p + p' - 2*p*p')`, since `ln(a/b)` is more
/// than `2*(a-b)/(a+b)` for `a = p*(1-p')` and `b = p'*(1-p)`. Using that fall instead, the root is
/// one of a quadratic and buys slightly more than the true one.
fn least_slippage(
    (total_pt, asset): (f64, f64),
    (pt_price, rate_scalar): (f64, f64),
    paid: f64,
) -> f64 {
    let total = total_pt + asset;
    let share = total_pt / total;
    let (twice, slant) = (2.0 * share * (1.0 - share), 1.0 - 2.0 * share);
    let at_mid = paid / pt_price;
    // total*slant*d^2 - linear*d + constant = 0
    let fall = 2.0 * paid / rate_scalar;
    let linear = total * twice + at_mid * slant + fall;
    let constant = at_mid * twice;
    let root = (linear * linear - 4.0 * total * slant * constant).sqrt();
    let bought = 2.0 * constant / (linear + root);
    let least = pt_price * fall * bought / (twice - slant * bought);
    if bought < share && least > 0.0 { least } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::edge::price_move;
    use crate::execution::{PROFILE, PoolState};
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

    /// The bound exceeds the slippage at most by rounding errors of the payment, and is close to
    /// it.
    #[test]
    fn the_least_slippage_is_a_close_lower_bound() {
        for rate_scalar in [5.0, 106.0, 20_000.0] {
            for total_pt in [1e6, 10e6, 30e6, 50e6, 70e6, 90e6] {
                let (asset, price) = (100e6 - total_pt, 0.98);
                let pool = PoolState::new(total_pt, asset, price, rate_scalar);
                for share in [1e-9, 1e-6, 1e-3, 0.01, 0.05, 0.2] {
                    let paid = share * total_pt;
                    let least = least_slippage((total_pt, asset), (price, rate_scalar), paid);
                    let Ok(quote) = pool.quote_buy(paid) else { continue };
                    let slippage = paid - quote.units * price;
                    let rounding = 1e-13 * paid;
                    assert!(least <= slippage + rounding, "{total_pt} {share}: {least} {slippage}");
                    let near = if share <= 0.05 { 0.98 } else { 0.7 };
                    assert!(
                        least >= near * slippage - rounding,
                        "{total_pt} {share}: {least} {slippage}"
                    );
                }
            }
        }
        // a purchase of everything and more
        assert_eq!(least_slippage((1e6, 99e6), (0.98, 1e9), 9e6), 0.0);
    }
}
