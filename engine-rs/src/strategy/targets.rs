//! What a strategy wants over time, as steps.

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

impl Default for Targets {
    fn default() -> Self {
        Self { steps: vec![Step { at: 0, target: 0.0 }], opinions: 0 }
    }
}

impl Targets {
    /// Records a target that differs from the last one; bars come in ascending order.
    #[inline]
    pub(super) fn change(&mut self, at: usize, target: f64) {
        self.steps.push(Step { at, target });
    }

    /// Returns these targets with the number of bars on which the strategy had an opinion.
    pub(super) fn with_opinions(self, opinions: usize) -> Self {
        Self { opinions, ..self }
    }

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
        let mut targets = Targets::default();
        targets.change(2, 0.5);
        targets.change(5, 0.25);
        assert_eq!(targets.column(7), [0.0, 0.0, 0.5, 0.5, 0.5, 0.25, 0.25]);
    }
}
