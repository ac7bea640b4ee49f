//! What an intent earns at most and costs at least, for little: enough to see that most vetoed ones
//! are, without the root and the deviation that say by how much.

use super::ExecutionProfile;
use super::edge::horizon;
use crate::market::Series;
use crate::num::{max, min};
use core::ops::Range;

/// Bounds of the price move of the edge, bar after bar: the squares of the changes are summed as the
/// horizon moves on, so that a bar after the one before costs two changes and not a horizon of them.
///
/// A change of the log price is no more than that of the price by the smaller of the two, and no less
/// than that by the larger: the logarithms are not needed, nor the column of them.
#[derive(Debug)]
pub struct PriceMoves<'a> {
    prices: Option<&'a [f64]>,
    horizon: usize,
    /// The changes that end on these bars are summed.
    summed: Range<usize>,
    /// Sums of squares, from below and from above.
    squares: [f64; 2],
    /// All squares that were ever added: what is left of a sum has the rounding of what is gone.
    gross: f64,
}

impl<'a> PriceMoves<'a> {
    /// Returns the moves over the horizon of a profile, none of them measured yet.
    pub fn new(profile: &ExecutionProfile, series: &Series) -> Self {
        let horizon = horizon(profile, series);
        Self { prices: None, horizon, summed: 0..0, squares: [0.0; 2], gross: 0.0 }
    }

    /// Returns what the move of bar `at` is at least and at most, as little apart as prices are from
    /// their neighbours; nothing is known where the horizon is not full. Bars are asked for in
    /// ascending order.
    #[inline(never)]
    pub(super) fn bounds(&mut self, series: &'a Series, at: usize) -> (f64, f64) {
        /// More than the roundings of the sums, of the log prices and of their deviation.
        const ROUNDING: f64 = 1e-12;
        let horizon = self.horizon;
        if at < horizon || horizon < 2 {
            return (0.0, f64::INFINITY);
        }
        let prices = *self.prices.get_or_insert(&series.pt_price);
        let first = at + 1 - horizon;
        if first >= self.summed.end {
            (self.summed, self.squares, self.gross) = (first..first, [0.0; 2], 0.0);
        }
        for end in self.summed.end..=at {
            let [low, high] = squares(prices[end - 1], prices[end]);
            self.squares = [self.squares[0] + low, self.squares[1] + high];
            self.gross += high;
        }
        for end in self.summed.start..first {
            let [low, high] = squares(prices[end - 1], prices[end]);
            self.squares = [self.squares[0] - low, self.squares[1] - high];
        }
        self.summed = first..at + 1;
        // The squares around the mean are those around 0 less the square of the sum by the number.
        let (count, [least, most]) = (horizon as f64, squares(prices[at - horizon], prices[at]));
        let rounding = ROUNDING * self.gross;
        let deviation = |squares: f64| (max(0.0, squares) / (count - 1.0)).sqrt();
        let low = deviation(self.squares[0] - most / count - rounding);
        let high = deviation(self.squares[1] - least / count + rounding);
        let low = max(0.0, low * (1.0 - ROUNDING) - ROUNDING);
        (low * count.sqrt(), (high * (1.0 + ROUNDING) + ROUNDING) * count.sqrt())
    }
}

/// Returns between what the square of the change of a log price lies.
fn squares(before: f64, after: f64) -> [f64; 2] {
    [max(before, after), min(before, after)].map(|base| {
        let change = (after - before) / base;
        change * change
    })
}

/// Returns what a purchase that `paid` pays for gives away against the mid in the untouched pool of
/// a bar at least, without its root: 0 where that is not known.
///
/// With `d = N/total` the logit falls by more than `2*d/(p + p' - 2*p*p')`, since `ln(a/b)` is more
/// than `2*(a-b)/(a+b)`, for `a = p*(1-p')` and `b = p'*(1-p)`. With that fall in its place the root
/// is one of a quadratic, and buys a little more than the true one.
#[inline(never)]
pub(super) fn least_slippage(
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

    /// On walks that are steady, wild or still, with bars left out, also more than a horizon of them.
    #[test]
    fn a_price_move_is_within_its_bounds_and_they_are_near() {
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
            let (mut moves, mut at) = (PriceMoves::new(&PROFILE, &bars.0), 0);
            while at < prices.len() {
                let exact = price_move(&PROFILE, &bars.0, at);
                let (low, high) = moves.bounds(&bars.0, at);
                assert!(low <= exact && exact <= high, "{at}: {low} {exact} {high}");
                if at < 168 {
                    assert_eq!((low, high), (0.0, f64::INFINITY));
                } else {
                    let near = 0.05 * exact + 2e-6;
                    assert!(high - low <= near, "{at}: {low} {exact} {high}");
                }
                at += 1 + usize::try_from(random.next_u64() % most_left_out).unwrap();
            }
        }
    }

    /// Hardly ever above the true one by more than roundings of what is paid, and near it.
    #[test]
    fn the_least_slippage_is_under_the_slippage_and_near() {
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
        // a purchase of all there is and more
        assert_eq!(least_slippage((1e6, 99e6), (0.98, 1e9), 9e6), 0.0);
    }
}
