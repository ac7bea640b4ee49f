//! The scenarios of an evaluation: the dataset itself, perturbations of its history (only where no
//! generator can make fresh paths), and stresses of its future.
//!
//! All are derived from the dataset and a seed, without files, and satisfy every identity of a
//! dataset.

mod bootstrap;
mod perturbation;
mod rebuild;
mod stress;

pub use bootstrap::StationaryBootstrap;
pub use perturbation::{drawn_days, perturbed};
pub use rebuild::LOG_YIELD_RANGE;
pub use stress::{Stress, stressed};

pub use crate::generator::path_seeds::{SCENARIO_SEED, random_of};

use crate::market::{Dataset, Series};

/// Mean block of the perturbations 1 to 5, days.
pub const PERTURBATION_BLOCK: u64 = 5;
/// The last perturbation and its mean block, days.
pub const LONG_PERTURBATION: (u8, u64) = (6, 20);

/// A scenario by kind and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// The dataset itself.
    Official,
    /// History resampled in blocks of days; numbered from 1.
    Perturbation(u8),
    /// A shock that begins in the middle of the scored window.
    Stress(Stress),
}

impl Scenario {
    /// Every scenario, in the order of the answer. Perturbations apply only to datasets without a
    /// generator.
    pub const ALL: [Self; 12] = [
        Self::Official,
        Self::Perturbation(1),
        Self::Perturbation(2),
        Self::Perturbation(3),
        Self::Perturbation(4),
        Self::Perturbation(5),
        Self::Perturbation(LONG_PERTURBATION.0),
        Self::Stress(Stress::YieldSpike),
        Self::Stress(Stress::YieldCollapse),
        Self::Stress(Stress::LiquidityDrain),
        Self::Stress(Stress::ParBreak),
        Self::Stress(Stress::Turbulence),
    ];

    /// Returns the public id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Official => "official",
            Self::Perturbation(number) => PERTURBATION_IDS[usize::from(number - 1)],
            Self::Stress(stress) => stress.id(),
        }
    }

    /// Returns the published rule that derives it.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Official => "the official dataset",
            Self::Perturbation(_) => {
                "stationary bootstrap of whole days, k the number of the perturbation; of a dataset without a generator only"
            }
            Self::Stress(stress) => stress.rule(),
        }
    }

    /// Returns the public kind.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Official => "official",
            Self::Perturbation(_) => "perturbation",
            Self::Stress(_) => "stress",
        }
    }

    /// Returns whether the capital score counts it. A par break moves idle capital as much as held
    /// PT, so it would only measure the exposure on one day.
    pub fn in_capital_score(self) -> bool {
        self != Self::Stress(Stress::ParBreak)
    }

    /// Returns whether a gate bounds the drawdown in it.
    pub fn bounds_drawdown(self) -> bool {
        !matches!(self, Self::Perturbation(_))
    }
}

/// Returns the bars of a scenario.
#[inline(never)]
pub fn derive(dataset: &Dataset, scenario: Scenario, scenario_seed: u64) -> Series {
    let official = &dataset.series;
    match scenario {
        Scenario::Official => official.shared(),
        Scenario::Perturbation(number) => {
            let (long, block) = LONG_PERTURBATION;
            let mean_block = if number == long { block } else { PERTURBATION_BLOCK };
            perturbed(official, random_of(scenario_seed, u64::from(number)), mean_block)
        }
        Scenario::Stress(stress) => stressed(official, dataset.trade_start_index, stress),
    }
}

const PERTURBATION_IDS: [&str; 6] = [
    "perturbation-1",
    "perturbation-2",
    "perturbation-3",
    "perturbation-4",
    "perturbation-5",
    "perturbation-6",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The published table of the twelve scenarios.
    #[test]
    fn scenarios_have_their_published_ids_kinds_and_rules() {
        let drawn = "stationary bootstrap of whole days, k the number of the perturbation; of a dataset without a generator only";
        let expected = [
            ("official", "official", "the official dataset"),
            ("perturbation-1", "perturbation", drawn),
            ("perturbation-2", "perturbation", drawn),
            ("perturbation-3", "perturbation", drawn),
            ("perturbation-4", "perturbation", drawn),
            ("perturbation-5", "perturbation", drawn),
            ("perturbation-6", "perturbation", drawn),
            ("yield-spike", "stress", "logYield + 0.08*0.5^(e/10)"),
            (
                "yield-collapse",
                "stress",
                "logYield*f, f = 1 - 0.6*ramp(5); syIndex grows by its old growth to the power f",
            ),
            ("liquidity-drain", "stress", "totalPt and totalSy times 1 - 0.75*ramp(2)"),
            ("par-break", "stress", "syIndex times 1 - 0.08*ramp(1)"),
            (
                "turbulence",
                "stress",
                "m + 3*(logYield - m), m its mean of seven days, in [0.001, 0.5]",
            ),
        ];
        assert_eq!(Scenario::ALL.map(|one| (one.id(), one.kind(), one.rule())), expected);
        let outside = Scenario::ALL.into_iter().filter(|one| !one.in_capital_score());
        assert_eq!(outside.map(Scenario::id).collect::<Vec<_>>(), ["par-break"]);
        let unbounded = Scenario::ALL.into_iter().filter(|one| !one.bounds_drawdown());
        assert!(unbounded.map(Scenario::kind).all(|kind| kind == "perturbation"));
    }
}
