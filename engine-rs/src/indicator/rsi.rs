//! Wilder's relative strength index (New Concepts in Technical Trading Systems, 1978).

use super::smooth::{Decay, in_pairs, seeds};
use crate::num::Pair;

/// Returns the index of a column of changes, 0 to 100: Wilder's average of the gains as a share of
/// the averages of gains and losses. It is 50 without any change and 100 without a loss.
///
/// Gains minus losses are the changes themselves, and their share of all changes, -1 to 1, does not
/// depend on the scale of the averages: both are sums that keep `1 - 1/n` per bar.
#[inline(never)]
pub fn rsi(changes: &[f64], period: usize) -> Vec<f64> {
    let Some((head, rest)) = changes.split_at_checked(period).filter(|_| period > 0) else {
        return Vec::new();
    };
    let [gain, loss] = first_sums(head);
    let keep = Pair::new([1.0 - 1.0 / period as f64; 2]);
    let (mut net, mut all) = (Decay::new(keep, gain - loss), Decay::new(keep, gain + loss));
    let [first, _] = index(Pair::new([gain - loss; 2]), Pair::new([gain + loss; 2])).lanes();
    in_pairs(first, rest, |changes| index(net.step(changes), all.step(changes.abs())))
}

/// Returns the sums of the gains and of the losses after the first period.
fn first_sums(head: &[f64]) -> [f64; 2] {
    let both = |change: &f64| Pair::ZERO.max(Pair::new([*change, -change]));
    seeds(head.iter().map(both)).map(|mean| head.len() as f64 * mean)
}

/// Returns the index from the net and the absolute changes.
#[inline(always)]
fn index(net: Pair, all: Pair) -> Pair {
    let [half, least] = [50.0, f64::MIN_POSITIVE].map(|number| Pair::new([number; 2]));
    half + half * (net / all.max(least))
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
        assert_eq!(rsi(&[0.1, 0.2, 0.4, 0.0], 3), [100.0; 2]);
    }
}
