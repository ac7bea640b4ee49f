//! The execution policy. It belongs to the service and is published with the family; callers cannot
//! change it.

use crate::json::{Emit, Sink};
use crate::market::Timeframe;

/// Resolved execution rules.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExecutionProfile {
    /// Fee of a trade, basis points of the asset that enters or leaves the pool.
    pub fee_bps: f64,
    /// Largest position, fraction of a sleeve's equity.
    pub max_abs_position: f64,
    /// Largest slippage of a trade, basis points of its value at the mid.
    pub max_estimated_slippage_bps: f64,
    /// Largest notional of one side of a bar, fraction of the pool's value.
    pub max_trade_pct_liquidity: f64,
    /// Fewest bars between two fills of a sleeve, by timeframe (hourly, daily).
    pub min_hold_bars: (u32, u32),
    /// Smallest edge of a buy, multiples of its cost.
    pub min_edge_to_cost_ratio: f64,
    /// Days over which the edge of a buy is estimated.
    pub edge_horizon_days: u32,
    /// Smallest change of position that is an intent.
    pub min_position_delta: f64,
    /// Smallest change of position that is an intent when the target is 0 or the largest position.
    pub min_final_delta: f64,
}

/// The policy of `policyVersion` 1.
pub const PROFILE: ExecutionProfile = ExecutionProfile {
    fee_bps: 2.0,
    max_abs_position: 1.0,
    max_estimated_slippage_bps: 100.0,
    max_trade_pct_liquidity: 0.05,
    min_hold_bars: (72, 3),
    min_edge_to_cost_ratio: 2.5,
    edge_horizon_days: 7,
    min_position_delta: 0.05,
    min_final_delta: 0.0001,
};

impl ExecutionProfile {
    /// Returns the fee as a fraction.
    pub fn fee(&self) -> f64 {
        self.fee_bps / 1e4
    }

    /// Returns the fewest bars between two fills of a sleeve.
    pub fn min_hold_bars(&self, timeframe: Timeframe) -> u32 {
        match timeframe {
            Timeframe::Hourly => self.min_hold_bars.0,
            Timeframe::Daily => self.min_hold_bars.1,
        }
    }
}

impl ExecutionProfile {
    /// Returns the first number that is out of its range: its name, value and range.
    pub(crate) fn first_wrong(&self) -> Option<(&'static str, f64, &'static str)> {
        const AMOUNT: &str = "a finite number from 0 on";
        let is_amount = |value: f64| value.is_finite() && value >= 0.0;
        let amounts = [
            ("max_estimated_slippage_bps", self.max_estimated_slippage_bps),
            ("max_trade_pct_liquidity", self.max_trade_pct_liquidity),
            ("min_edge_to_cost_ratio", self.min_edge_to_cost_ratio),
            ("min_position_delta", self.min_position_delta),
            ("min_final_delta", self.min_final_delta),
        ];
        let (fee, max) = (self.fee_bps, self.max_abs_position);
        if !(is_amount(fee) && fee < 1e4) {
            return Some(("fee_bps", fee, "from 0 to under 10000"));
        }
        if !(max > 0.0 && max <= 1.0) {
            return Some(("max_abs_position", max, "above 0 and at most 1"));
        }
        let wrong = amounts.into_iter().find(|(_, value)| !is_amount(*value));
        wrong.map(|(name, value)| (name, value, AMOUNT))
    }
}

impl Emit for ExecutionProfile {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("ammAdjustmentBps", 0.0);
        sink.member("ammExecutionMode", "pool_state");
        sink.member("edgeHorizonDays", self.edge_horizon_days);
        sink.member("feeBps", self.fee_bps);
        sink.member("fillRule", "close");
        sink.member("idleAsset", "sy");
        sink.member("initialPosition", 0.0);
        sink.member("maxAbsPosition", self.max_abs_position);
        sink.member("maxEstimatedSlippageBps", self.max_estimated_slippage_bps);
        sink.member("maxTradePctLiquidity", self.max_trade_pct_liquidity);
        sink.member("minEdgeToCostRatio", self.min_edge_to_cost_ratio);
        sink.key("minHoldBars");
        sink.begin_object();
        sink.member("daily", self.min_hold_bars.1);
        sink.member("hourly", self.min_hold_bars.0);
        sink.end_object();
        sink.member("minPositionDelta", self.min_position_delta);
        sink.member("policyVersion", crate::version::POLICY_VERSION);
        sink.member("positionMode", "long_only");
        sink.member("slippageBps", 0.0);
        sink.end_object();
    }
}
