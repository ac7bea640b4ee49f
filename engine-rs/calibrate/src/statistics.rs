//! Ranks, medians, and the best of many trials.

use arena_engine::internals::num::stats;

/// Returns the rank correlation of two columns, equal values sharing their mean rank (Spearman);
/// `None` under three pairs or where a column is flat.
pub(crate) fn spearman(left: &[f64], right: &[f64]) -> Option<f64> {
    if left.len() < 3 || left.len() != right.len() {
        return None;
    }
    correlation(&ranks(left), &ranks(right))
}

fn correlation(left: &[f64], right: &[f64]) -> Option<f64> {
    let (center_left, center_right) = (stats::mean(left)?, stats::mean(right)?);
    let pairs = left.iter().zip(right);
    let product: f64 = pairs.map(|(a, b)| (a - center_left) * (b - center_right)).sum();
    let squares = stats::squares_around(left, center_left);
    let squares = squares * stats::squares_around(right, center_right);
    (squares > 0.0).then(|| product / squares.sqrt())
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < order.len() {
        let same = order[from..].iter().take_while(|at| values[**at] == values[order[from]]);
        let to = from + same.count();
        for at in &order[from..to] {
            ranks[*at] = (from + to - 1) as f64 / 2.0;
        }
        from = to;
    }
    ranks
}

/// Returns the median; `None` of an empty slice.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        count if count % 2 == 1 => Some(sorted[half]),
        _ => Some(f64::midpoint(sorted[half - 1], sorted[half])),
    }
}

/// Returns the share of items that satisfy a condition; `None` without items.
pub(crate) fn share<T>(items: &[T], holds: impl Fn(&T) -> bool) -> Option<f64> {
    let count = items.iter().filter(|item| holds(item)).count();
    (!items.is_empty()).then(|| count as f64 / items.len() as f64)
}

/// Returns the exact probability that the best of `trials` items, drawn from the pool with
/// replacement, passes. `items` are (figure, passes); the largest figure is the best. `None` for an
/// empty pool.
pub(crate) fn best_passes(items: &[(f64, bool)], trials: u16) -> Option<f64> {
    let mut sorted = items.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let count = sorted.len() as f64;
    // all draws are among the lowest `at`, so the best is too
    let all_under = |at: usize| power(at as f64 / count, trials);
    let passing = sorted.iter().enumerate().filter(|(_, item)| item.1);
    let sum = passing.fold(0.0, |sum, (at, _)| sum + (all_under(at + 1) - all_under(at)));
    (!items.is_empty()).then_some(sum)
}

/// Returns the probability that any of `trials` items drawn with replacement passes.
pub(crate) fn any_passes(share: f64, trials: u16) -> f64 {
    1.0 - power(1.0 - share, trials)
}

/// Powers by repeated squaring, so that rounding is the same everywhere.
fn power(base: f64, exponent: u16) -> f64 {
    let (mut power, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            power *= square;
        }
        square *= square;
        left /= 2;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_correlate_by_order_alone() {
        assert_eq!(spearman(&[1.0, 2.0, 9.0], &[0.1, 50.0, 51.0]), Some(1.0));
        assert_eq!(spearman(&[1.0, 2.0, 9.0], &[3.0, 2.0, 1.0]), Some(-1.0));
        // ranks 0 1.5 1.5 3 and 0 1 2 3: products 2.25 + 0 + 0 + 2.25 over sqrt(4.5*5)
        let tied = spearman(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!((tied - 4.5 / 22.5_f64.sqrt()).abs() < 1e-15);
        assert_eq!(spearman(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(spearman(&[1.0, 2.0], &[1.0, 2.0]), None);
    }

    #[test]
    fn medians_of_odd_and_even_counts() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn the_best_of_many_draws_is_among_the_highest() {
        // of two draws from three items the best is the highest in 5 of 9 cases, the middle in 3
        let pool = |passing: usize| [0, 1, 2].map(|at: usize| ([1.0, 3.0, 2.0][at], at == passing));
        for (passing, ninths) in [(0, 1.0), (2, 3.0), (1, 5.0)] {
            let found = best_passes(&pool(passing), 2).unwrap();
            assert!((found - ninths / 9.0).abs() < 1e-15, "{found}");
        }
        assert_eq!(best_passes(&pool(1), 1000).map(|share| share > 0.999), Some(true));
        assert_eq!(best_passes(&[(1.0, false)], 10), Some(0.0));
        assert_eq!(best_passes(&[], 10), None);
    }

    #[test]
    fn more_draws_pass_more_often() {
        assert_eq!(any_passes(0.5, 1), 0.5);
        assert_eq!(any_passes(0.5, 3), 0.875);
        assert_eq!(any_passes(0.0, 1000), 0.0);
        assert_eq!(share(&[1, 2, 3, 4], |item| *item > 3), Some(0.25));
        assert_eq!(share(&[0; 0], |_| true), None);
    }
}
