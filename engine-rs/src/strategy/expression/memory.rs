//! Functions of bars before the newest one, on columns with bars that have no number.
//!
//! The indicators expect a number on every bar. A window with a bar without one has none: the gaps
//! are filled for the indicator, and the windows that see one are emptied. Averages that decay
//! leave such bars out and keep their number there.

use super::kernel::finite;

/// Returns the column from its first number on.
#[inline(never)]
fn from_first(values: &[f64]) -> &[f64] {
    let first = values.iter().position(|value| !value.is_nan()).unwrap_or(values.len());
    &values[first..]
}

/// Returns whether a bar has no number.
#[inline(never)]
pub(super) fn has_gap(values: &[f64]) -> bool {
    values.iter().any(|value| value.is_nan())
}

#[inline(never)]
fn finished(mut numbers: Vec<f64>) -> Vec<f64> {
    for number in &mut numbers {
        *number = finite(*number);
    }
    numbers
}

/// Returns the column with the last number where a bar has none.
#[inline(never)]
fn filled(values: &[f64]) -> Vec<f64> {
    let mut last = 0.0;
    let keep = |value: &f64| {
        last = if value.is_nan() { last } else { *value };
        last
    };
    values.iter().map(keep).collect()
}

/// Empties the windows that see a bar without a number.
#[inline(never)]
fn emptied(numbers: &mut [f64], values: &[f64], length: usize) {
    let first = values.len() - numbers.len();
    let mut left = 0;
    for (at, value) in values.iter().enumerate() {
        left = if value.is_nan() { length } else { left };
        if left > 0 {
            left -= 1;
            if let Some(number) = at.checked_sub(first).and_then(|at| numbers.get_mut(at)) {
                *number = f64::NAN;
            }
        }
    }
}

/// Returns an indicator of windows of `length` bars.
#[inline(never)]
pub(super) fn windowed(
    values: &[f64],
    length: usize,
    indicator: &dyn Fn(&[f64]) -> Vec<f64>,
) -> Vec<f64> {
    let values = from_first(values);
    if !has_gap(values) {
        return finished(indicator(values));
    }
    let mut numbers = indicator(&filled(values));
    emptied(&mut numbers, values, length);
    finished(numbers)
}

/// An indicator of two columns.
pub(super) type OfTwo<'i> = dyn Fn(&[f64], &[f64]) -> Vec<f64> + 'i;

/// Returns an indicator of two columns in windows of `length` bars.
#[inline(never)]
pub(super) fn windowed_pair(
    xs: &[f64],
    ys: &[f64],
    length: usize,
    indicator: &OfTwo<'_>,
) -> Vec<f64> {
    let (xs, ys) = (from_first(xs), from_first(ys));
    let count = xs.len().min(ys.len());
    let (xs, ys) = (&xs[xs.len() - count..], &ys[ys.len() - count..]);
    if !has_gap(xs) && !has_gap(ys) {
        return finished(indicator(xs, ys));
    }
    let mut numbers = indicator(&filled(xs), &filled(ys));
    emptied(&mut numbers, xs, length);
    emptied(&mut numbers, ys, length);
    finished(numbers)
}

/// Returns an average that leaves out bars without a number.
#[inline(never)]
pub(super) fn decaying(values: &[f64], indicator: &dyn Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let values = from_first(values);
    if !has_gap(values) {
        return finished(indicator(values));
    }
    let there: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    let averages = indicator(&there);
    let mut next = averages.iter();
    let mut before = there.len() - averages.len();
    let mut last = f64::NAN;
    let spread = values.iter().map(|value| {
        if !value.is_nan() {
            match before.checked_sub(1) {
                Some(left) => before = left,
                None => last = next.next().copied().unwrap_or(f64::NAN),
            }
        }
        last
    });
    finished(spread.collect())
}

/// Returns the bars since a condition held, on every one of `bars` bars: 0 on a bar where it does;
/// infinite before.
fn bars_since(condition: &[f64], bars: usize) -> impl Iterator<Item = f64> {
    let before = core::iter::repeat_n(f64::NAN, bars - condition.len());
    before.chain(condition.iter().copied()).scan(f64::INFINITY, |since, answer| {
        *since = if answer == 1.0 { 0.0 } else { *since + 1.0 };
        Some(*since)
    })
}

/// Returns whether a condition held on some bar of the window.
pub(super) fn any(condition: &[f64], length: usize, bars: usize) -> Vec<f64> {
    let last = length as f64;
    bars_since(condition, bars).map(|since| if since < last { 1.0 } else { 0.0 }).collect()
}

/// Returns whether a condition held on every bar of the window, which must be full.
pub(super) fn all(condition: &[f64], length: usize, bars: usize) -> Vec<f64> {
    let first = bars - condition.len();
    let mut held = 0;
    let answers = condition.iter().map(|answer| {
        held = if *answer == 1.0 { held + 1 } else { 0 };
        if held >= length { 1.0 } else { 0.0 }
    });
    core::iter::repeat_n(0.0, first).chain(answers).collect()
}

/// Returns the days since a condition held.
pub(super) fn since(condition: &[f64], per_day: usize, bars: usize) -> Vec<f64> {
    bars_since(condition, bars).map(|since| finite(since / per_day as f64)).collect()
}

/// Returns a number or an answer of the last bar where a condition held.
pub(super) fn last(values: &[f64], condition: &[f64]) -> Vec<f64> {
    let gap = condition.len().saturating_sub(values.len());
    let values = &values[values.len().saturating_sub(condition.len())..];
    let mut last = f64::NAN;
    let values = core::iter::repeat_n(&f64::NAN, gap).chain(values);
    let keep = |(value, answer): (&f64, &f64)| {
        last = if *answer == 1.0 { *value } else { last };
        last
    };
    values.zip(condition).map(keep).collect()
}

/// Returns whether the first column is above the second, and was not on the bar before.
pub(super) fn crossover(xs: &[f64], ys: &[f64]) -> Vec<f64> {
    let count = xs.len().min(ys.len());
    let (xs, ys) = (&xs[xs.len() - count..], &ys[ys.len() - count..]);
    let cross = |(x, y): (&[f64], &[f64])| {
        let missing = 0.0 * x[0] + 0.0 * x[1] + (0.0 * y[0] + 0.0 * y[1]);
        (if x[1] > y[1] && x[0] <= y[0] { 1.0 } else { 0.0 }) + missing
    };
    xs.windows(2).zip(ys.windows(2)).map(cross).collect()
}
