//! Cheap bounds on the slippage, the edge and the cost of an intent. They prove most vetoes without
//! the root and the deviation that give the exact numbers.

use super::edge::{carry_of, horizon};
use super::pool::{EXCHANGE_RATE_MIN, SHARE_MAX};
use super::price_moves::PriceMoves;
use super::{ExecutionProfile, Intent, Side, SkipReason};
use crate::market::Series;
use crate::num::min;

/// Margin of a comparison of bounds for the rounding errors of the exact comparison.
pub(super) const BOUND_ROUNDING: f64 = 1e-9;
/// The same for slippage, basis points.
const SLIPPAGE_ROUNDING_BPS: f64 = 1e-6;

/// A veto that is certain before it is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CertainVeto {
    /// Its numbers are exact.
    Measured {
        /// The guardrail.
        reason: SkipReason,
        /// The measured value.
        value: f64,
        /// The allowed value.
        limit: f64,
    },
    /// Its value is at least this far from the limit.
    Beyond {
        /// The guardrail; `None` if it is one of several.
        reason: Option<SkipReason>,
        /// The distance, in the unit of the limit.
        distance: f64,
    },
}

/// Bounds on the guardrails of a run's intents, bar by bar in ascending order.
#[derive(Debug)]
pub struct Bounds<'a> {
    profile: &'a ExecutionProfile,
    series: &'a Series,
    moves: PriceMoves,
    /// Lower bound of the price move on the last checked bar.
    move_at_least: f64,
}

impl<'a> Bounds<'a> {
    /// Returns the bounds of a run on a series.
    pub fn new(profile: &'a ExecutionProfile, series: &'a Series) -> Self {
        let moves = PriceMoves::new(horizon(profile, series));
        Self { profile, series, moves, move_at_least: 0.0 }
    }

    /// Returns the lower bound of the price move on the last checked bar; 0 if it was not needed.
    pub fn move_at_least(&self) -> f64 {
        self.move_at_least
    }

    /// Returns whether a guardrail certainly vetoes the first intent of a bar.
    #[inline(never)]
    pub fn is_vetoed(&mut self, at: usize, intent: &Intent) -> bool {
        self.move_at_least = 0.0;
        intent.notional > self.notional_max(at) || self.beyond(at, intent).is_some()
    }

    /// Returns the veto on the first intent of a bar after the hold period, if it is certain.
    #[inline(never)]
    pub fn certain_veto(&mut self, at: usize, intent: &Intent) -> Option<CertainVeto> {
        self.move_at_least = 0.0;
        let (value, limit) = (intent.notional, self.notional_max(at));
        if value > limit {
            let reason = SkipReason::MaxTradePctLiquidity;
            return Some(CertainVeto::Measured { reason, value, limit });
        }
        let (reason, distance, slippage) = self.beyond(at, intent)?;
        let most_bps = slippage.most_bps() + SLIPPAGE_ROUNDING_BPS;
        let is_reached = slippage.is_quoted()
            && (reason == SkipReason::MaxEstimatedSlippage
                || most_bps <= self.profile.max_estimated_slippage_bps);
        Some(CertainVeto::Beyond { reason: is_reached.then_some(reason), distance })
    }

    fn notional_max(&self, at: usize) -> f64 {
        self.profile.max_trade_pct_liquidity * self.series.tvl[at]
    }

    /// Returns the guardrail that a purchase certainly fails if it gets that far, and how far the
    /// purchase is beyond its limit at least.
    #[inline]
    fn beyond(&mut self, at: usize, intent: &Intent) -> Option<(SkipReason, f64, Slippage)> {
        if intent.side == Side::Sell {
            return None;
        }
        let (profile, series) = (self.profile, self.series);
        let paid = intent.outflow / (1.0 + profile.fee());
        let slippage = Slippage::of(
            (series.total_pt[at], series.total_sy[at] * series.sy_index[at]),
            (series.pt_price[at], series.scalar_root / series.clock.tau[at]),
            paid,
        );
        let over =
            slippage.least_bps() - SLIPPAGE_ROUNDING_BPS - profile.max_estimated_slippage_bps;
        if over > 0.0 {
            return Some((SkipReason::MaxEstimatedSlippage, over, slippage));
        }
        let short = self.shortfall(at, intent, paid * profile.fee() + slippage.least)?;
        Some((SkipReason::MinEdgeToCost, short, slippage))
    }

    /// Returns how far the ratio of edge to cost stays below its limit at least, if a purchase
    /// certainly fails the edge hurdle: the upper bound of its edge is below the lower bound of the
    /// required one, by more than rounding.
    fn shortfall(&mut self, at: usize, intent: &Intent, cost: f64) -> Option<f64> {
        /// Relative error of the cost: the pool's root and rate are off by a few bits of the
        /// payment.
        const ROUNDING: f64 = 1e-12;
        let (profile, series) = (self.profile, self.series);
        let least_cost = cost - ROUNDING * intent.outflow;
        let limit = profile.min_edge_to_cost_ratio;
        let cost_rate = least_cost / intent.equity;
        let delta = (intent.to - intent.from).abs();
        let carry = carry_of(profile, series.log_yield[at], series.clock.tau[at]);
        if least_cost <= 0.0 || delta * carry >= limit * cost_rate {
            return None;
        }
        if !self.moves.advance(&series.pt_price, at) {
            return None;
        }
        let earned_at_most = delta * (carry + self.moves.at_most(&series.pt_price, at));
        let distance = limit - earned_at_most * (1.0 + BOUND_ROUNDING) / cost_rate;
        if distance > 0.0 {
            return Some(distance);
        }
        self.move_at_least = self.moves.at_least(&series.pt_price, at);
        None
    }
}

