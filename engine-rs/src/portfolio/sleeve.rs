//! A sleeve: the capital of one component, held as SY shares and PT units.

use crate::execution::{Approved, ExecutionProfile, Intent, Side};
use crate::market::Series;
use crate::num::min;

/// The SY and PT of a sleeve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// SY shares, never negative.
    pub shares: f64,
    /// PT units.
    pub units: f64,
    /// Last executed target, fraction of equity; it does not drift with the price.
    pub target: f64,
}

impl Position {
    /// Returns the value at a bar's prices.
    #[inline]
    pub fn equity(&self, pt_price: f64, sy_index: f64) -> f64 {
        self.shares * sy_index + self.units * pt_price
    }
}

/// A sleeve during a simulation.
#[derive(Debug, Clone, Copy)]
pub struct Sleeve {
    /// Its holding.
    pub position: Position,
    last_fill: Option<usize>,
}

impl Sleeve {
    /// Returns a sleeve whose capital becomes SY at `sy_index`.
    pub fn new(capital: f64, sy_index: f64) -> Self {
        let position = Position { shares: capital / sy_index, units: 0.0, target: 0.0 };
        Self { position, last_fill: None }
    }

    /// Returns whether a target is far enough from the last executed one to be an intent.
    ///
    /// A change below `minPositionDelta` is not an intent, unless it goes all the way out or in.
    #[inline]
    pub fn exceeds_deadband(&self, profile: &ExecutionProfile, target: f64) -> bool {
        let distance = (target - self.position.target).abs();
        let is_final = target == 0.0 || target == profile.max_abs_position;
        distance >= profile.min_position_delta || (is_final && distance >= profile.min_final_delta)
    }

    /// Returns the intent of a target, if it exceeds the deadband.
    pub fn intent(
        &self,
        profile: &ExecutionProfile,
        target: f64,
        marked: MarkedSleeve,
    ) -> Option<Intent> {
        if self.exceeds_deadband(profile, target) { self.change(target, marked) } else { None }
    }

    fn change(&self, target: f64, marked: MarkedSleeve) -> Option<Intent> {
        let (side, change, outflow) = self.sized_order(target, marked);
        (outflow > 0.0).then(|| Intent {
            side,
            from: self.position.target,
            to: target,
            notional: change.abs(),
            outflow,
            equity: marked.equity,
            held_bars: self.last_fill.map(|last| marked.at - last),
        })
    }

    /// Returns the trade that brings a sleeve to its target: its side, the change of the value in
    /// PT, and the amount that leaves the sleeve, see [`Intent::outflow`]. A trade of nothing is
    /// not an intent.
    #[inline]
    pub fn sized_order(&self, target: f64, marked: MarkedSleeve) -> (Side, f64, f64) {
        let Position { shares, units, .. } = self.position;
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
    pub fn mark(&self, at: usize, series: &Series) -> MarkedSleeve {
        let (pt_price, sy_index) = (series.pt_price[at], series.sy_index[at]);
        MarkedSleeve { at, pt_price, sy_index, equity: self.position.equity(pt_price, sy_index) }
    }

    /// Executes an approved intent at bar `at`.
    pub fn fill(&mut self, intent: &Intent, approved: &Approved, marked: MarkedSleeve) {
        let Position { shares, units, .. } = self.position;
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
        self.position = Position { shares, units, target: intent.to };
        self.last_fill = Some(marked.at);
    }

    /// Turns all PT into SY of the same value, free of cost.
    pub fn redeem(&mut self, marked: MarkedSleeve) {
        let Position { shares, units, .. } = self.position;
        let shares = shares + units * marked.pt_price / marked.sy_index;
        self.position = Position { shares, units: 0.0, target: 0.0 };
    }
}

/// A sleeve valued at a bar.
#[derive(Debug, Clone, Copy)]
pub struct MarkedSleeve {
    /// The bar.
    pub at: usize,
    /// PT price of the bar.
    pub pt_price: f64,
    /// SY index of the bar.
    pub sy_index: f64,
    /// Equity of the sleeve before its trade.
    pub equity: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::{PROFILE, Quote};

    fn marked(sleeve: &Sleeve) -> MarkedSleeve {
        let (pt_price, sy_index) = (0.5, 2.0);
        MarkedSleeve {
            at: 3,
            pt_price,
            sy_index,
            equity: sleeve.position.equity(pt_price, sy_index),
        }
    }

    #[test]
    fn capital_becomes_shares() {
        let sleeve = Sleeve::new(100.0, 2.0);
        assert_eq!(sleeve.position, Position { shares: 50.0, units: 0.0, target: 0.0 });
        assert_eq!(marked(&sleeve).equity, 100.0);
    }

    #[test]
    fn a_small_change_is_an_intent_only_when_it_is_final() {
        let mut sleeve = Sleeve::new(100.0, 2.0);
        sleeve.position = Position { shares: 2.0, units: 192.0, target: 0.96 };
        let intent = |target| sleeve.intent(&PROFILE, target, marked(&sleeve));
        assert_eq!(intent(0.95), None);
        let all = intent(1.0).unwrap();
        // 100 - 192*0.5 = 4 = all the remaining SY
        assert_eq!((all.side, all.notional, all.outflow), (Side::Buy, 4.0, 4.0));
        let none = intent(0.0).unwrap();
        assert_eq!((none.side, none.notional, none.outflow), (Side::Sell, 96.0, 192.0));
        assert_eq!(intent(0.96), None);
    }

