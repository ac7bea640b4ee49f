//! Cost of a trade against the pool: the rate curve of a Pendle V2 market.
//!
//! `p = totalPt/(totalPt + A)` is the share of PT, where `A` is the asset value of the SY reserves.
//! A trade of `N` PT (a buy has `N > 0`) moves it to `p' = (totalPt - N)/(totalPt + A)` and is
//! priced as a whole at `1/Ex`, `Ex = logit(p')/rateScalar + rateAnchor`. The anchor is set so that
//! the price of an infinitesimal trade is the bar's `ptPrice`.

use crate::market::pool_pt_share;
use crate::num::transcend::logit;

/// The largest share of PT after a trade (Pendle's `MAX_MARKET_PROPORTION`).
pub(super) const SHARE_MAX: f64 = 0.96;
/// The smallest exchange rate: PT may not cost more than the asset it redeems for.
pub(super) const EXCHANGE_RATE_MIN: f64 = 1.0;
/// Step limit of Newton's method, whose root is bracketed; it usually takes fewer than ten.
const STEPS_MAX: usize = 200;

/// A trade that the pool cannot quote, with the value that is out of bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolLimit {
    /// `p'` or `Ex`.
    pub value: f64,
    /// The violated bound.
    pub limit: f64,
}

/// A trade quoted by the pool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quote {
    /// PT bought or sold, positive.
    pub units: f64,
    /// Asset paid or received, without the fee.
    pub asset: f64,
    /// `Ex` of the trade; its price is `1/Ex`.
    pub exchange_rate: f64,
}

/// The pool at one bar. Sleeves of one bar trade one after the other and move the reserves; all of
/// them use the bar's curve and mid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolState {
    /// PT in the pool.
    pub total_pt: f64,
    /// Asset value of the SY in the pool.
    pub asset: f64,
    /// `scalarRoot/tau`.
    pub rate_scalar: f64,
    /// `1/ptPrice - logit(p)/rateScalar` of the untouched pool.
    pub rate_anchor: f64,
}

impl PoolState {
    /// Returns the untouched pool of a bar.
    pub fn new(total_pt: f64, asset: f64, pt_price: f64, rate_scalar: f64) -> Self {
        let share = pool_pt_share(total_pt, asset);
        let rate_anchor = 1.0 / pt_price - logit(share) / rate_scalar;
        Self { total_pt, asset, rate_scalar, rate_anchor }
    }

    fn share_after(&self, units: f64) -> f64 {
        (self.total_pt - units) / (self.total_pt + self.asset)
    }

    fn exchange_rate(&self, share: f64) -> f64 {
        logit(share) / self.rate_scalar + self.rate_anchor
    }

    /// Quotes a purchase of `units` PT (a sale when negative).
    fn quote(&self, units: f64) -> Result<(f64, f64), PoolLimit> {
        let share = self.share_after(units);
        if share > SHARE_MAX {
            return Err(PoolLimit { value: share, limit: SHARE_MAX });
        }
        let rate = self.exchange_rate(share);
        if rate < EXCHANGE_RATE_MIN {
            return Err(PoolLimit { value: rate, limit: EXCHANGE_RATE_MIN });
        }
        Ok((share, rate))
    }

    /// Quotes the purchase that `asset` pays for.
    ///
    /// # Errors
    /// [`PoolLimit`] if the pool cannot make the trade.
    pub fn quote_buy(&self, asset: f64) -> Result<Quote, PoolLimit> {
        let (units, _) = self.units_for(asset);
        let (_, exchange_rate) = self.quote(units)?;
        Ok(Quote { units, asset, exchange_rate })
    }

    /// Quotes the sale of `units` PT.
    ///
    /// # Errors
    /// [`PoolLimit`] if the pool cannot make the trade.
    pub fn quote_sell(&self, units: f64) -> Result<Quote, PoolLimit> {
        let (_, exchange_rate) = self.quote(-units)?;
        Ok(Quote { units, asset: units / exchange_rate, exchange_rate })
    }

