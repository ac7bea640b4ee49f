//! A change of position proposed on a bar.

/// Direction of a trade in PT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// SY into PT.
    Buy,
    /// PT into SY.
    Sell,
}

impl Side {
    /// Returns the public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Buy => "buy",
            Self::Sell => "sell",
        }
    }
}

/// A proposed change of a sleeve's position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Intent {
    /// Side of the trade.
    pub side: Side,
    /// Last executed target, fraction of equity.
    pub from: f64,
    /// Target, fraction of equity.
    pub to: f64,
    /// Value of the change, accounting asset, positive.
    pub notional: f64,
    /// Amount that leaves the sleeve: asset for a buy, PT for a sale.
    pub outflow: f64,
    /// Equity of the sleeve before the trade.
    pub equity: f64,
    /// Bars since the sleeve's last fill; `None` before the first.
    pub held_bars: Option<usize>,
}
