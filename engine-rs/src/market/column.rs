//! A column of a series, made on first use.

use super::{Clock, Day};
use core::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock};

/// Makes the columns of a group.
type Make = Box<dyn FnOnce() -> Vec<Vec<f64>> + Send>;

/// A column of a series. It dereferences to a vector, which the first reader makes.
///
/// Series that agree in a column share it, also across threads. Columns that are computed together,
/// such as the reserves of a pool, form a group.
#[derive(Debug, Clone)]
pub struct Column {
    group: Arc<Group>,
    at: usize,
}

/// Columns that are made together, each with its days once they are needed.
#[derive(Debug)]
struct Group {
    columns: LazyLock<Vec<Vec<f64>>, Make>,
    days: Vec<OnceLock<Vec<Day>>>,
}

impl Column {
    /// Returns a column of known values.
    pub fn new(values: Vec<f64>) -> Self {
        Self::lazy(move || values)
    }

    /// Returns a column that is made on first use.
    pub fn lazy(make: impl FnOnce() -> Vec<f64> + Send + 'static) -> Self {
        let [column] = Self::group(move || [make()]);
        column
    }

    /// Returns columns that are made together, when one of them is first used.
    pub fn group<const N: usize>(
        make: impl FnOnce() -> [Vec<f64>; N] + Send + 'static,
    ) -> [Self; N] {
        let make: Make = Box::new(|| Vec::from(make()));
        let days = vec![OnceLock::new(); N];
        let group = Arc::new(Group { columns: LazyLock::new(make), days });
        core::array::from_fn(|at| Self { group: group.clone(), at })
    }

    /// Returns the first values as a lazy column.
    #[inline(never)]
    #[must_use]
    pub fn beginning(&self, count: usize) -> Self {
        let column = self.clone();
        Self::lazy(move || column[..count].to_vec())
    }

    /// Returns the days of the column on the clock of its series.
    pub fn days(&self, clock: &Clock) -> &[Day] {
        self.group.days[self.at].get_or_init(|| Day::all(self, &clock.day_ends))
    }

    /// Returns whether two are the same column, not only equal ones.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.group, &other.group) && self.at == other.at
    }
}

impl Deref for Column {
    type Target = Vec<f64>;

    /// Loops should take the slice before they begin, so that this check runs once.
    #[inline(never)]
    fn deref(&self) -> &Vec<f64> {
        &self.group.columns[self.at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_column_is_made_once_and_only_on_use() {
        let made = Arc::new(AtomicUsize::new(0));
        let counter = made.clone();
        let [first, second] = Column::group(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            [vec![1.0, 2.0], vec![3.0]]
        });
        let shared = first.clone();
        assert_eq!(made.load(Ordering::Relaxed), 0);
        assert_eq!((second[0], first.len(), shared[1]), (3.0, 2, 2.0));
        assert_eq!(made.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn the_inputs_of_a_made_column_are_dropped() {
        let source = Arc::new(vec![1.0]);
        let kept = source.clone();
        let column = Column::lazy(move || source.to_vec());
        assert_eq!(Arc::strong_count(&kept), 2);
        assert_eq!(column[0], 1.0);
        assert_eq!(Arc::strong_count(&kept), 1);
    }

    #[test]
    fn a_column_of_equal_values_is_not_the_same_column() {
        let column = Column::new(vec![1.0]);
        assert!(column.is(&column.clone()));
        assert!(!column.is(&Column::new(vec![1.0])));
        let [left, right] = Column::group(|| [vec![1.0], vec![1.0]]);
        assert!(!left.is(&right) && left.is(&left.clone()));
    }
}
