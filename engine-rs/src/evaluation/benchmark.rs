//! The two lines to beat: holding PT, and doing nothing.

use crate::execution::PROFILE;
use crate::market::Series;
use crate::simulation::CoreMetrics;

/// Returns the metrics of the benchmark, published as Hold, see [`buy_and_hold_equity`]; `None` with
/// fewer than two scored bars.
pub fn buy_and_hold(capital: f64, series: &Series, start: usize) -> Option<CoreMetrics> {
    let (invested, fee) = purchase(capital);
    let equity = buy_and_hold_equity(capital, series, start);
    CoreMetrics::of_path(capital, &equity, series, (invested / capital, fee / capital))
}

/// Returns the equity of the benchmark at every scored bar: at the first one all capital buys PT at
/// the mid, paying the fee of a buy, without impact or guardrails; at expiry the PT are redeemed into
/// SY.
pub fn buy_and_hold_equity(capital: f64, series: &Series, start: usize) -> Vec<f64> {
    let (pt_price, sy_index) = (&series.pt_price, &series.sy_index);
    let units = purchase(capital).0 / pt_price[start];
    let expiry = series.clock.expiry_index;
    let held = pt_price[start..expiry.max(start)].iter().map(|price| units * price);
    let mut equity: Vec<f64> = held.collect();
    if expiry < series.bars() {
        let redeemed = expiry.max(start);
        let shares = units * pt_price[redeemed] / sy_index[redeemed];
        equity.extend(sy_index[redeemed..].iter().map(|index| shares * index));
    }
    equity
}

/// Returns what all capital buys at the mid and the fee that it pays.
fn purchase(capital: f64) -> (f64, f64) {
    let fee = capital * PROFILE.fee() / (1.0 + PROFILE.fee());
    (capital - fee, fee)
}

/// Returns the metrics of all capital left in SY; `None` with fewer than two scored bars.
pub fn idle(capital: f64, series: &Series, start: usize) -> Option<CoreMetrics> {
    CoreMetrics::of_path(capital, &idle_equity(capital, series, start), series, (0.0, 0.0))
}

/// Returns the equity of all capital left in SY, at every scored bar.
pub fn idle_equity(capital: f64, series: &Series, start: usize) -> Vec<f64> {
    let shares = capital / series.sy_index[start];
    series.sy_index[start..].iter().map(|index| shares * index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::testing::Bars;

    /// Five days: PT rises to par, SY grows; the last bar closes `left` days before expiry.
    fn series(left: i64) -> Series {
        Bars::daily(5, left)
            .with(|series| &mut series.pt_price, &[0.5, 0.625, 0.75, 0.875, 1.0])
            .with(|series| &mut series.sy_index, &[1.0, 1.25, 2.0, 2.5, 5.0])
            .0
    }

    /// All that is not paid for the fee buys at 0.625 on bar 1: what a unit is worth of a capital of 1.
    const FEE: f64 = 0.0002 / 1.0002;
    const UNITS: f64 = (1.0 - FEE) / 0.625;

    #[test]
    fn hold_is_worth_its_units_until_expiry_and_then_the_shares_they_became() {
        let held = [0.625, 0.75, 0.875, 1.0].map(|price| UNITS * price);
        let (last, early) = (UNITS * 1.0 / 5.0, UNITS * 0.75 / 2.0);
        for (left, equity) in [
            (9, held),
            // expiry at the last bar
            (0, [held[0], held[1], held[2], last * 5.0]),
            // expiry on bar 2: SY from there on
            (-2, [held[0], early * 2.0, early * 2.5, early * 5.0]),
        ] {
            let series = series(left);
            let expected = CoreMetrics::of_path(1.0, &equity, &series, (1.0 - FEE, FEE));
            assert!(expected.is_some());
            assert_eq!(buy_and_hold(1.0, &series, 1), expected, "{left}");
        }
    }

    #[test]
    fn hold_that_begins_at_expiry_or_after_it_is_sy() {
        // bar 2 is expiry; the window begins on bar 3 and buys at 0.875
        let units = (1.0 - FEE) / 0.875;
        let shares = units * 0.875 / 2.5;
        let equity = [shares * 2.5, shares * 5.0];
        let series = series(-2);
        let expected = CoreMetrics::of_path(1.0, &equity, &series, (1.0 - FEE, FEE));
        assert!(expected.is_some());
        assert_eq!(buy_and_hold(1.0, &series, 3), expected);
        assert_eq!(buy_and_hold(1.0, &series, 4), None);
    }

    #[test]
    fn idle_capital_grows_with_the_index_and_costs_nothing() {
        let series = series(9);
        // 100/1.25 shares
        let equity = [80.0 * 1.25, 80.0 * 2.0, 80.0 * 2.5, 80.0 * 5.0];
        let expected = CoreMetrics::of_path(100.0, &equity, &series, (0.0, 0.0)).unwrap();
        assert_eq!((expected.turnover, expected.execution_cost), (0.0, 0.0));
        assert_eq!(idle(100.0, &series, 1), Some(expected));
        assert_eq!(idle(100.0, &series, 4), None);
    }
}