    #[test]
    fn the_side_follows_the_change_of_value() {
        let mut sleeve = Sleeve::new(100.0, 2.0);
        // the last executed target was 0.5, but PT are now 80 % of equity: going to 0.6 is a sale
        sleeve.position = Position { shares: 10.0, units: 160.0, target: 0.5 };
        let intent = sleeve.intent(&PROFILE, 0.6, marked(&sleeve)).unwrap();
        assert_eq!((intent.side, intent.notional, intent.outflow), (Side::Sell, 20.0, 40.0));
    }

    /// Exactly the smallest change, and just below it.
    #[test]
    fn changes_below_the_deadband_are_not_intents() {
        let at = |position: f64| {
            let mut sleeve = Sleeve::new(100.0, 2.0);
            sleeve.position.target = position;
            sleeve
        };
        assert!(
            at(0.0).exceeds_deadband(&PROFILE, 0.05)
                && !at(0.0).exceeds_deadband(&PROFILE, 0.05_f64.next_down())
        );
        assert!(at(0.0001).exceeds_deadband(&PROFILE, 0.0));
        assert!(!at(0.0001_f64.next_down()).exceeds_deadband(&PROFILE, 0.0));
        let nearly = 1.0 - 0.0001;
        assert_eq!(at(nearly).exceeds_deadband(&PROFILE, 1.0), (1.0 - nearly).abs() >= 0.0001);
        assert!(
            at(0.999).exceeds_deadband(&PROFILE, 1.0)
                && !at(0.9999).exceeds_deadband(&PROFILE, 0.999)
        );
        assert!(
            !at(1.0).exceeds_deadband(&PROFILE, 1.0) && !at(0.0).exceeds_deadband(&PROFILE, 0.0)
        );
    }

    #[test]
    fn a_trade_of_nothing_is_not_an_intent() {
        // the target differs from the last one, but PT already have that value
        let mut sleeve = Sleeve::new(100.0, 2.0);
        sleeve.position = Position { shares: 25.0, units: 100.0, target: 0.25 };
        assert_eq!(sleeve.intent(&PROFILE, 0.5, marked(&sleeve)), None);
        // a sale with no units left
        sleeve.position = Position { shares: 50.0, units: 0.0, target: 0.5 };
        assert_eq!(sleeve.intent(&PROFILE, 0.0, marked(&sleeve)), None);
    }

    #[test]
    fn an_intent_knows_the_bars_since_the_last_fill() {
        let mut sleeve = Sleeve::new(100.0, 2.0);
        let first = sleeve.intent(&PROFILE, 1.0, marked(&sleeve)).unwrap();
        assert_eq!((first.held_bars, first.from, first.to, first.equity), (None, 0.0, 1.0, 100.0));
        let (intent, approved) = trade(Side::Buy, 40.0);
        sleeve.fill(&intent, &approved, MarkedSleeve { at: 1, ..marked(&sleeve) });
        assert_eq!(sleeve.intent(&PROFILE, 0.0, marked(&sleeve)).unwrap().held_bars, Some(2));
    }

    /// A trade of 60 PT for 30, with a fee of 1, that brings the position to 0.25.
    fn trade(side: Side, outflow: f64) -> (Intent, Approved) {
        let quote = Quote { units: 60.0, asset: 30.0, exchange_rate: 2.0 };
        let (from, to, held_bars) = (0.0, 0.25, None);
        let (notional, equity) = (30.0, 100.0);
        (
            Intent { side, from, to, notional, outflow, equity, held_bars },
            Approved { quote, fee_cost: 1.0, slippage_cost: 0.0, slippage_bps: 0.0 },
        )
    }

    #[test]
    fn a_fill_moves_shares_and_units() {
        let before = Position { shares: 50.0, units: 100.0, target: 0.0 };
        for (side, outflow, shares, units) in [
            // 40 of 100 in SY at an index of 2
            (Side::Buy, 40.0, 50.0 - 40.0 / 2.0, 160.0),
            // everything, or a rounding error more: the rest is 0, never negative
            (Side::Buy, 100.0, 0.0, 160.0),
            (Side::Buy, 100.0_f64.next_up(), 0.0, 160.0),
            // the proceeds less the fee
            (Side::Sell, 60.0, 50.0 + (30.0 - 1.0) / 2.0, 40.0),
        ] {
            let mut sleeve = Sleeve { position: before, last_fill: None };
            let (intent, approved) = trade(side, outflow);
            sleeve.fill(&intent, &approved, marked(&sleeve));
            let expected = Position { shares, units, target: 0.25 };
            assert_eq!(
                (sleeve.position, sleeve.last_fill),
                (expected, Some(3)),
                "{side:?} {outflow}"
            );
        }
    }

    #[test]
    fn redemption_moves_no_equity() {
        let mut sleeve = Sleeve::new(100.0, 2.0);
        sleeve.position = Position { shares: 10.0, units: 160.0, target: 0.8 };
        sleeve.redeem(marked(&sleeve));
        assert_eq!(sleeve.position, Position { shares: 50.0, units: 0.0, target: 0.0 });
    }
}