    /// Returns the root `N` of `N = asset*Ex(N)`, the PT that `asset` buys, and the number of
    /// steps.
    ///
    /// `N - asset*Ex(N)` rises on `(0, min(totalPt, asset*Ex(0))]` from below 0 to 0 or above, so
    /// the bracket is halved where a Newton step would leave it.
    fn units_for(&self, asset: f64) -> (f64, usize) {
        let total = self.total_pt + self.asset;
        let start = asset * self.exchange_rate(self.share_after(0.0));
        let (mut low, mut high) = (0.0, crate::num::min(self.total_pt, start));
        let mut units = high;
        for steps in 1..=STEPS_MAX {
            let share = self.share_after(units);
            let excess = units - asset * self.exchange_rate(share);
            if excess == 0.0 {
                return (units, steps);
            }
            if excess > 0.0 {
                high = units;
            } else {
                low = units;
            }
            let slope = 1.0 + asset / (self.rate_scalar * share * (1.0 - share) * total);
            let step = units - excess / slope;
            let next = if step > low && step < high { step } else { low + (high - low) / 2.0 };
            if next == units || next <= low || next >= high {
                return (units, steps);
            }
            units = next;
        }
        (units, STEPS_MAX)
    }

    /// Moves the reserves by a purchase.
    pub fn bought(&mut self, quote: &Quote) {
        self.total_pt -= quote.units;
        self.asset += quote.asset;
    }