/// Bounds of the slippage of a purchase in the untouched pool of a bar, without solving for the root.
///
/// With `d = N/total` the logit falls by more than `2*d/(p + p' - 2*p*p')`, since `ln(a/b)` is more
/// than `2*(a-b)/(a+b)` for `a = p*(1-p')` and `b = p'*(1-p)`. Using that fall instead, the root is
/// one of a quadratic and buys slightly more than the true one. The logit falls by less than
/// `d/sqrt(p*(1-p)*p'*(1-p'))`, since `ln(a/b)` is less than `(a-b)/sqrt(a*b)`.
#[derive(Debug, Clone, Copy)]
struct Slippage {
    /// Lower bound of the loss against the mid, accounting asset; 0 if unknown.
    least: f64,
    /// Upper bound of the PT bought, fraction of the pool; 0 if unknown.
    bought: f64,
    paid: f64,
    share: f64,
    price: f64,
    rate_scalar: f64,
}

impl Slippage {
    #[inline]
    fn of((total_pt, asset): (f64, f64), (price, rate_scalar): (f64, f64), paid: f64) -> Self {
        let total = total_pt + asset;
        let share = total_pt / total;
        let (twice, slant) = (2.0 * share * (1.0 - share), 1.0 - 2.0 * share);
        let at_mid = paid / price;
        // total*slant*d^2 - linear*d + constant = 0
        let fall = 2.0 * paid / rate_scalar;
        let linear = total * twice + at_mid * slant + fall;
        let constant = at_mid * twice;
        let root = (linear * linear - 4.0 * total * slant * constant).sqrt();
        let bought = 2.0 * constant / (linear + root);
        let least = price * fall * bought / (twice - slant * bought);
        let is_known = bought < share && least > 0.0;
        let (least, bought) = if is_known { (least, bought) } else { (0.0, 0.0) };
        Self { least, bought, paid, share, price, rate_scalar }
    }

    /// Returns the lower bound in basis points of the trade's value at the mid.
    fn least_bps(&self) -> f64 {
        1e4 * self.least / (self.paid - self.least)
    }

    /// Returns the lower bound of the exchange rate of the trade; 0 if unknown.
    fn least_rate(&self) -> f64 {
        if self.bought == 0.0 {
            return 0.0;
        }
        let variance = |share: f64| share * (1.0 - share);
        let (before, after) = (variance(self.share), variance(self.share - self.bought));
        let fall = self.bought / (before * min(before, after)).sqrt();
        1.0 / self.price - fall * (1.0 + BOUND_ROUNDING) / self.rate_scalar
    }

    /// Returns the upper bound in basis points; infinite if unknown.
    fn most_bps(&self) -> f64 {
        let rate = self.least_rate();
        if rate > 0.0 { 1e4 * (1.0 / (rate * self.price) - 1.0) } else { f64::INFINITY }
    }

    /// Returns whether the pool certainly quotes the trade.
    fn is_quoted(&self) -> bool {
        self.share < SHARE_MAX && self.least_rate() > EXCHANGE_RATE_MIN + BOUND_ROUNDING
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::PoolState;

    /// The bound exceeds the slippage at most by rounding errors of the payment, and is close to
    /// it.
    #[test]
    fn the_slippage_is_within_close_bounds() {
        for rate_scalar in [5.0, 106.0, 20_000.0] {
            for total_pt in [1e6, 10e6, 30e6, 50e6, 70e6, 90e6] {
                let (asset, price) = (100e6 - total_pt, 0.98);
                let pool = PoolState::new(total_pt, asset, price, rate_scalar);
                for share in [1e-9, 1e-6, 1e-3, 0.01, 0.05, 0.2] {
                    let paid = share * total_pt;
                    let bounds = Slippage::of((total_pt, asset), (price, rate_scalar), paid);
                    let least = bounds.least;
                    let Ok(quote) = pool.quote_buy(paid) else {
                        assert!(!bounds.is_quoted(), "{total_pt} {share}");
                        continue;
                    };
                    let slippage = paid - quote.units * price;
                    let rounding = 1e-13 * paid;
                    assert!(least <= slippage + rounding, "{total_pt} {share}: {least} {slippage}");
                    let bps = 1e4 * slippage / (quote.units * price);
                    let least_bps = bounds.least_bps();
                    assert!(least_bps <= bps + SLIPPAGE_ROUNDING_BPS, "{least_bps} {bps}");
                    let most_bps = bounds.most_bps() + SLIPPAGE_ROUNDING_BPS;
                    assert!(bps <= most_bps, "{total_pt} {share}: {bps} {most_bps}");
                    if share <= 0.01 {
                        assert!(
                            most_bps <= 1.2 * bps + 1e-3,
                            "{total_pt} {share}: {most_bps} {bps}"
                        );
                    }
                    let near = if share <= 0.05 { 0.98 } else { 0.7 };
                    assert!(
                        least >= near * slippage - rounding,
                        "{total_pt} {share}: {least} {slippage}"
                    );
                }
            }
        }
        // a purchase of everything and more
        assert_eq!(Slippage::of((1e6, 99e6), (0.98, 1e9), 9e6).least, 0.0);
    }
}
