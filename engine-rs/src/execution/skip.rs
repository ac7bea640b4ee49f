//! Vetoed intents, with the numbers that decided.

use super::Side;

/// The guardrail that vetoed an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// Too soon after the sleeve's last fill.
    MinHoldBars,
    /// Too large a share of the pool.
    MaxTradePctLiquidity,
    /// The pool cannot quote the trade.
    PoolLimit,
    /// Too much slippage.
    MaxEstimatedSlippage,
    /// Too small an edge for its cost.
    MinEdgeToCost,
}

impl SkipReason {
    /// Every reason, in the order in which the guardrails are checked.
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
    /// The measured value.
    pub value: f64,
    /// The allowed value.
    pub limit: f64,
    /// Value of the intent, accounting asset.
    pub notional: f64,
    /// Value of the pool, accounting asset.
    pub tvl: f64,
    /// Slippage of the trade, basis points; `None` if it was not needed.
    pub slippage_bps: Option<f64>,
    /// Edge of the trade, fraction of equity; `None` if it was not needed.
    pub edge: Option<f64>,
    /// Cost of the trade, fraction of equity; `None` if it was not needed.
    pub cost_rate: Option<f64>,
}
