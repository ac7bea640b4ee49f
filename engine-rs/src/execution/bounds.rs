//! What an intent earns at most and costs at least, for little: enough to see that most vetoed ones
//! are, without the root and the deviation that say by how much.

use super::ExecutionProfile;
use super::edge::horizon;
use crate::market::Series;
use crate::num::max;
use core::ops::Range;

/// What [`price_move`] is at most, bar after bar: the squares of the changes are summed as the
/// horizon moves on, so that a bar after the one before costs two changes and not a horizon of them.
#[derive(Debug)]
pub struct PriceMoves<'a> {
    log_price: Option<&'a [f64]>,
    horizon: usize,
    /// The changes that end on these bars are summed.
    summed: Range<usize>,
    squares: f64,
    /// All squares that were ever added: what is left of a sum has the rounding of what is gone.
    gross: f64,
}

impl<'a> PriceMoves<'a> {
    /// Returns the moves over the horizon of a profile, none of them measured yet.
    pub fn new(profile: &ExecutionProfile, series: &Series) -> Self {
        let horizon = horizon(profile, series);
        Self { log_price: None, horizon, summed: 0..0, squares: 0.0, gross: 0.0 }
    }

    /// Returns a bound that the move of bar `at` never exceeds, and hardly ever is under by more than
    /// roundings; infinite where the horizon is not full. Bars are asked for in ascending order.
    pub(super) fn at_most(&mut self, series: &'a Series, at: usize) -> f64 {
        /// More than the roundings of the sums, and of the deviation that is bounded.
        const ROUNDING: f64 = 1e-12;
        let horizon = self.horizon;
        if at < horizon || horizon < 2 {
            return f64::INFINITY;
        }
        let prices = *self.log_price.get_or_insert(&series.log_price);
        let first = at + 1 - horizon;
        let square = |end: usize| {
            let change = prices[end] - prices[end - 1];
            change * change
        };
        if first >= self.summed.end {
            (self.summed, self.squares, self.gross) = (first..first, 0.0, 0.0);
        }
        let added: f64 = (self.summed.end..=at).map(square).sum();
        let gone: f64 = (self.summed.start..first).map(square).sum();
        self.squares += added - gone;
        self.gross += added;
        self.summed = first..at + 1;
        // The squares around the mean are those around 0 less the square of the sum by the number.
        let (count, sum) = (horizon as f64, prices[at] - prices[at - horizon]);
        let around_mean = self.squares - sum * sum / count + ROUNDING * self.gross;
        let deviation = (max(0.0, around_mean) / (count - 1.0)).sqrt();
        (deviation * (1.0 + ROUNDING) + ROUNDING) * count.sqrt()
    }
}

/// Returns what a purchase that `paid` pays for gives away against the mid in the untouched pool of
/// a bar at least, without its root: 0 where that is not known.
///
/// With `d = N/total` the logit falls by more than `2*d/(p + p' - 2*p*p')`, since `ln(a/b)` is more
/// than `2*(a-b)/(a+b)`, for `a = p*(1-p')` and `b = p'*(1-p)`. With that fall in its place the root
/// is one of a quadratic, and buys a little more than the true one.
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
    fn the_bound_of_a_price_move_is_above_it_and_near() {
        let mut random = crate::random::Random::new(3);
        let mut log = -0.04;
        let logs: Vec<f64> = (0..2_000)
            .map(|hour| {
                let scale = [1e-4, 0.0, 1e-2, 1e-9][hour / 250 % 4];
                log += scale * ((random.next_u64() % 9) as f64 - 4.0) + 1e-6;
                log
            })
            .collect();
        let bars = Bars::hourly(2_000, 30).with(|series| &mut series.log_price, &logs);
        for most_left_out in [1, 5, 400] {
            let (mut moves, mut at) = (PriceMoves::new(&PROFILE, &bars.0), 0);
            while at < logs.len() {
                let (exact, bound) =
                    (price_move(&PROFILE, &bars.0, at), moves.at_most(&bars.0, at));
                assert!(bound >= exact, "{at}: {bound} {exact}");
                if at < 168 {
                    assert_eq!(bound, f64::INFINITY);
                } else {
                    assert!(bound <= exact * (1.0 + 1e-6) + 1e-6, "{at}: {bound} {exact}");
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
