//! The smallest and the largest number of each block of a column: between them lies all that a band
//! has to look at, for any edges.

use super::targets::{Changes, Targets};
use super::{IN, OUT};
use crate::num::{Pair, max, min};

/// Numbers of a block.
const BLOCK: usize = 64;

/// The range of each block of a column, oldest first. A block without a number ranges from infinity
/// down to minus infinity: no band is crossed in it.
#[derive(Debug)]
pub(super) struct Extremes(Vec<[f64; 2]>);

impl Extremes {
    /// Returns those of a column.
    pub(super) fn of(column: &[f64]) -> Self {
        Self(column.chunks(BLOCK).map(range).collect())
    }

    /// Returns the targets of a band over the column, which ends with the last of so many bars: in at
    /// or above `entry`, else out at or below `exit`. Only blocks that reach the edge that changes the
    /// target are looked at. The opinions that confirm a target are not counted.
    #[inline(never)]
    pub(super) fn band(&self, column: &[f64], bars: usize, (entry, exit): (f64, f64)) -> Targets {
        let mut changes = Changes::new();
        let (mut is_in, mut at, mut opinions) = (false, bars - column.len(), 0);
        for (block, [low, high]) in column.chunks(BLOCK).zip(&self.0) {
            let may_change = if is_in { *low <= exit } else { *high >= entry };
            if may_change {
                for (place, value) in block.iter().enumerate() {
                    let (may_enter, may_leave) = (*value >= entry, *value <= exit);
                    if if is_in { may_leave && !may_enter } else { may_enter } {
                        is_in = !is_in;
                        opinions += 1;
                        changes.record(at + place, if is_in { IN } else { OUT });
                    }
                }
            }
            at += block.len();
        }
        changes.finish(opinions)
    }
}

/// Returns the smallest and the largest number of a block.
#[inline(always)]
fn range(block: &[f64]) -> [f64; 2] {
    let nothing = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]].map(Pair::new);
    let [mut lows, mut highs] = nothing;
    let pairs = block.chunks_exact(2);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in pairs.remainder() {
        (low, high) = (min(low, *value), max(high, *value));
    }
    for pair in pairs {
        let pair = Pair::new([pair[0], pair[1]]);
        (lows, highs) = (lows.min(pair), highs.max(pair));
    }
    let ([low_left, low_right], [high_left, high_right]) = (lows.lanes(), highs.lanes());
    [min(min(low, low_left), low_right), max(max(high, high_left), high_right)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::strategy::band;

    #[test]
    fn a_block_ranges_over_its_numbers_alone() {
        assert_eq!(range(&[3.0, f64::NAN, -1.0, 2.0, 5.0]), [-1.0, 5.0]);
        assert_eq!(range(&[f64::NAN; 4]), [f64::INFINITY, f64::NEG_INFINITY]);
        assert_eq!(range(&[f64::NAN]), range(&[]));
    }

    /// On walks with numbers missing, of every length around a block, and for edges of every kind: also
    /// equal ones, ones that are met exactly, and ones that overlap.
    #[test]
    fn a_band_over_blocks_has_the_steps_of_a_band_over_bars() {
        let mut random = Random::new(11);
        let mut changed = 0;
        for length in [0, 1, 2, 63, 64, 65, 128, 129, 500, 1_000] {
            for edges in [(5.0, -5.0), (0.0, 0.0), (2.0, 1.0), (-3.0, 3.0), (90.0, -90.0)] {
                let mut value = 0.0;
                let mut step = || {
                    let draw = random.next_u64();
                    value += (draw % 3) as f64 - 1.0;
                    if draw >> 60 == 0 { f64::NAN } else { value }
                };
                let column: Vec<f64> = (0..length).map(|_| step()).collect();
                let bars = length + 7;
                let (entry, exit) = edges;
                let expected = Targets::of_levels(bars, &column, |value| band(value, entry, exit));
                let found = Extremes::of(&column).band(&column, bars, edges);
                assert_eq!(found.steps(), expected.steps(), "{length} {edges:?}");
                changed += found.steps().len() - 1;
            }
        }
        assert!(changed > 100, "{changed}");
    }
}
