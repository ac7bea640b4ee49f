//! Orders of pairs of whole numbers.

use core::cmp::Ordering;

/// A key, and what it belongs to.
pub type Pair = (u64, u64);

/// Sorts pairs; one copy of the sort serves every order.
pub fn sort(pairs: &mut [Pair], order: &dyn Fn(Pair, Pair) -> Ordering) {
    pairs.sort_unstable_by(|one, other| order(*one, *other));
}

/// Returns a key that is in order where `total_cmp` of the numbers is.
pub fn total_order(number: f64) -> u64 {
    let bits = number.to_bits();
    if number.is_sign_negative() { !bits } else { bits | 1 << 63 }
}
