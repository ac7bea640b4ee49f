//! Rotations: the candidate's own targets, rotated inside the scored window of a dataset that has
//! no generator.

use super::sister_set::utility;
use crate::market::Series;
use crate::portfolio::Run;
use crate::simulation::{Plan, run_targets};
use crate::strategy::Targets;

/// Number of rotations.
pub const ROTATIONS: usize = 99;
/// Parts of the window; each rotation is by one more part.
const PARTS: usize = ROTATIONS + 1;
/// A rotation that is worse by no more than this counts as equal to the candidate.
const SAME_UTILITY: f64 = 1e-12;

/// Returns the number of bars by which rotation `number`, counted from 1, turns a window of
/// `scored_bars` bars.
pub fn shift(number: usize, bars_per_day: usize, scored_bars: usize) -> usize {
    let days = scored_bars / bars_per_day;
    let turned = number * days / PARTS;
    bars_per_day * if turned > 1 { turned } else { 1 }
}

/// Returns the utility of every rotation of a run's targets, in order; `None` with fewer than two
/// scored bars.
pub fn utilities(plan: &Plan, run: &Run, series: &Series) -> Option<Vec<f64>> {
    let (bars, bars_per_day) = (series.bars(), series.clock.timeframe.bars_per_day());
    let scored = bars - plan.start;
    let columns: Vec<Vec<f64>> =
        run.components.iter().map(|component| component.targets.column(bars)).collect();
    let mut utilities: Vec<f64> = Vec::with_capacity(ROTATIONS);
    let mut before = None;
    for number in 1..=ROTATIONS {
        let turn = shift(number, bars_per_day, scored) % scored;
        // Neighbouring rotations of a short window turn by the same number of bars.
        let known = utilities.last().filter(|_| before == Some(turn)).copied();
        before = Some(turn);
        let turned = || columns.iter().map(|column| rotated(column, plan.start, turn)).collect();
        let made = || utility(&run_targets(plan, series, turned()), series);
        utilities.push(known.or_else(made)?);
    }
    Some(utilities)
}

/// Returns the targets of a column with the bars from `start` on moved by `turn` bars, wrapping
/// around.
fn rotated(column: &[f64], start: usize, turn: usize) -> Targets {
    let mut turned = column.to_vec();
    turned[start..].rotate_right(turn);
    Targets::of_column(&turned)
}

/// Returns the share of rotations that are at least as good as the candidate, which counts as one
/// of them.
pub fn p_value(own: f64, rotations: &[f64]) -> f64 {
    let no_worse = rotations.iter().filter(|utility| **utility >= own - SAME_UTILITY).count();
    (1 + no_worse) as f64 / PARTS as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_rotates_by_whole_days() {
        // 152 days: a hundredth is 1.52 days
        let days: Vec<usize> = (1..=5).map(|number| shift(number, 24, 152 * 24 + 5) / 24).collect();
        assert_eq!(days, [1, 3, 4, 6, 7]);
        assert_eq!(shift(99, 1, 152), 150);
        // at least one day, also in a window of less
        assert_eq!((shift(1, 1, 40), shift(3, 1, 40), shift(5, 1, 40)), (1, 1, 2));
        assert_eq!(shift(50, 24, 23), 24);
    }

    #[test]
    fn the_scored_bars_rotate_and_the_warmup_stays() {
        let column = [0.25, 0.5, 0.0, 1.0, 0.75];
        assert_eq!(rotated(&column, 2, 1).column(5), [0.25, 0.5, 0.75, 0.0, 1.0]);
        assert_eq!(rotated(&column, 2, 0).column(5), column);
        assert_eq!(rotated(&column, 0, 4).column(5), [0.5, 0.0, 1.0, 0.75, 0.25]);
    }

    #[test]
    fn a_rotation_that_is_as_good_counts_against_the_candidate() {
        let mut rotations = [0.0; ROTATIONS];
        assert_eq!(p_value(1.0, &rotations), 0.01);
        rotations[..4].fill(1.0 - 5e-13);
        assert_eq!(p_value(1.0, &rotations), 0.05);
        assert_eq!(p_value(0.0, &rotations), 1.0);
    }
}
