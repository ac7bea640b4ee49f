//! Compares every indicator with its definition, window by window, on random and degenerate
//! columns, and compares a prefix of the bars with all bars.

use super::*;
use crate::num::{max, min, stats};
use crate::random::Random;

const LENGTHS: [usize; 9] = [1, 2, 3, 5, 10, 31, 64, 100, 101];
const BARS: usize = 100;

/// A walk that stands still on every other bar, a walk with jumps, noise, and columns of equal,
/// nearly equal and few distinct values.
fn columns() -> Vec<Vec<f64>> {
    let mut random = Random::new(11);
    let mut walk = |size: f64, jump: f64| {
        let mut value = 0.08;
        let next = |at: usize| {
            let step = if at.is_multiple_of(2) { 0.0 } else { size * random.normal() };
            value += if at % 30 == 29 { jump } else { step };
            value
        };
        (0..BARS).map(next).collect::<Vec<_>>()
    };
    let (calm, jumping, wild) = (walk(0.001, 0.0), walk(1e-6, 0.05), walk(1.0, -3.0));
    let few = wild.iter().map(|value| value.round()).collect();
    let near = (0..BARS).map(|at| 0.1 + 1e-10 * (at % 5) as f64).collect();
    vec![calm, jumping, wild, few, near, vec![0.1; BARS], vec![0.0; BARS], vec![-7.0; BARS]]
}

/// Compares an indicator with `of` on each window, to `tolerance` of the column's size.
fn compare(
    name: &str,
    indicator: impl Fn(&[f64], usize) -> Vec<f64>,
    of: impl Fn(&[f64]) -> f64,
    tolerance: f64,
) {
    for (number, column) in columns().iter().enumerate() {
        let size = column.iter().fold(0.0, |size, value| max(size, value.abs()));
        for length in LENGTHS {
            let found = indicator(column, length);
            let expected: Vec<f64> = column.windows(length).map(&of).collect();
            assert_eq!(found.len(), expected.len(), "{name} {length} of column {number}");
            for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let near = (found - expected).abs() <= tolerance * size;
                assert!(
                    near || found.is_nan() && expected.is_nan(),
                    "{name} {length} of column {number}, number {at}: {found}, not {expected}"
                );
            }
        }
    }
}

fn ends(window: &[f64]) -> (f64, f64) {
    let low = window.iter().copied().fold(f64::INFINITY, min);
    (low, window.iter().copied().fold(f64::NEG_INFINITY, max))
}

fn is_flat(window: &[f64]) -> bool {
    let (low, high) = ends(window);
    high - low < EQUAL_RANGE
}

fn newest(window: &[f64]) -> f64 {
    window[window.len() - 1]
}

fn mean_of(window: &[f64]) -> f64 {
    if is_flat(window) { newest(window) } else { stats::mean(window).unwrap() }
}

fn deviation_of(window: &[f64]) -> f64 {
    if is_flat(window) { 0.0 } else { stats::sample_deviation(window).unwrap() }
}

#[test]
fn every_window_agrees_with_its_definition() {
    compare("lowest", lowest, |window| ends(window).0, 0.0);
    compare("highest", highest, |window| ends(window).1, 0.0);
    compare("place", place, |window| place_in(newest(window), ends(window)), 0.0);
    // the catalogue allows 1e-12 of the window's largest value
    compare("sum", sum, |window| window.iter().sum(), 1e-12);
    compare("mean", mean, mean_of, 1e-12);
    compare("deviation", deviation, deviation_of, 1e-12);
    compare("change", |values, lag| change(values, lag - 1), |w| newest(w) - w[0], 0.0);
    let middle = |window: &[f64]| {
        let mut sorted = window.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        0.5 * (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2])
    };
    compare("median", median, middle, 0.0);
}

