//! The deepest fall from a peak.

use crate::num::{max, stats};

/// The deepest fall of a path of equities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drawdown {
    /// Fall from the peak, a fraction of it in [0, 1].
    pub depth: f64,
    /// Bars from the peak to the first bar back at it, or to the last bar.
    pub bars: usize,
    /// Whether equity came back to the peak; true without any fall.
    pub recovered: bool,
}

/// Returns the deepest fall of `equity` from its running peak, `capital` one bar before the first
/// equity being the first peak.
///
/// The length runs from the last bar at the peak. Of equally deep falls the first counts; a fall
/// under 1e-12 is none.
pub fn max_drawdown(capital: f64, equity: &[f64]) -> Drawdown {
    let Some(deepest) = deepest_fall(capital, equity) else {
        return Drawdown { depth: 0.0, bars: 0, recovered: true };
    };
    let before = equity[..deepest.trough].iter().rposition(|value| *value == deepest.peak);
    // Bars are counted from 1, the capital standing at 0.
    let peak_bar = before.map_or(0, |at| at + 1);
    let after = equity[deepest.trough..].iter().position(|value| *value >= deepest.peak);
    let end = after.map_or(equity.len(), |bars| deepest.trough + bars + 1);
    Drawdown { depth: deepest.depth, bars: end - peak_bar, recovered: after.is_some() }
}

struct Fall {
    depth: f64,
    peak: f64,
    trough: usize,
}

/// Returns the deepest fall, the first of equally deep ones; `None` of a negligible one.
///
/// Only an equity under `floor` can be deeper than the deepest so far, and it hardly ever is: so a
/// bar takes no division and no branch that is hard to foresee.
fn deepest_fall(capital: f64, equity: &[f64]) -> Option<Fall> {
    /// Makes the floor a little too high rather than too low.
    const ROUNDING: f64 = 4.0 * f64::EPSILON;
    let mut deepest = Fall { depth: 0.0, peak: capital, trough: 0 };
    let (mut peak, mut kept) = (capital, 1.0);
    for (at, value) in equity.iter().enumerate() {
        peak = max(peak, *value);
        if *value < peak * kept {
            let depth = 1.0 - value / peak;
            if depth > deepest.depth {
                deepest = Fall { depth, peak, trough: at };
                kept = 1.0 - depth + ROUNDING;
            }
        }
    }
    (stats::negligible_to_zero(deepest.depth) > 0.0).then_some(deepest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_life_of_a_drawdown() {
        let cases: [(&[f64], Drawdown); 6] = [
            (&[100.0, 101.0], Drawdown { depth: 0.0, bars: 0, recovered: true }),
            // the capital is the first peak: (100-90)/100, bars 1 and 2, back at bar 3
            (
                &[90.0, 95.0, 100.0],
                Drawdown { depth: 1.0 - 90.0 / 100.0, bars: 3, recovered: true },
            ),
            // (110-99)/110 from bar 1, never back: bars 2, 3
            (
                &[110.0, 99.0, 105.0],
                Drawdown { depth: 1.0 - 99.0 / 110.0, bars: 2, recovered: false },
            ),
            // the last bar at the peak counts: bars 2 and 3, not 1
            (
                &[110.0, 110.0, 99.0, 110.0],
                Drawdown { depth: 1.0 - 99.0 / 110.0, bars: 2, recovered: true },
            ),
            // of two equally deep falls the first
            (&[50.0, 100.0, 50.0], Drawdown { depth: 0.5, bars: 2, recovered: true }),
            (&[100.0 - 1e-11], Drawdown { depth: 0.0, bars: 0, recovered: true }),
        ];
        for (equity, expected) in cases {
            assert_eq!(max_drawdown(100.0, equity), expected, "{equity:?}");
        }
    }
}
