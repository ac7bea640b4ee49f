//! A backtest as one would write a fast one by hand, for comparison with those of other tools
//! (`tests/bench/peers.py`): it has no guardrails, no pool, no ledger and no evidence.

use arena_engine::internals::num::{Pair, max};
use arena_engine::internals::strategy::Step;

/// Cost of a trade as a fraction of the traded value.
const FLAT_FEE: f64 = 0.001;

/// Returns mean and deviation of the bar returns, and the maximum drawdown, of a capital of 1 that
/// holds PT according to its target and SY otherwise.
pub(crate) fn backtest(steps: &[Step], [prices, indices]: [&[f64]; 2], start: usize) -> [f64; 3] {
    let bars = prices.len();
    let (mut units, mut shares, mut target) = (0.0, 1.0 / indices[start], 0.0);
    let mut equity = Equity::new(1.0);
    for (place, step) in steps.iter().enumerate() {
        let end = steps.get(place + 1).map_or(bars, |next| next.at);
        let from = step.at.max(start);
        if end <= from {
            continue;
        }
        if step.target != target {
            let before = units * prices[from] + shares * indices[from];
            let rest = before - (step.target - target).abs() * before * FLAT_FEE;
            target = step.target;
            units = rest * target / prices[from];
            shares = rest * (1.0 - target) / indices[from];
        }
        let held = [units, shares].map(|held| Pair::new([held; 2]));
        let (pairs, odd) = prices[from..end].as_chunks::<2>();
        let (pairs_of_indices, odd_index) = indices[from..end].as_chunks::<2>();
        for (price, index) in pairs.iter().zip(pairs_of_indices) {
            equity.go(held[0] * Pair::new(*price) + held[1] * Pair::new(*index));
        }
        if let ([price], [index]) = (odd, odd_index) {
            equity.go_one(units * price + shares * index);
        }
    }
    let count = (bars - start) as f64;
    let [mean, square] = equity.sums().map(|sum| sum / count);
    [mean, max(square - mean * mean, 0.0).sqrt(), 1.0 - equity.kept]
}

/// Equity, two bars at a time: a sum depends on its previous value only on every second bar, and
/// both returns share a division. A drawdown needs a division only if it is the deepest so far.
struct Equity {
    last: Pair,
    sum: Pair,
    squares: Pair,
    peak: f64,
    /// Share of its peak that remained at the deepest fall.
    kept: f64,
}

impl Equity {
    fn new(capital: f64) -> Self {
        let last = Pair::new([capital; 2]);
        Self { last, sum: Pair::ZERO, squares: Pair::ZERO, peak: capital, kept: 1.0 }
    }

    #[inline(always)]
    fn go(&mut self, values: Pair) {
        let change = values / self.last.then(values) - Pair::new([1.0; 2]);
        self.sum = self.sum + change;
        self.squares = self.squares + change * change;
        self.last = values;
        values.lanes().into_iter().for_each(|value| self.fall(value));
    }

    /// Advances by one bar.
    fn go_one(&mut self, value: f64) {
        let [_, last] = self.last.lanes();
        let change = value / last - 1.0;
        self.sum = self.sum + Pair::new([change, 0.0]);
        self.squares = self.squares + Pair::new([change * change, 0.0]);
        self.last = Pair::new([value; 2]);
        self.fall(value);
    }

    #[inline(always)]
    fn fall(&mut self, value: f64) {
        self.peak = max(self.peak, value);
        if value < self.peak * self.kept {
            self.kept = value / self.peak;
        }
    }

    /// Returns the sum of the returns and of their squares.
    fn sums(&self) -> [f64; 2] {
        [self.sum, self.squares].map(|sum| sum.lanes().iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_engine::internals::num::transcend;

    /// The figures of a backtest by their definitions, bar by bar.
    fn said(targets: &[f64], [prices, indices]: [&[f64]; 2], start: usize) -> [f64; 3] {
        let (mut units, mut shares, mut target) = (0.0, 1.0 / indices[start], 0.0);
        let (mut last, mut peak, mut fall) = (1.0_f64, 1.0_f64, 0.0_f64);
        let mut changes = Vec::new();
        for bar in start..prices.len() {
            let value = |units: f64, shares: f64| units * prices[bar] + shares * indices[bar];
            let wanted: f64 = targets[bar];
            if wanted != target {
                let rest = value(units, shares) * (1.0 - (wanted - target).abs() * FLAT_FEE);
                (units, shares) =
                    (rest * wanted / prices[bar], rest * (1.0 - wanted) / indices[bar]);
                target = wanted;
            }
            let equity = value(units, shares);
            changes.push(equity / last - 1.0);
            last = equity;
            peak = max(peak, equity);
            fall = max(fall, 1.0 - equity / peak);
        }
        let count = changes.len() as f64;
        let mean = changes.iter().sum::<f64>() / count;
        let square = changes.iter().map(|change| change * change).sum::<f64>() / count;
        [mean, (square - mean * mean).sqrt(), fall]
    }

    #[test]
    fn a_backtest_has_the_figures_of_their_definitions() {
        let wave = |bar: u16, length: f64| transcend::exp(-(f64::from(bar) % length) / length);
        let prices: Vec<f64> =
            (0..400).map(|bar| 0.9 + 0.02 * wave(bar, 3.0) + 0.05 * wave(bar, 40.0)).collect();
        let indices: Vec<f64> = (0..400).map(|bar| 1.0 + 1e-4 * f64::from(bar)).collect();
        let columns: [&[f64]; 2] = [&prices, &indices];
        let step = |at, target| Step { at, target };
        let steps = [(0, 0.0), (7, 1.0), (31, 0.5), (32, 0.25), (113, 0.0), (250, 1.0)]
            .map(|(at, target)| step(at, target));
        let target =
            |bar: usize| steps.iter().rfind(|step| step.at <= bar).map_or(0.0, |s| s.target);
        let targets: Vec<f64> = (0..400).map(target).collect();
        for start in [0, 7, 20, 33, 120] {
            let (found, expected) =
                (backtest(&steps, columns, start), said(&targets, columns, start));
            let is_near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= 1e-12;
            assert!(found.iter().zip(&expected).all(is_near), "{found:?} {expected:?}");
            assert!(expected[2] > 0.01, "a fall");
        }
    }
}
