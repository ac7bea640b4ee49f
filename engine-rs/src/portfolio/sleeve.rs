//! A sleeve: the capital of one component, in SY shares and PT units.

use crate::execution::{Approved, ExecutionProfile, Intent, Side};
use crate::market::Series;
use crate::num::min;

/// What a sleeve holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Holding {
    /// SY shares, never negative.
    pub shares: f64,
    /// PT units.
    pub units: f64,
    /// Position last executed, fraction of equity; it does not drift with the price.
    pub position: f64,
}

impl Holding {
    /// Returns the value at a bar's prices.
    #[inline]
    pub fn equity(&self, pt_price: f64, sy_index: f64) -> f64 {
        self.shares * sy_index + self.units * pt_price
    }
}

/// A sleeve while it is simulated.
#[derive(Debug, Clone, Copy)]
pub struct Sleeve {
    /// What it holds.
    pub holding: Holding,
    last_fill: Option<usize>,
}

impl Sleeve {
    /// Returns a sleeve whose capital becomes SY at `sy_index`.
    pub fn new(capital: f64, sy_index: f64) -> Self {
        let holding = Holding { shares: capital / sy_index, units: 0.0, position: 0.0 };
        Self { holding, last_fill: None }
    }

    /// Returns whether a target is far enough from the position to be an intent.
    ///
    /// A change under `minPositionDelta` is none, but for one that goes all the way out or in.
    #[inline]
    pub fn asks(&self, profile: &ExecutionProfile, target: f64) -> bool {
        let distance = (target - self.holding.position).abs();
        let is_final = target == 0.0 || target == profile.max_abs_position;
        distance >= profile.min_position_delta || (is_final && distance >= profile.min_final_delta)
    }

    /// Returns the change that a target asks for, if it is one.
    pub fn intent(
        &self,
        profile: &ExecutionProfile,
        target: f64,
        marked: Marked,
    ) -> Option<Intent> {
        if self.asks(profile, target) { self.change(target, marked) } else { None }
    }

    fn change(&self, target: f64, marked: Marked) -> Option<Intent> {
        let (side, change, outflow) = self.outflow(target, marked);
        (outflow > 0.0).then(|| Intent {
            side,
            from: self.holding.position,
            to: target,
            notional: change.abs(),
            outflow,
            equity: marked.equity,
            held_bars: self.last_fill.map(|last| marked.at - last),
        })
    }

    /// Returns the trade that brings a sleeve to its target: its side, the change of the value in
    /// PT, and what it takes from the sleeve, as of [`Intent::outflow`]; nothing is no intent.
    #[inline]
    pub fn outflow(&self, target: f64, marked: Marked) -> (Side, f64, f64) {
        let Holding { shares, units, .. } = self.holding;
        let change = target * marked.equity - units * marked.pt_price;
        let (side, outflow) = if change > 0.0 {
            (Side::Buy, min(change, shares * marked.sy_index))
        } else if target == 0.0 {
            (Side::Sell, units)
        } else {
            (Side::Sell, min(-change / marked.pt_price, units))
        };
        (side, change, outflow)
    }

    /// Returns the sleeve's value at a bar.
    #[inline]
    pub fn marked(&self, at: usize, series: &Series) -> Marked {
        let (pt_price, sy_index) = (series.pt_price[at], series.sy_index[at]);
        Marked { at, pt_price, sy_index, equity: self.holding.equity(pt_price, sy_index) }
    }

    /// Executes an approved intent at bar `at`.
    pub fn fill(&mut self, intent: &Intent, approved: &Approved, marked: Marked) {
        let Holding { shares, units, .. } = self.holding;
        let (shares, units) = match intent.side {
            Side::Buy if intent.outflow >= shares * marked.sy_index => {
                (0.0, units + approved.quote.units)
            }
            Side::Buy => (shares - intent.outflow / marked.sy_index, units + approved.quote.units),
            Side::Sell => {
                let proceeds = approved.quote.asset - approved.fee_cost;
                (shares + proceeds / marked.sy_index, units - approved.quote.units)
            }
        };
        self.holding = Holding { shares, units, position: intent.to };
        self.last_fill = Some(marked.at);
    }

    /// Turns all PT into SY of the same value, free of cost.
    pub fn redeem(&mut self, marked: Marked) {
        let Holding { shares, units, .. } = self.holding;
        let shares = shares + units * marked.pt_price / marked.sy_index;
        self.holding = Holding { shares, units: 0.0, position: 0.0 };
    }
}

/// A sleeve marked at a bar.
#[derive(Debug, Clone, Copy)]
pub struct Marked {
    /// The bar.
    pub at: usize,
    /// PT price of the bar.
    pub pt_price: f64,
    /// SY index of the bar.
    pub sy_index: f64,
    /// Equity of the sleeve before it trades.
    pub equity: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::PROFILE;

    fn marked(sleeve: &Sleeve) -> Marked {
        let (pt_price, sy_index) = (0.5, 2.0);
        Marked { at: 3, pt_price, sy_index, equity: sleeve.holding.equity(pt_price, sy_index) }
    }

    #[test]
    fn capital_becomes_shares() {
        let sleeve = Sleeve::new(100.0, 2.0);
        assert_eq!(sleeve.holding, Holding { shares: 50.0, units: 0.0, position: 0.0 });
        assert_eq!(marked(&sleeve).equity, 100.0);
    }

    #[test]
    fn a_small_change_is_an_intent_only_when_it_is_final() {
        let mut sleeve = Sleeve::new(100.0, 2.0);
        sleeve.holding = Holding { shares: 2.0, units: 192.0, position: 0.96 };
        let intent = |target| sleeve.intent(&PROFILE, target, marked(&sleeve));
        assert_eq!(intent(0.95), None);
        let all = intent(1.0).unwrap();
        // 100 - 192*0.5 = 4 = all the SY there is
        assert_eq!((all.side, all.notional, all.outflow), (Side::Buy, 4.0, 4.0));
        let none = intent(0.0).unwrap();
        assert_eq!((none.side, none.notional, none.outflow), (Side::Sell, 96.0, 192.0));
        assert_eq!(intent(0.96), None);
    }

    #[test]
    fn the_side_follows_the_change_of_value_not_of_position() {
        let mut sleeve = Sleeve::new(100.0, 2.0);
        // position 0.5 was executed, but the PT are 80 % of equity by now: going to 0.6 is a sale
        sleeve.holding = Holding { shares: 10.0, units: 160.0, position: 0.5 };
        let intent = sleeve.intent(&PROFILE, 0.6, marked(&sleeve)).unwrap();
        assert_eq!((intent.side, intent.notional, intent.outflow), (Side::Sell, 20.0, 40.0));
    }

    #[test]
    fn redemption_moves_no_equity() {
        let mut sleeve = Sleeve::new(100.0, 2.0);
        sleeve.holding = Holding { shares: 10.0, units: 160.0, position: 0.8 };
        sleeve.redeem(marked(&sleeve));
        assert_eq!(sleeve.holding, Holding { shares: 50.0, units: 0.0, position: 0.0 });
    }
}