#[test]
fn a_score_is_the_distance_from_the_mean_in_deviations() {
    for column in columns() {
        for length in LENGTHS {
            let scores = zscore(&column, length);
            assert_eq!(scores.len(), column.windows(length).count());
            for (score, window) in scores.iter().zip(column.windows(length)) {
                let (mean, deviation) = (mean_of(window), deviation_of(window));
                let distance = newest(window) - mean;
                assert_eq!(score.is_nan(), deviation == 0.0, "{length}");
                assert!(score.is_nan() || (score * deviation - distance).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn moving_averages_follow_their_recurrences() {
    let smoothed = |values: &[f64], length: usize, share: f64| {
        let (head, rest) = values.split_at(length);
        let start = mean_of(head);
        let next = rest.iter().scan(start, |average, value| {
            *average += share * (value - *average);
            Some(*average)
        });
        core::iter::once(start).chain(next).collect::<Vec<f64>>()
    };
    for column in columns() {
        let moves: Vec<f64> = column.windows(2).map(|pair| pair[1] - pair[0]).collect();
        for length in LENGTHS.into_iter().filter(|length| *length < BARS) {
            let share = 1.0 / length as f64;
            near(&wilder(&column, length), &smoothed(&column, length, share));
            let alpha = 2.0 / (length as f64 + 1.0);
            near(&ema(&column, length), &smoothed(&column, length, alpha));
            let gains: Vec<f64> = moves.iter().map(|change| max(0.0, *change)).collect();
            let losses: Vec<f64> = moves.iter().map(|change| max(0.0, -change)).collect();
            let [gains, losses] = [&gains, &losses].map(|moves| wilder(moves, length));
            let index = each([&gains, &losses], |[gain, loss]| {
                if gain + loss == 0.0 { 50.0 } else { 100.0 * gain / (gain + loss) }
            });
            near(&rsi(&moves, length), &index);
        }
        let beyond = BARS + 1;
        assert!(ema(&column, beyond).is_empty() && wilder(&column, beyond).is_empty());
        assert!(rsi(&moves, BARS).is_empty() && kama(&column, [beyond, 2, 30]).is_empty());
    }
}

fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    let size = expected.iter().fold(0.0, |size, value| max(size, value.abs()));
    let apart = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-12 * size;
    assert!(!found.iter().zip(expected).any(apart), "{found:?} {expected:?}");
}

type Indicator = fn(&[f64], usize) -> Vec<f64>;

#[test]
fn a_prefix_gives_the_beginning_of_the_whole() {
    let indicators: [(&str, Indicator); 14] = [
        ("change", change),
        ("deviation", deviation),
        ("ema", ema),
        ("highest", highest),
        ("kama", |values, length| kama(values, [length, 2, 30])),
        ("lowest", lowest),
        ("mean", mean),
        ("median", median),
        ("place", place),
        ("residual", |values, length| residual(&change(values, 1), values, length)),
        ("rsi", rsi),
        ("sum", sum),
        ("wilder", wilder),
        ("zscore", zscore),
    ];
    let bits = |numbers: &[f64]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<_>>();
    for (name, indicator) in indicators {
        for column in columns() {
            for length in LENGTHS {
                let whole = bits(&indicator(&column, length));
                for bars in [0, 1, 2, 9, 10, 11, 62, 63, 64, 99] {
                    let short = bits(&indicator(&column[..bars], length));
                    assert_eq!(short, whole[..short.len()], "{name} {length} of {bars} bars");
                    assert!(short.len() + BARS - bars >= whole.len(), "{name} {length}");
                }
            }
        }
    }
}

#[test]
fn an_empty_window_gives_an_empty_column() {
    let none: [Indicator; 9] = [deviation, ema, highest, lowest, mean, median, rsi, sum, zscore];
    assert!(none.iter().all(|indicator| indicator(&[1.0, 2.0], 0).is_empty()));
    assert!(kama(&[1.0, 2.0], [0, 2, 30]).is_empty());
    assert!(residual(&[1.0, 2.0], &[1.0, 2.0], 2).is_empty());
}
