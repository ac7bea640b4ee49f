//! The guardrails, checked in order; the first veto wins.

use super::edge::{carry, move_at_most, price_move, squared_moves};
use super::{ExecutionProfile, Intent, PoolState, Quote, Side, SkipReason, Skipped};
use crate::market::Series;
use std::sync::OnceLock;

/// An intent that passed every guardrail, with the resulting trade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Approved {
    /// The trade against the pool.
    pub quote: Quote,
    /// Fee, accounting asset.
    pub fee_cost: f64,
    /// Loss against the mid, accounting asset; negative when an earlier sleeve of the bar moved the
    /// price in favour of this one.
    pub slippage_cost: f64,
    /// The same in basis points of the trade's value at the mid.
    pub slippage_bps: f64,
}

/// The verdict of the guardrails on an intent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// Execute it.
    Approved(Approved),
    /// Do not execute it.
    Skipped(Skipped),
}

/// The market of one bar while its sleeves trade one after the other.
#[derive(Debug)]
pub struct BarMarket<'a> {
    profile: &'a ExecutionProfile,
    series: &'a Series,
    at: usize,
    /// The pool after the fills of this bar; made for the first intent that needs it.
    pool: Option<PoolState>,
    bought: f64,
    sold: f64,
    /// Sums that bound the edge of a veto, where it need not be exact.
    squared_moves: Option<&'a OnceLock<Vec<f64>>>,
}

impl<'a> BarMarket<'a> {
    /// Returns the untouched market of a bar before expiry.
    pub fn new(profile: &'a ExecutionProfile, series: &'a Series, at: usize) -> Self {
        Self { profile, series, at, pool: None, bought: 0.0, sold: 0.0, squared_moves: None }
    }

    /// Makes the edge of a veto an upper bound of it, which is cheaper. The sums of its run are made
    /// when they are first needed.
    #[must_use]
    pub fn with_bounds(self, squared_moves: &'a OnceLock<Vec<f64>>) -> Self {
        Self { squared_moves: Some(squared_moves), ..self }
    }

    /// Checks every guardrail in order.
    pub fn guard(&mut self, intent: &Intent) -> Verdict {
        match self.approve(intent) {
            Ok(approved) => Verdict::Approved(approved),
            Err(skipped) => Verdict::Skipped(skipped),
        }
    }

    /// Records the fill of an approved intent: later sleeves of the bar trade against the moved
    /// pool.
    pub fn fill(&mut self, intent: &Intent, approved: &Approved) {
        let pool = self.pool();
        match intent.side {
            Side::Buy => pool.bought(&approved.quote),
            Side::Sell => pool.sold(&approved.quote),
        }
        match intent.side {
            Side::Buy => self.bought += intent.notional,
            Side::Sell => self.sold += intent.notional,
        }
    }

    fn approve(&mut self, intent: &Intent) -> Result<Approved, Skipped> {
        self.check_hold(intent)?;
        self.check_liquidity(intent)?;
        let approved = self.quote(intent)?;
        self.check_slippage(intent, &approved)?;
        if intent.side == Side::Buy {
            self.check_edge(intent, &approved)?;
        }
        Ok(approved)
    }

    fn veto(&self, intent: &Intent, reason: SkipReason, value: f64, limit: f64) -> Skipped {
        Skipped {
            reason,
            side: intent.side,
            value,
            limit,
            notional: intent.notional,
            tvl: self.series.tvl[self.at],
            slippage_bps: None,
            edge: None,
            cost_rate: None,
        }
    }

    fn check_hold(&self, intent: &Intent) -> Result<(), Skipped> {
        let limit = self.profile.min_hold_bars(self.series.clock.timeframe);
        match intent.held_bars {
            Some(held) if held < limit as usize => {
                Err(self.veto(intent, SkipReason::MinHoldBars, held as f64, f64::from(limit)))
            }
            _ => Ok(()),
        }
    }

    fn check_liquidity(&self, intent: &Intent) -> Result<(), Skipped> {
        let earlier = match intent.side {
            Side::Buy => self.bought,
            Side::Sell => self.sold,
        };
        let value = intent.notional + earlier;
        let limit = self.profile.max_trade_pct_liquidity * self.series.tvl[self.at];
        if value > limit {
            return Err(self.veto(intent, SkipReason::MaxTradePctLiquidity, value, limit));
        }
        Ok(())
    }

    fn quote(&mut self, intent: &Intent) -> Result<Approved, Skipped> {
        let fee = self.profile.fee();
        let price = self.series.pt_price[self.at];
        let pool = self.pool();
        let (quoted, fee_of_buy) = match intent.side {
            Side::Buy => {
                let fee_cost = intent.outflow * fee / (1.0 + fee);
                (pool.quote_buy(intent.outflow / (1.0 + fee)), fee_cost)
            }
            Side::Sell => (pool.quote_sell(intent.outflow), 0.0),
        };
        let quote = quoted
            .map_err(|pool| self.veto(intent, SkipReason::PoolLimit, pool.value, pool.limit))?;
        let at_mid = quote.units * price;
        let (fee_cost, slippage_cost) = match intent.side {
            Side::Buy => (fee_of_buy, quote.asset - at_mid),
            Side::Sell => (quote.asset * fee, at_mid - quote.asset),
        };
        Ok(Approved { quote, fee_cost, slippage_cost, slippage_bps: 1e4 * slippage_cost / at_mid })
    }

    fn check_slippage(&self, intent: &Intent, approved: &Approved) -> Result<(), Skipped> {
        let (value, limit) = (approved.slippage_bps, self.profile.max_estimated_slippage_bps);
        if value > limit {
            let veto = self.veto(intent, SkipReason::MaxEstimatedSlippage, value, limit);
            return Err(Skipped { slippage_bps: Some(value), ..veto });
        }
        Ok(())
    }

    fn check_edge(&self, intent: &Intent, approved: &Approved) -> Result<(), Skipped> {
        let cost_rate = (approved.fee_cost + approved.slippage_cost) / intent.equity;
        if cost_rate <= 0.0 {
            return Ok(());
        }
        let (delta, limit) = ((intent.to - intent.from).abs(), self.profile.min_edge_to_cost_ratio);
        let carry = carry(self.profile, self.series, self.at);
        // The price move only adds to the edge, and rounding keeps order, so it need not be
        // measured.
        if delta * carry / cost_rate >= limit {
            return Ok(());
        }
        let (profile, series) = (self.profile, self.series);
        let edge_with = |price_move| delta * (carry + price_move);
        let mut edge = self.squared_moves.map_or(f64::INFINITY, |kept| {
            let squared = kept.get_or_init(|| squared_moves(series));
            edge_with(move_at_most(profile, series, (squared, self.at)))
        });
        if edge / cost_rate >= limit {
            edge = edge_with(price_move(profile, series, self.at));
        }
        let value = edge / cost_rate;
        if value < limit {
            let veto = self.veto(intent, SkipReason::MinEdgeToCost, value, limit);
            let slippage_bps = Some(approved.slippage_bps);
            return Err(Skipped {
                slippage_bps,
                edge: Some(edge),
                cost_rate: Some(cost_rate),
                ..veto
            });
        }
        Ok(())
    }

    fn pool(&mut self) -> &mut PoolState {
        let (series, at) = (self.series, self.at);
        self.pool.get_or_insert_with(|| {
            PoolState::new(
                series.total_pt[at],
                series.total_sy[at] * series.sy_index[at],
                series.pt_price[at],
                series.scalar_root / series.clock.tau[at],
            )
        })
    }
}

#[cfg(test)]
mod tests;
