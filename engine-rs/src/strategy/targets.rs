//! Targets of a strategy over time, as steps.

use super::extremes::{BLOCK, Extremes};
use crate::num::extremes::extremes;
use crate::num::{clamp, min};
use core::ops::Range;

/// No opinion: the last target stays.
pub const HOLD: f64 = f64::NAN;
/// Fully in PT.
pub const IN: f64 = 1.0;
/// Fully in SY.
pub const OUT: f64 = 0.0;

/// The target position on every bar: 0 before the first opinion, then the last opinion.
///
/// Most strategies change their target on few bars, so only the changes are stored.
#[derive(Debug, Clone)]
pub struct Targets {
    steps: Vec<Step>,
    has_opinion: bool,
    /// Whether they depend on the capital of the sleeve.
    pub reads_capital: bool,
}

/// A target that holds from a bar onwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// First bar of the target.
    pub at: usize,
    /// The target, in [0, 1].
    pub target: f64,
}

impl Step {
    const OUT: Self = Self { at: 0, target: 0.0 };
}

/// Collects changes of the target, oldest first.
///
/// Branch-free: each target is written behind the last one, and only the count decides whether it
/// stays. For continuous targets a branch on "it changed" would mispredict, which costs more than
/// the store.
#[derive(Debug)]
pub(super) struct Changes {
    steps: Vec<Step>,
    count: usize,
    last: f64,
}

impl Changes {
    /// Returns an empty collection: the target is 0.
    pub(super) fn new() -> Self {
        Self { steps: vec![Step::OUT; 64], count: 0, last: 0.0 }
    }

    fn finish(mut self, has_opinion: bool) -> Targets {
        self.steps.truncate(self.count + 1);
        Targets { steps: self.steps, has_opinion, reads_capital: false }
    }

    #[inline(never)]
    fn record(&mut self, at: usize, wanted: f64) {
        let target = clamp(wanted, 0.0, 1.0);
        let next = self.count + 1;
        if next >= self.steps.len() {
            self.steps.resize(2 * self.steps.len(), Step::OUT);
        }
        self.steps[next] = Step { at, target };
        self.count += usize::from(target != self.last);
        self.last = target;
    }
}

impl Targets {
    /// Returns the targets that a column contains: positions, or `NaN` for no opinion. The column
    /// ends with the last of `bars` bars. A block is first compared with the last opinion by its
    /// extremes, and bar by bar only if it differs.
    #[inline(never)]
    pub(super) fn of_levels(bars: usize, column: &[f64]) -> Self {
        let mut changes = Changes::new();
        let (mut has_opinion, mut last, mut at) = (false, 0.0, bars - column.len());
        for block in column.chunks(BLOCK) {
            let (low, high) = extremes(block);
            has_opinion |= low <= high;
            if low < last || high > last {
                for (place, wanted) in block.iter().enumerate() {
                    if differs(*wanted, last) {
                        last = *wanted;
                        changes.record(at + place, last);
                    }
                }
            }
            at += block.len();
        }
        changes.finish(has_opinion)
    }

    /// Returns the targets of a band over a column: in at or above `entry`, else out at or below
    /// `exit`, else no opinion.
    pub(super) fn of_band(bars: usize, column: &[f64], edges: (f64, f64)) -> Self {
        Self::of_known_band(bars, column, &Extremes::of(column), edges)
    }

    /// Returns the same for a column with known extremes. Those of a block show whether one of its bars
    /// is on the other side of the band.
    #[inline(never)]
    pub(super) fn of_known_band(
        bars: usize,
        column: &[f64],
        known: &Extremes,
        (entry, exit): (f64, f64),
    ) -> Self {
        let mut changes = Changes::new();
        let (mut has_opinion, mut is_in, mut at) = (false, false, bars - column.len());
        for (block, (low, high)) in column.chunks(BLOCK).zip(&known.0) {
            let (may_enter, may_leave) = (*high >= entry, *low <= exit);
            has_opinion |= may_enter | may_leave;
            if if is_in { may_leave } else { may_enter } {
                for (place, value) in block.iter().enumerate() {
                    let is_other =
                        if is_in { *value <= exit && *value < entry } else { *value >= entry };
                    if is_other {
                        is_in = !is_in;
                        changes.record(at + place, if is_in { IN } else { OUT });
                    }
                }
            }
            at += block.len();
        }
        changes.finish(has_opinion)
    }

    /// Returns the targets of a column with a target in [0, 1] for every bar.
    pub fn of_column(column: &[f64]) -> Self {
        Self::of_levels(column.len(), column)
    }

    /// Limits every target to the largest position of a policy; under the official one it changes
    /// nothing.
    #[cold]
    #[inline(never)]
    pub fn cap(&mut self, max: f64) {
        for step in &mut self.steps {
            step.target = min(step.target, max);
        }
    }

    /// Returns targets that change at these bars, which ascend.
    pub fn of_changes(changes: impl Iterator<Item = (usize, f64)>) -> Self {
        let mut steps = vec![Step::OUT];
        steps.extend(changes.map(|(at, target)| Step { at, target }));
        Self { steps, has_opinion: true, reads_capital: false }
    }

