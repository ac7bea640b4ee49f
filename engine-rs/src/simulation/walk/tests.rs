//! Compares the walk by days with one over all bars.

use super::*;
use crate::market::Column;
use crate::num::{max, stats};
use crate::portfolio::equity_path;
use crate::random::Random;
use crate::strategy::testing::Bars;

/// A holding of SY whose index is the equity, with a capital of 100.
fn of(equity: &[f64]) -> Option<(f64, Drawdown)> {
    let bars = Bars::daily(u16::try_from(equity.len()).unwrap(), 30);
    let series = bars.with(|series| &mut series.sy_index, equity).0;
    let holdings = [HeldFrom { at: 0, shares: 1.0, units: 0.0 }];
    let walk = Walk::of(100.0, &holdings, &series)?;
    Some((walk.mean_return, walk.drawdown(&holdings, &series)))
}

#[test]
fn a_drawdown_has_its_depth_length_and_recovery() {
    let none = Drawdown { depth: 0.0, bars: 0, recovered: true };
    let of_depth = |kept: f64, bars, recovered| Drawdown { depth: 1.0 - kept, bars, recovered };
    let cases: [(&[f64], Drawdown); 7] = [
        (&[100.0, 101.0], none),
        // the capital is the first peak: (100-90)/100, bars 1 and 2, reached again on bar 3
        (&[90.0, 95.0, 100.0], of_depth(90.0 / 100.0, 3, true)),
        // (110-99)/110 from bar 1, never reached again: bars 2, 3
        (&[110.0, 99.0, 105.0], of_depth(99.0 / 110.0, 2, false)),
        // the last bar at the peak counts: bars 2 and 3, not 1
        (&[110.0, 110.0, 99.0, 110.0], of_depth(99.0 / 110.0, 2, true)),
        // the first of two equal falls
        (&[50.0, 100.0, 50.0], of_depth(0.5, 2, true)),
        (&[99.0, 50.0], of_depth(0.5, 2, false)),
        (&[100.0 - 1e-11, 100.0 - 1e-11], none),
    ];
    for (equity, expected) in cases {
        assert_eq!(of(equity).unwrap().1, expected, "{equity:?}");
    }
}

#[test]
fn the_mean_return_includes_the_first_bar() {
    // 110/100 - 1, 99/110 - 1
    let sum = 110.0 / 100.0 - 1.0 + (99.0 / 110.0 - 1.0);
    assert_eq!(of(&[110.0, 99.0]).unwrap().0, sum / 2.0);
    assert_eq!(of(&[100.0; 7]).unwrap().0, 0.0);
    assert_eq!(of(&[110.0]), None);
    assert!(Walk::of(1.0, &[], &Bars::daily(2, 9).0).is_none());
}

/// A random walk of prices on hours that begin and end within a day.
fn series(random: &mut Random, bars: u16) -> Series {
    let mut column = || {
        let mut value = 1.0;
        let mut next = || {
            value *= 1.0 + ((random.next_u64() % 9) as f64 - 4.0) / 1_000.0;
            value
        };
        (0..bars).map(|_| next()).collect::<Vec<f64>>()
    };
    let (index, price) = (Column::new(column()), Column::new(column()));
    Series { sy_index: index, pt_price: price, ..Bars::hourly(bars, 30).0 }
}

/// For any holding that changes at any time: within a day, at its first bar, for less than a day.
#[test]
fn a_walk_by_days_equals_one_over_all_bars() {
    let mut random = Random::new(17);
    for round in 0..400 {
        let bars = 2 + u16::try_from(random.next_u64() % 300).unwrap();
        let series = series(&mut random, bars);
        let mut at = usize::try_from(random.next_u64()).unwrap() % usize::from(bars - 1);
        let start = at;
        let mut holdings = Vec::new();
        while at < usize::from(bars) {
            let (shares, units) = [(5.0, 0.0), (0.0, 7.0), (3.0, 2.0)][round % 7 % 3];
            let (shares, units) = match random.next_u64() % 3 {
                0 => (units, shares),
                1 => (shares, units),
                _ => (4.0, 0.0),
            };
            holdings.push(HeldFrom { at, shares, units });
            at += 1 + usize::try_from(random.next_u64() % [3, 30, 100][round % 3]).unwrap();
        }
        let (capital, equity) = (5.0, equity_path(&holdings, &series));
        let walk = Walk::of(capital, &holdings, &series).unwrap();
        let all = returns(capital, &equity);
        let mean = stats::mean(&all).unwrap();
        assert!((walk.mean_return - mean).abs() < 1e-15, "{} {mean}", walk.mean_return);
        let ends = series.clock.day_ends.iter().filter(|end| **end >= start);
        let closes: Vec<f64> = ends.map(|end| equity[end - start]).collect();
        assert_eq!(walk.closes, closes, "{round}");
        assert_eq!(walk.drawdown(&holdings, &series), drawdown(capital, &equity), "{round}");
    }
}

/// The deepest fall computed from its definition.
fn drawdown(capital: f64, equity: &[f64]) -> Drawdown {
    let (mut peak, mut depth, mut from, mut trough) = (capital, 0.0, capital, 0);
    for (at, value) in equity.iter().enumerate() {
        peak = max(peak, *value);
        if 1.0 - value / peak > depth {
            (depth, from, trough) = (1.0 - value / peak, peak, at);
        }
    }
    if depth < 1e-12 {
        return Drawdown { depth: 0.0, bars: 0, recovered: true };
    }
    let before = equity[..trough].iter().rposition(|value| *value == from);
    let back = equity[trough..].iter().position(|value| *value >= from);
    let end = back.map_or(equity.len(), |bars| trough + bars + 1);
    let bars = end - before.map_or(0, |at| at + 1);
    Drawdown { depth, bars, recovered: back.is_some() }
}
