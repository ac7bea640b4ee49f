//! Why an intent was not executed, with the numbers that decided.

use super::Side;

/// The guardrail that vetoed an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// Too soon after the sleeve's last fill.
    MinHoldBars,
    /// Too large a part of the pool.
    MaxTradePctLiquidity,
    /// The pool cannot quote the trade.
    PoolLimit,
    /// Too much slippage.
    MaxEstimatedSlippage,
    /// Too little to earn for what it costs.
    MinEdgeToCost,
}

impl SkipReason {
    /// Every reason, in the order in which the guardrails are asked.
    pub const ALL: [Self; 5] = [
        Self::MinHoldBars,
        Self::MaxTradePctLiquidity,
        Self::PoolLimit,
        Self::MaxEstimatedSlippage,
        Self::MinEdgeToCost,
    ];

    /// Every reason, in the order of the codes.
    pub const BY_CODE: [Self; 5] = [
        Self::MaxEstimatedSlippage,
        Self::MaxTradePctLiquidity,
        Self::MinEdgeToCost,
        Self::MinHoldBars,
        Self::PoolLimit,
    ];

    /// Returns the public code.
    pub fn code(self) -> &'static str {
        match self {
            Self::MinHoldBars => "MIN_HOLD_BARS",
            Self::MaxTradePctLiquidity => "MAX_TRADE_PCT_LIQUIDITY",
            Self::PoolLimit => "POOL_LIMIT",
            Self::MaxEstimatedSlippage => "MAX_ESTIMATED_SLIPPAGE",
            Self::MinEdgeToCost => "MIN_EDGE_TO_COST",
        }
    }
}

/// A vetoed intent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Skipped {
    /// The guardrail.
    pub reason: SkipReason,
    /// Side of the intent.
    pub side: Side,
    /// What the guardrail measured.
    pub value: f64,
    /// What it allows.
    pub limit: f64,
    /// Value of the intent, accounting asset.
    pub notional: f64,
    /// Value of the pool, accounting asset.
    pub tvl: f64,
    /// Slippage of the trade, basis points; `None` where it was not asked for.
    pub slippage_bps: Option<f64>,
    /// What the trade can earn, fraction of equity; `None` where it was not asked for.
    pub edge: Option<f64>,
    /// What the trade costs, fraction of equity; `None` where it was not asked for.
    pub cost_rate: Option<f64>,
}

impl Skipped {
    /// Returns how far the value is from its limit.
    pub fn distance(&self) -> f64 {
        (self.value - self.limit).abs()
    }
}
