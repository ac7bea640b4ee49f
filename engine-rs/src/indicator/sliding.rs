//! A running fold over the last `w` values, without add-and-subtract (which drifts).
//!
//! Two stacks: time is cut into blocks of `w` bars, and a window that ends in a block consists of a
//! suffix of the previous block and a prefix of this one. Both are folded without removing values,
//! so each value costs the same in every window, and rounding errors do not grow with the length of
//! the run.

/// The fold of a window.
pub(super) trait Fold: Copy {
    /// Value of one bar.
    type Value: Copy;

    /// The fold of an empty window.
    const NOTHING: Self;

    /// Returns the origin of a block of `length` values, by default its first one.
    ///
    /// `earlier` is the fold of a whole block before, about its `origin`.
    #[inline(always)]
    fn origin(
        first: Self::Value,
        _earlier: Self,
        _origin: Self::Value,
        _length: usize,
    ) -> Self::Value {
        first
    }

    /// Returns the fold with another value. `origin` is a value inside the window, so that sums of
    /// distances from it do not cancel.
    fn and(self, value: Self::Value, origin: Self::Value) -> Self;

    /// Returns the fold of two consecutive stretches of values about the same origin.
    fn joined(self, later: Self) -> Self;
}

/// A window with its fold.
pub(super) struct Window<F: Fold> {
    pub(super) fold: F,
    /// Origin of the fold, that of the newest block.
    pub(super) origin: F::Value,
    pub(super) newest: F::Value,
    /// Position of the newest value.
    pub(super) at: usize,
}

/// Applies `read` to each window of `length` values, the oldest window first.
///
/// The windows of the first block are incomplete, except the last one. `read` is called for them
/// too, and its results are dropped.
#[inline(always)]
pub(super) fn slide<F: Fold>(
    values: &[F::Value],
    length: usize,
    mut read: impl FnMut(Window<F>) -> f64,
) -> Vec<f64> {
    if length == 0 || values.len() < length {
        return Vec::new();
    }
    let mut numbers = Vec::with_capacity(values.len());
    // The folds of the values after each position, for the previous block and for this one.
    let (mut after, mut after_next) = (vec![F::NOTHING; length], vec![F::NOTHING; length]);
    let (mut at, mut origin) = (0, values[0]);
    // The block before is not whole when the next origin is needed, except that the first one is
    // folded ahead.
    let mut earlier =
        values[..length].iter().fold(F::NOTHING, |fold, value| fold.and(*value, origin));
    let mut earlier_origin = origin;
    for block in values.chunks(length) {
        // The folds of this block are made in the same loop: two chains that do not depend on each
        // other.
        let next_origin = values
            .get(at + length)
            .map_or(origin, |first| F::origin(*first, earlier, earlier_origin, length));
        let (mut prefix, mut suffix) = (F::NOTHING, F::NOTHING);
        let backwards = block.iter().zip(&mut after_next).rev();
        let both_ways = block.iter().zip(&after).zip(backwards);
        numbers.extend(both_ways.map(|((newest, after), (last, slot))| {
            *slot = suffix;
            suffix = suffix.and(*last, next_origin);
            prefix = prefix.and(*newest, origin);
            let window = Window { fold: after.joined(prefix), origin, newest: *newest, at };
            at += 1;
            read(window)
        }));
        core::mem::swap(&mut after, &mut after_next);
        (earlier, earlier_origin, origin) = (prefix, origin, next_origin);
        if at == length {
            numbers.drain(..length - 1);
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Values as decimal digits, and ten to the power of their number.
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Digits(u32, u32);

    impl Fold for Digits {
        type Value = u32;

        const NOTHING: Self = Self(0, 1);

        fn and(self, value: u32, _: u32) -> Self {
            self.joined(Self(value, 10))
        }

        fn joined(self, later: Self) -> Self {
            Self(self.0 + later.0, self.1 * later.1)
        }
    }

    #[test]
    fn a_window_holds_exactly_the_last_values() {
        let values = [1, 20, 300, 4_000, 50_000, 600_000, 7_000_000];
        for length in 1..=8 {
            let sums = slide::<Digits>(&values, length, |window| {
                let held = &values[(window.at + 1).saturating_sub(length)..=window.at];
                assert_eq!(window.fold.1, 10_u32.pow(u32::try_from(held.len()).unwrap()));
                assert_eq!(window.newest, values[window.at]);
                assert!(held.contains(&window.origin));
                f64::from(window.fold.0)
            });
            let expected = values.windows(length).map(|held| f64::from(held.iter().sum::<u32>()));
            assert!(sums.iter().copied().eq(expected), "{length}");
        }
        assert!(slide::<Digits>(&values, 0, |_| 0.0).is_empty());
    }

    thread_local! {
        static STEPS: Cell<u32> = const { Cell::new(0) };
    }

    /// A fold that only counts its steps.
    #[derive(Debug, Clone, Copy)]
    struct Counted;

    impl Fold for Counted {
        type Value = u32;

        const NOTHING: Self = Self;

        fn and(self, _: u32, _: u32) -> Self {
            STEPS.set(STEPS.get() + 1);
            self
        }

        fn joined(self, _: Self) -> Self {
            STEPS.set(STEPS.get() + 1);
            self
        }
    }

    #[test]
    fn a_value_costs_the_same_in_every_window() {
        let values: Vec<u32> = (0..10_000).collect();
        for length in [10, 1_000] {
            STEPS.set(0);
            let full = slide::<Counted>(&values, length, |_| 0.0).len();
            assert_eq!(full, 10_001 - length);
            // each value is folded forwards, joined, and folded backwards once with its block; those
            // of the first block once more
            let most = 3 * 10_000 + u32::try_from(length).unwrap();
            assert!(STEPS.get() <= most, "{} steps in windows of {length}", STEPS.get());
        }
    }
}
