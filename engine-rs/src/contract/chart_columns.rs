//! Columns of a dataset that only its charts need: the two passive lines and the state of the pool.

use crate::evaluation::benchmark::{hold_holdings, idle_holding};
use crate::market::Dataset;
use crate::portfolio::equity_path;

/// Returns three columns one after the other, each with a value for every bar: the equity of Hold
/// and of idle capital, as multiples of the capital and 1 during the warmup, and PT's share of the
/// pool.
pub(super) fn chart_columns(dataset: &Dataset) -> Vec<f64> {
    let (series, start) = (&dataset.series, dataset.trade_start_index);
    let bars = series.bars();
    let hold = equity_path(&hold_holdings(1.0, series, start), series);
    let idle = equity_path(&[idle_holding(1.0, series, start)], series);
    let value = |at: usize| match (at / bars, at % bars) {
        (2, bar) => series.pool_pt_share(bar),
        (_, bar) if bar < start => 1.0,
        (0, bar) => hold[bar - start],
        (_, bar) => idle[bar - start],
    };
    (0..3 * bars).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Provenance, Unknown};
    use crate::strategy::testing::Bars;

    #[test]
    fn the_lines_are_flat_in_the_warmup_and_then_follow_the_benchmarks() {
        let series = Bars::daily(4, 0)
            .with(|series| &mut series.pt_price, &[0.5, 0.625, 0.75, 1.0])
            .with(|series| &mut series.sy_index, &[1.0, 1.25, 2.0, 2.5])
            .with(|series| &mut series.total_pt, &[1e6, 1e6, 3e6, 1e6])
            .with(|series| &mut series.total_sy, &[1e6, 8e5, 5e5, 4e5])
            .0;
        let dataset = Dataset {
            market_id: 1,
            market_key: "m".into(),
            asset: None,
            is_served: true,
            provenance: Provenance::Synthetic { seed: 1, passive_gap: 0.0 },
            unknown: Unknown::default(),
            sha256: String::new(),
            trade_start_index: 1,
            series,
        };
        // bought at 0.625 less the fee of 2 bp; par at the last bar
        let units = (1.0 - 0.0002 / 1.0002) / 0.625;
        let shares = units * 1.0 / 2.5;
        let hold = [1.0, units * 0.625, units * 0.75, shares * 2.5];
        let idle = [1.0, 0.8 * 1.25, 0.8 * 2.0, 0.8 * 2.5];
        // the SY is worth 1e6 at every bar
        let share = [0.5, 0.5, 0.75, 0.5];
        assert_eq!(chart_columns(&dataset), [hold, idle, share].concat());
    }
}
