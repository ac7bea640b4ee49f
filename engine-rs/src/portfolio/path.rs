//! What the portfolio was worth: holdings change on few bars, prices on all.

use crate::market::Series;

/// What all sleeves hold together from a bar on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Held {
    /// First bar of the holding.
    pub at: usize,
    /// SY shares.
    pub shares: f64,
    /// PT units.
    pub units: f64,
}

impl Held {
    /// Returns the value at bar `at`.
    #[inline]
    pub fn equity(&self, series: &Series, at: usize) -> f64 {
        self.shares * series.sy_index[at] + self.units * series.pt_price[at]
    }
}

/// Returns the equity of every bar from the first holding on.
pub fn equity_path(holdings: &[Held], series: &Series) -> Vec<f64> {
    let mut equity = Vec::with_capacity(series.bars());
    for (held, end) in pieces(holdings, series.bars()) {
        let prices = series.sy_index[held.at..end].iter().zip(&series.pt_price[held.at..end]);
        equity.extend(prices.map(|(index, price)| held.shares * index + held.units * price));
    }
    equity
}

/// Returns the share of equity in PT of every bar from the first holding on.
pub fn exposure_path<'a>(
    holdings: &'a [Held],
    series: &'a Series,
    equity: &'a [f64],
) -> impl Iterator<Item = f64> + 'a {
    let start = holdings.first().map_or(0, |held| held.at);
    pieces(holdings, series.bars()).flat_map(move |(held, end)| {
        let path = series.pt_price[held.at..end].iter().zip(&equity[held.at - start..end - start]);
        path.map(move |(price, equity)| exposure(&held, *price, *equity))
    })
}

/// Returns the mean share of equity in PT.
pub fn mean_exposure(holdings: &[Held], series: &Series, equity: &[f64]) -> f64 {
    let start = holdings.first().map_or(0, |held| held.at);
    let mut sum = 0.0;
    for (held, end) in pieces(holdings, series.bars()) {
        if held.units == 0.0 {
            continue;
        }
        // Without shares every quotient is 1, to the last bit.
        if held.shares == 0.0 {
            sum += (end - held.at) as f64;
            continue;
        }
        let path = series.pt_price[held.at..end].iter().zip(&equity[held.at - start..end - start]);
        for (price, equity) in path {
            sum += exposure(&held, *price, *equity);
        }
    }
    sum / equity.len() as f64
}

#[inline]
fn exposure(held: &Held, price: f64, equity: f64) -> f64 {
    held.units * price / equity
}

/// Returns each holding with the bar after its last.
fn pieces(holdings: &[Held], bars: usize) -> impl Iterator<Item = (Held, usize)> + '_ {
    let ends = holdings.iter().skip(1).map(|next| next.at).chain(core::iter::once(bars));
    holdings.iter().copied().zip(ends)
}
