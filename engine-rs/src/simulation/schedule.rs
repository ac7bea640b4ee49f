//! Decides on which bars a sleeve must be checked: a cursor over the steps of its target.

use crate::strategy::Step;

/// The step that holds at the last requested bar. Bars are requested in ascending order.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Schedule {
    step: usize,
}

impl Schedule {
    /// Returns the target of a bar.
    pub(super) fn target(&mut self, steps: &[Step], at: usize) -> f64 {
        while steps.get(self.step + 1).is_some_and(|next| next.at <= at) {
            self.step += 1;
        }
        steps[self.step].target
    }

    /// Returns the next bar with another target than the last requested bar, if any.
    pub(super) fn until(self, steps: &[Step]) -> Option<usize> {
        steps.get(self.step + 1).map(|next| next.at)
    }

    /// Returns the first bar at or after `from` whose target `wants_change`.
    pub(super) fn next(
        &mut self,
        steps: &[Step],
        from: usize,
        wants_change: impl Fn(f64) -> bool,
    ) -> Option<usize> {
        if wants_change(self.target(steps, from)) {
            return Some(from);
        }
        // Steps that want no change need not be checked again: the position only changes on a bar
        // that does.
        while let Some(next) = steps.get(self.step + 1) {
            if wants_change(next.target) {
                return Some(next.at);
            }
            self.step += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_bar_is_the_first_that_wants_a_change() {
        let steps =
            [(0, 0.0), (3, 0.5), (5, 0.0), (9, 1.0)].map(|(at, target)| Step { at, target });
        let mut schedule = Schedule::default();
        assert_eq!(schedule.next(&steps, 0, |target| target == 0.5), Some(3));
        assert_eq!(schedule.target(&steps, 3), 0.5);
        // still wanted a bar later
        assert_eq!(schedule.next(&steps, 4, |target| target == 0.5), Some(4));
        assert_eq!(schedule.next(&steps, 6, |target| target > 0.5), Some(9));
        assert_eq!(schedule.next(&steps, 20, |target| target < 0.5), None);
    }
}