    /// Moves the reserves by a sale.
    pub fn sold(&mut self, quote: &Quote) {
        self.total_pt += quote.units;
        self.asset -= quote.asset;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::transcend::exp;

    /// The published test vector: 90 days to expiry, implied 8 %.
    fn pool() -> (PoolState, f64) {
        let tau: f64 = 90.0 / 365.0;
        let price = exp(-crate::num::transcend::ln(1.08) * tau);
        (PoolState::new(40e6, 50e6 * 1.2, price, 26.152_849_200_325_396 / tau), price)
    }

    #[test]
    fn buying_a_million_pt() {
        let (pool, price) = pool();
        assert!((pool.rate_scalar - 106.064_332_867_986).abs() < 1e-11);
        assert!((1.0 / price - 1.019_157_896_942).abs() < 1e-12);
        assert!((pool.rate_anchor - 1.022_980_719_347).abs() < 1e-12);
        let (share, rate) = pool.quote(1e6).unwrap();
        assert_eq!(share, 0.39);
        assert!((rate - 1.018_763_352_341).abs() < 1e-12);
        assert!((1e6 / rate - 981_582.226_826_841_2).abs() < 1e-6);
    }

    #[test]
    fn a_purchase_is_consistent_with_its_price() {
        let (pool, _) = pool();
        let quote = pool.quote_buy(981_582.226_826_841_2).unwrap();
        assert!((quote.units - 1e6).abs() < 1e-6);
        // the root is exact to the last bits: units and asset*Ex agree to two ulps
        let product = quote.asset * quote.exchange_rate;
        assert!((quote.units - product).abs() <= 2.0 * quote.units * f64::EPSILON);
    }

    #[test]
    fn a_sale_costs_more_than_the_mid_and_moves_the_pool() {
        let (mut pool, price) = pool();
        let quote = pool.quote_sell(1e6).unwrap();
        assert!(quote.asset < 1e6 * price);
        pool.sold(&quote);
        assert_eq!(pool.total_pt, 41e6);
        let back = pool.quote_buy(quote.asset).unwrap();
        assert!(back.units > 0.0);
    }

    #[test]
    fn the_pool_refuses_beyond_its_bounds() {
        let (pool, _) = pool();
        let over = pool.quote_sell(57e6).unwrap_err();
        assert_eq!((over.value, over.limit), (0.97, SHARE_MAX));
        let under = pool.quote_buy(39e6).unwrap_err();
        assert_eq!(under.limit, EXCHANGE_RATE_MIN);
        assert!(under.value < 1.0);
        // (40 + 56)/100 is the largest share
        assert!(pool.quote_sell(56e6).is_ok());
        // after buying 10, half of the pool is PT: the logit is 0 and the rate is the anchor
        let even =
            |rate_anchor| PoolState { total_pt: 60.0, asset: 40.0, rate_scalar: 9.0, rate_anchor };
        assert_eq!(even(1.0).quote(10.0), Ok((0.5, 1.0)));
        let under = 1.0_f64.next_down();
        let rejected = PoolLimit { value: under, limit: EXCHANGE_RATE_MIN };
        assert_eq!(even(under).quote(10.0), Err(rejected));
    }

    /// `RULES.md` 4.2: beyond the last double below all PT there is no root, so `Ex` there is shown.
    #[test]
    fn a_purchase_of_more_than_all_pt_ends_below_the_last_one() {
        for (total_pt, asset) in [(40e6, 60e6), (90e6, 10e6), (10e6, 90e6)] {
            let last = f64::next_down(total_pt);
            for times in [1.1, 2.0, 100.0, 1e6] {
                let paid = times * total_pt;
                let refused = |rate_scalar| {
                    let pool = PoolState::new(total_pt, asset, 0.98, rate_scalar);
                    let (units, _) = pool.units_for(paid);
                    assert!(units <= last);
                    let shown = pool.quote_buy(paid).unwrap_err();
                    assert_eq!(shown.limit, EXCHANGE_RATE_MIN);
                    assert_eq!(shown.value, pool.exchange_rate(pool.share_after(units)));
                    (units, shown.value)
                };
                let (units, rate) = refused(5.0);
                assert!((rate / (units / paid) - 1.0).abs() < 1e-6, "N/X at the root");
                let (units, rate) = refused(106.0);
                assert!(rate < 1.0 && (times < 2.0 || units == last));
                // a curve this steep still quotes the last PT; the slippage is the whole rest
                let steep = PoolState::new(total_pt, asset, 0.98, 20_000.0);
                let quote = steep.quote_buy(paid).unwrap();
                assert!(quote.units == last && quote.asset == paid);
            }
        }
    }

    /// From dust to most of the pool, on flat and steep curves.
    #[test]
    fn the_root_is_exact_to_the_last_bits() {
        let (mut newton, mut halving) = (0, 0);
        for rate_scalar in [5.0, 106.0, 20_000.0] {
            for (total_pt, asset) in [(40e6, 60e6), (90e6, 10e6), (10e6, 90e6)] {
                let pool = PoolState::new(total_pt, asset, 0.98, rate_scalar);
                for share in [1e-12, 1e-6, 0.01, 0.5, 0.9, 2.0] {
                    let paid = share * total_pt;
                    let (units, steps) = pool.units_for(paid);
                    if share < 1.0 {
                        assert!(steps <= 7, "{rate_scalar} {total_pt} {share}: {steps}");
                        newton += steps;
                    } else {
                        halving += steps;
                    }
                    // the excess rises through 0 within a few rounding errors of the root
                    let excess = |n: f64| n - paid * pool.exchange_rate(pool.share_after(n));
                    let few = 32.0 * f64::EPSILON * units;
                    assert!(excess(units - few) <= 0.0, "{rate_scalar} {total_pt} {share}");
                    let above = units + few;
                    assert!(above >= total_pt || excess(above) >= 0.0);
                    assert!(units > 0.0 && units <= total_pt);
                }
            }
        }
        // 45 trades within the pool, and 9 that would empty it, where a Newton step leaves the
        // bracket. A worse slope or bracket takes more steps.
        assert_eq!((newton, halving), (147, 348));
    }

    #[test]
    fn a_trade_moves_both_reserves() {
        let mut pool =
            PoolState { total_pt: 60.0, asset: 40.0, rate_scalar: 9.0, rate_anchor: 1.0 };
        let quote = Quote { units: 5.0, asset: 4.0, exchange_rate: 1.25 };
        pool.bought(&quote);
        assert_eq!((pool.total_pt, pool.asset), (55.0, 44.0));
        pool.sold(&quote);
        pool.sold(&quote);
        assert_eq!((pool.total_pt, pool.asset), (65.0, 36.0));
        assert_eq!(pool.rate_anchor, 1.0);
    }
}