    /// Moves every change to the next bar, as if each were decided a bar earlier.
    pub fn delay(&mut self) {
        for step in self.steps.iter_mut().skip(1) {
            step.at += 1;
        }
    }

    /// Returns whether the strategy had an opinion on any bar.
    pub fn has_opinion(&self) -> bool {
        self.has_opinion
    }

    /// Returns the changes; the first is at bar 0.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the target of a bar.
    pub fn at(&self, bar: usize) -> f64 {
        let after = self.steps.partition_point(|step| step.at <= bar);
        after.checked_sub(1).map_or(0.0, |last| self.steps[last].target)
    }

    /// Returns each target with the bars on which it holds, of the bars `from..to`.
    pub fn pieces(&self, from: usize, to: usize) -> impl Iterator<Item = (Range<usize>, f64)> + '_ {
        let ends = self.steps.iter().skip(1).map(|step| step.at).chain(core::iter::once(to));
        let within = move |at: usize| at.clamp(from, to);
        self.steps
            .iter()
            .zip(ends)
            .map(move |(step, end)| (within(step.at)..within(end), step.target))
    }

    /// Returns the target of every bar.
    pub fn column(&self, bars: usize) -> Vec<f64> {
        let mut column = vec![0.0; bars];
        for (bars, target) in self.pieces(0, bars) {
            column[bars].fill(target);
        }
        column
    }
}

/// Returns whether a bar has an opinion that differs from the last one.
#[inline(always)]
fn differs(wanted: f64, last: f64) -> bool {
    (wanted - last).abs() > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::strategy::rule::band;

    fn of(levels: &[f64]) -> Targets {
        Targets::of_levels(levels.len(), levels)
    }

    #[test]
    fn a_target_holds_until_the_next_change() {
        let targets = of(&[f64::NAN, 0.0, 0.5, 0.5, f64::NAN, 0.25, 0.25]);
        assert_eq!(targets.column(7), [0.0, 0.0, 0.5, 0.5, 0.5, 0.25, 0.25]);
        assert_eq!((targets.steps().len(), targets.has_opinion()), (3, true));
        assert!(of(&[f64::NAN, 0.0]).has_opinion() && !of(&[f64::NAN; 40]).has_opinion());
        let column = targets.column(7);
        assert!((0..7).all(|bar| targets.at(bar) == column[bar]));
        assert_eq!(Targets::of_column(&column).steps(), targets.steps());
        let pieces: Vec<_> = targets.pieces(3, 6).filter(|(bars, _)| !bars.is_empty()).collect();
        assert_eq!(pieces, [(3..5, 0.5), (5..6, 0.25)]);
    }

    #[test]
    fn every_bar_may_change_the_target() {
        let levels: Vec<f64> = (0..200).map(|at| [1.5, -0.5, 0.5][at % 3]).collect();
        let column = of(&levels).column(200);
        assert!(column.iter().enumerate().all(|(at, target)| *target == [1.0, 0.0, 0.5][at % 3]));
    }

    #[test]
    fn targets_by_blocks_equal_targets_by_bars() {
        let level = |at: usize| match at % 71 {
            0..40 => 1.0,
            40..50 => f64::NAN,
            _ => at as f64 / 400.0,
        };
        for bars in [0, 1, 31, 32, 33, 200, 352] {
            let levels: Vec<f64> = (0..bars).map(level).collect();
            let targets = of(&levels);
            let mut last = 0.0;
            for (at, level) in levels.iter().enumerate() {
                last = if level.is_nan() { last } else { *level };
                assert_eq!(targets.at(at), last, "{bars} {at}");
            }
        }
    }

    #[test]
    fn a_band_equals_its_levels() {
        let mut random = Random::new(5);
        for (bars, entry, exit) in
            [(300, 0.8, 0.2), (331, 0.5, 0.5), (95, 0.97, 0.03), (40, 2.0, -1.0)]
        {
            let number = |at: usize, draw: f64| match at % 17 {
                0 => f64::NAN,
                1 => 0.5,
                _ => draw,
            };
            let column: Vec<f64> = (0..bars).map(|at| number(at, random.uniform())).collect();
            let levels: Vec<f64> = column.iter().map(|value| band(*value, entry, exit)).collect();
            let (found, expected) = (
                Targets::of_band(bars + 3, &column, (entry, exit)),
                Targets::of_levels(bars + 3, &levels),
            );
            assert_eq!(found.steps(), expected.steps());
            assert_eq!(found.has_opinion(), expected.has_opinion());
            assert_eq!(found.has_opinion(), levels.iter().any(|level| !level.is_nan()));
            let known = Extremes::of(&column);
            let again = Targets::of_known_band(bars + 3, &column, &known, (entry, exit));
            assert_eq!(again.steps(), expected.steps());
            assert_eq!(again.has_opinion(), expected.has_opinion());
        }
    }
}
