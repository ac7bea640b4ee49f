//! What a strategy wants over time, as steps.

use crate::num::clamp;

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

/// Takes down opinions, oldest first.
///
/// Each is written behind the last change and kept by the count of changes alone: whether a target
/// changed is hard to foresee where it is continuous, and a branch would cost more than the bar.
#[derive(Debug)]
pub(super) struct Recorder {
    steps: Vec<Step>,
    changes: usize,
    last: f64,
    opinions: usize,
}

impl Recorder {
    /// Returns the record of no opinion.
    pub(super) fn new() -> Self {
        Self { steps: vec![Step::OUT; 64], changes: 0, last: 0.0, opinions: 0 }
    }

    /// Records the target wanted on a bar.
    #[inline]
    pub(super) fn record(&mut self, at: usize, wanted: f64) {
        let target = clamp(wanted, 0.0, 1.0);
        let next = self.changes + 1;
        if next >= self.steps.len() {
            self.steps = grown(core::mem::take(&mut self.steps));
        }
        self.steps[next] = Step { at, target };
        self.changes += usize::from(target != self.last);
        self.last = target;
        self.opinions += 1;
    }

    /// Returns what was recorded.
    pub(super) fn finish(mut self) -> Targets {
        self.steps.truncate(self.changes + 1);
        Targets { steps: self.steps, opinions: self.opinions }
    }
}

/// Doubles the room. Taking the steps by value keeps the recorder itself in registers.
#[cold]
#[inline(never)]
fn grown(mut steps: Vec<Step>) -> Vec<Step> {
    steps.resize(2 * steps.len(), Step::OUT);
    steps
}

impl Targets {
    /// Returns on how many bars the strategy had an opinion.
    pub fn opinions(&self) -> usize {
        self.opinions
    }

    /// Returns the changes, the first at bar 0.
    pub fn steps(&self) -> &[Step] {
        &self.steps
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_holds_until_the_next_change() {
        let mut recorder = Recorder::new();
        for (at, wanted) in [(1, 0.0), (2, 0.5), (3, 0.5), (5, 0.25), (6, 0.25)] {
            recorder.record(at, wanted);
        }
        let targets = recorder.finish();
        assert_eq!(targets.column(7), [0.0, 0.0, 0.5, 0.5, 0.5, 0.25, 0.25]);
        assert_eq!((targets.steps().len(), targets.opinions()), (3, 5));
    }

    #[test]
    fn every_bar_may_change_the_target() {
        let mut recorder = Recorder::new();
        for at in 0..200 {
            recorder.record(at, [1.5, -0.5, 0.5][at % 3]);
        }
        let column = recorder.finish().column(200);
        assert!(column.iter().enumerate().all(|(at, target)| *target == [1.0, 0.0, 0.5][at % 3]));
    }
}
