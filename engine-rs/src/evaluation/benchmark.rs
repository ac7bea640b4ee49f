//! The two passive lines: holding PT, and leaving all capital in SY.

use crate::execution::{ExecutionProfile, PROFILE};
use crate::market::Series;
use crate::portfolio::HeldFrom;
use crate::simulation::CoreMetrics;

/// Returns the metrics of the benchmark, published as Hold (see [`hold_holdings`]); `None` with
/// fewer than two scored bars.
pub fn buy_and_hold(capital: f64, series: &Series, start: usize) -> Option<CoreMetrics> {
    hold_daily(capital, series, start).map(|(metrics, _)| metrics)
}

/// Returns the metrics and the daily returns of the benchmark.
pub(super) fn hold_daily(
    capital: f64,
    series: &Series,
    start: usize,
) -> Option<(CoreMetrics, Vec<f64>)> {
    hold_under(&PROFILE, capital, series, start)
}

/// Returns the same with the fee of another policy.
pub(super) fn hold_under(
    profile: &ExecutionProfile,
    capital: f64,
    series: &Series,
    start: usize,
) -> Option<(CoreMetrics, Vec<f64>)> {
    let (invested, fee) = purchase(profile, capital);
    let costs = (invested / capital, fee / capital);
    CoreMetrics::with_daily(capital, &held(invested, series, start), series, costs)
}

/// Returns the holdings of the benchmark. At the first scored bar all capital buys PT at the mid,
/// pays the fee of a buy, and has no price impact or guardrails; at expiry the PT are redeemed into
/// SY.
pub fn hold_holdings(capital: f64, series: &Series, start: usize) -> Vec<HeldFrom> {
    held(purchase(&PROFILE, capital).0, series, start)
}

fn held(invested: f64, series: &Series, start: usize) -> Vec<HeldFrom> {
    let (pt_price, sy_index) = (&series.pt_price, &series.sy_index);
    let units = invested / pt_price[start];
    let expiry = series.clock.expiry_index;
    let bought = (expiry > start).then_some(HeldFrom { at: start, shares: 0.0, units });
    let redeemed = (expiry < series.bars()).then(|| {
        let at = expiry.max(start);
        HeldFrom { at, shares: units * pt_price[at] / sy_index[at], units: 0.0 }
    });
    bought.into_iter().chain(redeemed).collect()
}

/// Returns the units that all capital buys at the mid, and the fee.
fn purchase(profile: &ExecutionProfile, capital: f64) -> (f64, f64) {
    let fee = capital * profile.fee() / (1.0 + profile.fee());
    (capital - fee, fee)
}

/// Returns the metrics of all capital left in SY; `None` with fewer than two scored bars.
pub fn idle(capital: f64, series: &Series, start: usize) -> Option<CoreMetrics> {
    idle_daily(capital, series, start).map(|(metrics, _)| metrics)
}

/// Returns the metrics and the daily returns of all capital left in SY.
pub(super) fn idle_daily(
    capital: f64,
    series: &Series,
    start: usize,
) -> Option<(CoreMetrics, Vec<f64>)> {
    let holdings = [idle_holding(capital, series, start)];
    CoreMetrics::with_daily(capital, &holdings, series, (0.0, 0.0))
}

/// Returns all capital as SY, from the first scored bar on.
pub fn idle_holding(capital: f64, series: &Series, start: usize) -> HeldFrom {
    HeldFrom { at: start, shares: capital / series.sy_index[start], units: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::portfolio::equity_path;
    use crate::strategy::testing::Bars;

    /// Five days: PT rises to par, SY grows; the last bar closes `left` days before expiry.
    fn series(left: i64) -> Series {
        Bars::daily(5, left)
            .with(|series| &mut series.pt_price, &[0.5, 0.625, 0.75, 0.875, 1.0])
            .with(|series| &mut series.sy_index, &[1.0, 1.25, 2.0, 2.5, 5.0])
            .0
    }

    /// The capital of 1, less the fee, buys at 0.625 on bar 1.
    const FEE: f64 = 0.0002 / 1.0002;
    const UNITS: f64 = (1.0 - FEE) / 0.625;

    #[test]
    fn hold_owns_units_until_expiry_and_shares_afterwards() {
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
            assert_eq!(equity_path(&hold_holdings(1.0, &series, 1), &series), equity, "{left}");
            let metrics = buy_and_hold(1.0, &series, 1).unwrap();
            assert_eq!(metrics.turnover, (1.0 - FEE) / 4.0, "{left}");
            assert_eq!(metrics.execution_cost, FEE / 4.0, "{left}");
        }
    }

    #[test]
    fn hold_that_begins_at_or_after_expiry_is_sy() {
        // bar 2 is expiry; the window begins on bar 3 and buys at 0.875
        let units = (1.0 - FEE) / 0.875;
        let shares = units * 0.875 / 2.5;
        let equity = [shares * 2.5, shares * 5.0];
        let series = series(-2);
        assert_eq!(equity_path(&hold_holdings(1.0, &series, 3), &series), equity);
        assert!(buy_and_hold(1.0, &series, 3).is_some());
        assert_eq!(buy_and_hold(1.0, &series, 4), None);
    }

    #[test]
    fn idle_capital_grows_with_the_index_and_costs_nothing() {
        let series = series(9);
        // 100/1.25 shares
        let equity = [80.0 * 1.25, 80.0 * 2.0, 80.0 * 2.5, 80.0 * 5.0];
        assert_eq!(equity_path(&[idle_holding(100.0, &series, 1)], &series), equity);
        let metrics = idle(100.0, &series, 1).unwrap();
        assert_eq!((metrics.turnover, metrics.execution_cost), (0.0, 0.0));
        assert_eq!(idle(100.0, &series, 4), None);
    }
}
