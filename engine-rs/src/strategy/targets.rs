//! What a strategy wants over time, as steps.

use crate::num::{clamp, min};

/// The target position over all bars: 0 before the first opinion, then the last opinion.
///
/// Most strategies change their mind on few bars, so only the changes are kept.
#[derive(Debug, Clone)]
pub struct Targets {
    steps: Vec<Step>,
    opinions: usize,
}

/// A target that holds from a bar on.
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

/// Takes down changes of the target, oldest first.
///
/// Branch-free: each is written behind the last one and kept by the count alone. For continuous
/// targets the branch "did it change" mispredicts, which costs more than the store.
#[derive(Debug)]
pub(super) struct Changes {
    steps: Vec<Step>,
    count: usize,
    last: f64,
}

impl Changes {
    /// Returns none yet: the target is 0.
    pub(super) fn new() -> Self {
        Self { steps: vec![Step::OUT; 64], count: 0, last: 0.0 }
    }

    /// Returns the targets, of so many opinions.
    pub(super) fn finish(mut self, opinions: usize) -> Targets {
        self.steps.truncate(self.count + 1);
        Targets { steps: self.steps, opinions }
    }

    /// Takes down what is wanted from a bar on, if it is a change.
    #[inline(never)]
    pub(super) fn record(&mut self, at: usize, wanted: f64) {
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
    /// Returns the targets that `level` reads from a column, which ends with the last of so many bars:
    /// a position, or `NaN` for no opinion. The bars do not depend on each other: a block of them is
    /// compared with the last opinion at once, and looked at one by one only where it differs.
    #[inline(always)]
    pub(super) fn of_levels(bars: usize, column: &[f64], level: impl Fn(f64) -> f64) -> Self {
        const BLOCK: usize = 32;
        let mut changes = Changes::new();
        let (mut opinions, mut last, mut at) = (0, 0.0, bars - column.len());
        for block in column.chunks(BLOCK) {
            let (mut count, mut differ) = (0, false);
            for value in block {
                let wanted = level(*value);
                count += usize::from(!wanted.is_nan());
                differ |= differs(wanted, last);
            }
            opinions += count;
            if differ {
                for (place, value) in block.iter().enumerate() {
                    let wanted = level(*value);
                    if differs(wanted, last) {
                        last = wanted;
                        changes.record(at + place, wanted);
                    }
                }
            }
            at += block.len();
        }
        changes.finish(opinions)
    }

    /// Returns the targets of a column with one for every bar, in [0, 1].
    pub fn of_column(column: &[f64]) -> Self {
        Self::of_levels(column.len(), column, |target| target)
    }

    /// Lowers every target above the largest position of a policy to it; that of the official one is
    /// the largest target.
    #[cold]
    #[inline(never)]
    pub fn cap(&mut self, max: f64) {
        for step in &mut self.steps {
            step.target = min(step.target, max);
        }
    }

    /// Returns on how many bars the strategy had an opinion; in a sweep those that change no target are
    /// left out.
    pub fn opinions(&self) -> usize {
        self.opinions
    }

    /// Returns the changes, the first at bar 0.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the target of a bar.
    pub fn at(&self, bar: usize) -> f64 {
        let after = self.steps.partition_point(|step| step.at <= bar);
        after.checked_sub(1).map_or(0.0, |last| self.steps[last].target)
    }

    /// Returns the target of every bar.
    pub fn column(&self, bars: usize) -> Vec<f64> {
        let mut column = vec![0.0; bars];
        for step in &self.steps {
            if let Some(rest) = column.get_mut(step.at..) {
                rest.fill(step.target);
            }
        }
        column
    }
}

/// Says whether a target is wanted, and another one than the last.
#[inline(always)]
fn differs(wanted: f64, last: f64) -> bool {
    (wanted - last).abs() > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(levels: &[f64]) -> Targets {
        Targets::of_levels(levels.len(), levels, |level| level)
    }

    #[test]
    fn a_target_holds_until_the_next_change() {
        let targets = of(&[f64::NAN, 0.0, 0.5, 0.5, f64::NAN, 0.25, 0.25]);
        assert_eq!(targets.column(7), [0.0, 0.0, 0.5, 0.5, 0.5, 0.25, 0.25]);
        assert_eq!((targets.steps().len(), targets.opinions()), (3, 5));
        let column = targets.column(7);
        assert!((0..7).all(|bar| targets.at(bar) == column[bar]));
        assert_eq!(Targets::of_column(&column).steps(), targets.steps());
    }

    #[test]
    fn every_bar_may_change_the_target() {
        let levels: Vec<f64> = (0..200).map(|at| [1.5, -0.5, 0.5][at % 3]).collect();
        let column = of(&levels).column(200);
        assert!(column.iter().enumerate().all(|(at, target)| *target == [1.0, 0.0, 0.5][at % 3]));
    }

    #[test]
    fn a_block_is_what_its_bars_are() {
        let level = |at: usize| match at % 71 {
            0..40 => 1.0,
            40..50 => f64::NAN,
            _ => at as f64 / 400.0,
        };
        for bars in [0, 1, 31, 32, 33, 200, 352] {
            let levels: Vec<f64> = (0..bars).map(level).collect();
            let targets = of(&levels);
            let (mut last, mut opinions) = (0.0, 0);
            for (at, level) in levels.iter().enumerate() {
                if !level.is_nan() {
                    (last, opinions) = (*level, opinions + 1);
                }
                assert_eq!(targets.at(at), last, "{bars} {at}");
            }
            assert_eq!(targets.opinions(), opinions);
        }
    }
}
