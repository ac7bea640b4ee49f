//! Indicators that read a column in ascending order.

use super::bars::Bars;
use super::line::Line;
use crate::indicator::{self, Sorted};

impl<'s> Bars<'s> {
    /// See [`indicator::median`].
    pub fn median(&self, of: &Line<'_>, window: usize) -> Line<'s> {
        self.of_sorted("median", indicator::median_of_sorted, of, window)
    }

    /// See [`indicator::rank`].
    pub fn rank(&self, of: &Line<'_>, window: usize) -> Line<'s> {
        self.of_sorted("rank", indicator::rank_of_sorted, of, window)
    }

    /// Returns an indicator of a sorted column. A column of a dataset is sorted once.
    #[inline(never)]
    fn of_sorted(
        &self,
        name: &'static str,
        indicator: fn(&Sorted, usize) -> Vec<f64>,
        of: &Line<'_>,
        window: usize,
    ) -> Line<'s> {
        self.made(name, &[of], &[window], || match &self.series().derived {
            Some(derived) if of.is_of_series() => indicator(derived.sorted(of.name(), of), window),
            _ => indicator(&Sorted::of(of), window),
        })
    }
}
