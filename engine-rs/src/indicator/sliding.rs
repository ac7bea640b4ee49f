//! A running fold over the last `w` values, without add-and-subtract (which drifts).
//!
//! Two stacks: time is cut into blocks of `w` bars, and the window that ends in a block is a suffix
//! of the block before and a prefix of this one. Both are folded without taking anything out, so
//! each value costs a constant amount of work (amortised: a full block is folded once, backwards),
//! and rounding does not grow with the length of the run.

use core::fmt::Debug;

/// What a window is folded into.
pub(super) trait Fold: Copy + Debug {
    /// One bar's value.
    type Value: Copy + Debug;

    /// The fold of no value.
    const NOTHING: Self;

    /// Returns the fold with one more value. `origin` is a value inside the window: sums of
    /// distances from it do not cancel.
    fn and(self, value: Self::Value, origin: Self::Value) -> Self;

    /// Returns the fold of two stretches of values about the same origin.
    fn joined(self, later: Self) -> Self;
}

/// The last `w` values, one pushed per bar.
#[derive(Debug, Clone)]
pub(super) struct Sliding<F: Fold> {
    slots: Box<[Slot<F>]>,
    /// Slot of the next value; the length of the block when the block is full.
    next: usize,
    /// Values that the first window still lacks.
    missing: usize,
    prefix: F,
    origin: F::Value,
}

#[derive(Debug, Clone, Copy)]
struct Slot<F: Fold> {
    value: F::Value,
    /// Fold of the values after this slot in the block before.
    after: F,
}

impl<F: Fold> Sliding<F> {
    /// Returns the window of the last `length` values, at least one; `blank` is any value.
    pub(super) fn new(length: usize, blank: F::Value) -> Self {
        let slot = Slot { value: blank, after: F::NOTHING };
        Self {
            slots: vec![slot; length].into(),
            next: length,
            missing: length,
            prefix: F::NOTHING,
            origin: blank,
        }
    }

    /// Returns the first value of the newest block, which every window that ends in it holds.
    #[inline(always)]
    pub(super) fn origin(&self) -> F::Value {
        self.origin
    }

    /// Takes the newest value and returns the window that ends with it, once it is full.
    #[inline(always)]
    pub(super) fn push(&mut self, value: F::Value) -> Option<F> {
        if self.next >= self.slots.len() {
            fold_back(&mut self.slots, value);
            (self.next, self.prefix, self.origin) = (0, F::NOTHING, value);
        }
        let slot = self.slots.get_mut(self.next)?;
        self.next += 1;
        slot.value = value;
        self.prefix = self.prefix.and(value, self.origin);
        if self.missing > 1 {
            self.missing -= 1;
            return None;
        }
        Some(slot.after.joined(self.prefix))
    }

    /// Returns the values of the window, oldest first, once it is full.
    pub(super) fn values(&self) -> impl Iterator<Item = F::Value> {
        let (newer, older) = self.slots.split_at(self.next.min(self.slots.len()));
        older.iter().chain(newer).map(|slot| slot.value)
    }
}

/// Folds a full block backwards about the origin of the next one. (It takes the slots alone, so
/// that the rest of the window stays in registers.)
#[inline(never)]
fn fold_back<F: Fold>(slots: &mut [Slot<F>], origin: F::Value) {
    let mut fold = F::NOTHING;
    for slot in slots.iter_mut().rev() {
        slot.after = fold;
        fold = fold.and(slot.value, origin);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Sum of the values, each of which has a digit of its own, and ten to the number of values.
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
    fn a_window_holds_the_last_values_and_no_other() {
        let mut sliding = Sliding::<Digits>::new(3, 0);
        let seen = [1, 20, 300, 4_000, 50_000, 600_000, 7_000_000].map(|value| sliding.push(value));
        let sums = [321, 4_320, 54_300, 654_000, 7_650_000].map(|sum| Some(Digits(sum, 1_000)));
        assert_eq!((&seen[..2], &seen[2..]), (&[None; 2][..], &sums[..]));
        assert_eq!(sliding.origin(), 7_000_000);
        assert!(sliding.values().eq([50_000, 600_000, 7_000_000]));
    }

    #[test]
    fn a_window_of_one_is_the_value() {
        let mut sliding = Sliding::<Digits>::new(1, 0);
        assert_eq!(
            [4, 2].map(|value| sliding.push(value)),
            [Some(Digits(4, 10)), Some(Digits(2, 10))]
        );
    }

    thread_local! {
        static STEPS: Cell<u32> = const { Cell::new(0) };
    }

    /// Folds nothing and counts how often it is asked to.
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
        for length in [10, 1_000] {
            STEPS.set(0);
            let mut sliding = Sliding::<Counted>::new(length, 0);
            let full = (0..10_000).filter_map(|value| sliding.push(value)).count();
            assert_eq!(full, 10_001 - length);
            // each value is folded forwards, joined, and folded backwards once with its block
            assert!(STEPS.get() <= 3 * 10_000, "{} steps in windows of {length}", STEPS.get());
        }
    }
}
