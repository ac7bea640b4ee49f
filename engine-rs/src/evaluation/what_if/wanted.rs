//! The trades that the targets of a plan ask for, and the capital below which they are too small.

use crate::market::Series;
use crate::num::min;
use crate::portfolio::Sleeve;
use crate::simulation::Plan;
use crate::strategy::Targets;

/// Targets of the components, and what they ask for under the policy of a plan.
pub(super) struct Wanted {
    pub(super) targets: Vec<Targets>,
    /// The weighted changes, each filled at once.
    pub(super) moved: f64,
    /// The smallest purchase of each sleeve from SY alone, as a fraction of it.
    least: Vec<f64>,
    /// Value of SY at the first scored bar.
    sy_index: f64,
}

impl Wanted {
    pub(super) fn of(plan: &Plan, series: &Series, targets: Vec<Targets>) -> Self {
        let Plan { profile, components, start, .. } = plan;
        let (mut all, mut smallest) = (0.0, Vec::new());
        for (planned, targets) in components.iter().zip(&targets) {
            let (mut sleeve, mut moved, mut least) = (Sleeve::new(1.0, 1.0), 0.0, 1.0);
            for (bars, target) in targets.pieces(*start, series.clock.expiry_index) {
                if bars.is_empty() {
                    continue;
                }
                if target >= profile.min_position_delta {
                    least = min(least, target);
                }
                if sleeve.exceeds_deadband(profile, target) {
                    moved += (target - sleeve.position.target).abs();
                    sleeve.position.target = target;
                }
            }
            all += planned.weight * moved;
            smallest.push(least);
        }
        Self { targets, moved: all, least: smallest, sy_index: series.sy_index[*start] }
    }

    /// Returns whether the smallest purchase of every sleeve is more than the most that a pool takes,
    /// shares of SY.
    pub(super) fn is_out(&self, plan: &Plan, most: f64) -> bool {
        let mut sleeves = plan.components.iter().zip(&self.least);
        sleeves.all(|(one, least)| least * (plan.capital * one.weight / self.sy_index) > most)
    }
}
