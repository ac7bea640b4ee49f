//! Value of the portfolio over time: holdings change on few bars, prices on all.

use crate::market::Series;

/// SY and PT of all sleeves together, from a bar onwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeldFrom {
    /// First bar of the holding.
    pub at: usize,
    /// SY shares.
    pub shares: f64,
    /// PT units.
    pub units: f64,
}

impl HeldFrom {
    /// Returns the value at bar `at`.
    #[inline]
    pub fn equity(&self, series: &Series, at: usize) -> f64 {
        self.shares * series.sy_index[at] + self.units * series.pt_price[at]
    }
}

/// Returns the equity of every bar from the first holding onwards.
pub fn equity_path(holdings: &[HeldFrom], series: &Series) -> Vec<f64> {
    let mut equity = Vec::with_capacity(series.bars());
    for (held, end) in pieces(holdings, series.bars()) {
        let prices = series.sy_index[held.at..end].iter().zip(&series.pt_price[held.at..end]);
        equity.extend(prices.map(|(index, price)| held.shares * index + held.units * price));
    }
    equity
}

/// Returns the PT share of equity on every bar from the first holding onwards.
pub fn exposure_path<'a>(
    holdings: &'a [HeldFrom],
    series: &'a Series,
    equity: &'a [f64],
) -> impl Iterator<Item = f64> + 'a {
    let start = holdings.first().map_or(0, |held| held.at);
    pieces(holdings, series.bars()).flat_map(move |(held, end)| {
        let path = series.pt_price[held.at..end].iter().zip(&equity[held.at - start..end - start]);
        path.map(move |(price, equity)| exposure(&held, *price, *equity))
    })
}

/// Returns the mean PT share of equity.
pub fn mean_exposure(holdings: &[HeldFrom], series: &Series) -> f64 {
    let start = holdings.first().map_or(0, |held| held.at);
    let (index, price) = (series.sy_index.as_slice(), series.pt_price.as_slice());
    let mut sum = 0.0;
    for (held, end) in pieces(holdings, series.bars()) {
        if held.units == 0.0 {
            continue;
        }
        // Without SY shares every quotient is exactly 1.
        if held.shares == 0.0 {
            sum += (end - held.at) as f64;
            continue;
        }
        for (index, price) in index[held.at..end].iter().zip(&price[held.at..end]) {
            sum += exposure(&held, *price, held.shares * index + held.units * price);
        }
    }
    sum / (series.bars() - start) as f64
}

#[inline]
fn exposure(held: &HeldFrom, price: f64, equity: f64) -> f64 {
    held.units * price / equity
}

/// Returns each holding with the bar after its last.
pub fn pieces(holdings: &[HeldFrom], bars: usize) -> impl Iterator<Item = (HeldFrom, usize)> + '_ {
    let ends = holdings.iter().skip(1).map(|next| next.at).chain(core::iter::once(bars));
    holdings.iter().copied().zip(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::testing::Bars;

    fn series() -> Series {
        Bars::daily(5, 30)
            .with(|series| &mut series.pt_price, &[0.5, 0.625, 0.75, 0.875, 1.0])
            .with(|series| &mut series.sy_index, &[1.0, 1.25, 1.5, 2.0, 4.0])
            .0
    }

    /// SY only from bar 1, both from bar 2, PT only from bar 4.
    const HOLDINGS: [HeldFrom; 3] = [
        HeldFrom { at: 1, shares: 10.0, units: 0.0 },
        HeldFrom { at: 2, shares: 6.0, units: 8.0 },
        HeldFrom { at: 4, shares: 0.0, units: 30.0 },
    ];
    const EQUITY: [f64; 4] =
        [10.0 * 1.25, 6.0 * 1.5 + 8.0 * 0.75, 6.0 * 2.0 + 8.0 * 0.875, 30.0 * 1.0];
    const EXPOSURE: [f64; 4] = [0.0, 8.0 * 0.75 / 15.0, 8.0 * 0.875 / 19.0, 1.0];

    #[test]
    fn equity_values_the_holding_at_the_prices_of_each_bar() {
        assert_eq!(equity_path(&HOLDINGS, &series()), EQUITY);
        assert_eq!(HOLDINGS[1].equity(&series(), 3), EQUITY[2]);
        assert_eq!(equity_path(&[], &series()), [0.0; 0]);
    }

    #[test]
    fn exposure_is_the_pt_share_of_equity() {
        let (series, path) = (series(), EXPOSURE);
        let found: Vec<f64> = exposure_path(&HOLDINGS, &series, &EQUITY).collect();
        assert_eq!(found, path);
        let sum = path[0] + path[1] + path[2] + path[3];
        assert_eq!(mean_exposure(&HOLDINGS, &series), sum / 4.0);
    }

    #[test]
    fn holding_only_pt_is_an_exposure_of_one_on_every_bar() {
        let holdings = [HeldFrom { at: 2, shares: 0.0, units: 3.0 }];
        assert_eq!(mean_exposure(&holdings, &series()), 1.0);
        let later = [
            HeldFrom { at: 1, shares: 5.0, units: 0.0 },
            HeldFrom { at: 2, shares: 0.0, units: 3.0 },
        ];
        assert_eq!(mean_exposure(&later, &series()), 3.0 / 4.0);
    }
}
