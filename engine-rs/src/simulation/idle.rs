//! The growth of capital left in SY, which daily returns are compared with.

use crate::market::Series;
use crate::metric::returns;
use std::borrow::Cow;

/// Returns the growth of SY on each day from bar `start` on; the first day begins at that bar.
pub fn daily_growth(series: &Series, start: usize) -> Vec<f64> {
    let index = series.sy_index.as_slice();
    let ends = series.clock.day_ends.iter().filter(|end| **end >= start);
    let closes: Vec<f64> = ends.map(|end| index[*end]).collect();
    returns(index[start], &closes)
}

/// Returns [`daily_growth`], which a dataset keeps for the runs on its scored window.
pub(super) fn idle_growth(series: &Series, start: usize) -> Cow<'_, [f64]> {
    let made = || daily_growth(series, start);
    let kept = series.derived.as_ref().map(|kept| kept.idle.get_or_init(|| (start, made())));
    match kept {
        Some((from, growth)) if *from == start => growth.into(),
        _ => made().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Dataset, Timeframe};

    #[test]
    fn a_kept_growth_is_that_of_its_first_bar() {
        let dataset = Dataset::generate("susde", Timeframe::Daily, 5).unwrap();
        let (series, bars) = (&dataset.series, dataset.series.bars());
        for start in [30, 30, 31, 0] {
            let growth = idle_growth(series, start);
            assert_eq!(*growth, daily_growth(series, start));
            assert_eq!(growth.len(), bars - start);
            // only the first one is kept
            assert_eq!(matches!(growth, Cow::Borrowed(_)), start == 30);
        }
        assert!(matches!(idle_growth(&series.shared(), 30), Cow::Owned(_)));
    }
}
