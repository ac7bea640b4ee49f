//! Wilder's relative strength index (New Concepts in Technical Trading Systems, 1978).

use super::smooth::seed;
use crate::num::{Pair, max};

/// Returns the index of a column of changes, 0 to 100: the share of Wilder's average of the gains in
/// that of gains and losses. It is 50 without any change and 100 without a loss.
#[inline(never)]
pub fn rsi(changes: &[f64], period: usize) -> Vec<f64> {
    let Some((head, rest)) = changes.split_at_checked(period).filter(|_| period > 0) else {
        return Vec::new();
    };
    // Gains and losses wait for each other's averages side by side.
    let gain = seed(head.iter().map(|change| max(0.0, *change)));
    let loss = seed(head.iter().map(|change| max(0.0, -change)));
    let (mut averages, share) = (Pair::new([gain, loss]), Pair::new([1.0 / period as f64; 2]));
    let nothing = Pair::new([0.0; 2]);
    let mut index = Vec::with_capacity(rest.len() + 1);
    index.push(share_of_gains(averages));
    index.extend(rest.iter().map(|change| {
        let moves = nothing.max(Pair::new([*change, -change]));
        averages = averages + share * (moves - averages);
        share_of_gains(averages)
    }));
    index
}

#[inline(always)]
fn share_of_gains(averages: Pair) -> f64 {
    let [gain, loss] = averages.lanes();
    let total = gain + loss;
    if total == 0.0 { 50.0 } else { 100.0 * gain / total }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rsi_is_the_share_of_gains() {
        // gains 3, 0 -> 1.5; losses 0, 1 -> 0.5; 100*1.5/2
        assert_eq!(rsi(&[3.0, -1.0], 2), [75.0]);
        assert_eq!(rsi(&[0.0, -0.0, 0.0], 2), [50.0, 50.0]);
        assert_eq!(rsi(&[0.5], 1), [100.0]);
    }
}
