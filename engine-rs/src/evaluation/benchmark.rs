//! The two lines to beat: holding PT, and doing nothing.

use crate::execution::PROFILE;
use crate::market::Series;
use crate::simulation::CoreMetrics;

/// Returns the metrics of Hold: at the first scored bar all capital buys PT at the mid, paying the
/// fee of a buy, without impact or guardrails; held, and redeemed at expiry into SY. `None` with
/// fewer than two scored bars.
pub fn hold(capital: f64, series: &Series, start: usize) -> Option<CoreMetrics> {
    let (pt_price, sy_index) = (&series.pt_price, &series.sy_index);
    let fee = capital * PROFILE.fee() / (1.0 + PROFILE.fee());
    let invested = capital - fee;
    let units = invested / pt_price[start];
    let expiry = series.clock.expiry_index;
    let held = pt_price[start..expiry.max(start)].iter().map(|price| units * price);
    let mut equity: Vec<f64> = held.collect();
    if expiry < series.bars() {
        let redeemed = expiry.max(start);
        let shares = units * pt_price[redeemed] / sy_index[redeemed];
        equity.extend(sy_index[redeemed..].iter().map(|index| shares * index));
    }
    CoreMetrics::of_path(capital, &equity, series, (invested / capital, fee / capital))
}

/// Returns the metrics of all capital left in SY; `None` with fewer than two scored bars.
pub fn idle(capital: f64, series: &Series, start: usize) -> Option<CoreMetrics> {
    let shares = capital / series.sy_index[start];
    let equity: Vec<f64> = series.sy_index[start..].iter().map(|index| shares * index).collect();
    CoreMetrics::of_path(capital, &equity, series, (0.0, 0.0))
}
