//! The scenarios of an evaluation: the dataset itself, a sister maturity, perturbations of its
//! history and stresses of its future.
//!
//! All are derived from the dataset and a seed, without files. Every identity of a dataset holds in
//! each of them.

mod bootstrap;
mod perturbation;
mod rebuild;
mod stress;

pub use bootstrap::StationaryBootstrap;
pub use perturbation::{drawn_days, perturbed};
pub use rebuild::LOG_YIELD_RANGE;
pub use stress::{Stress, stressed};

pub use crate::generator::path_seeds::{SCENARIO_SEED, random_of};

use crate::generator::{MarketSpec, generate};
use crate::market::{Dataset, Provenance, Series};

/// Mean block of the perturbations, days.
pub const PERTURBATION_BLOCK: u64 = 5;
/// The perturbation that stands for the sister of an imported dataset: its number and mean block.
const IMPORTED_SISTER: (u64, u64) = (6, 20);
/// A scenario by kind and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// The dataset itself.
    Official,
    /// Another maturity of the market.
    Sister,
    /// The history drawn anew, in blocks of days; numbered from 1.
    Perturbation(u8),
    /// A shock that begins in the middle of the scored window.
    Stress(Stress),
}

impl Scenario {
    /// Every scenario, in the order of the answer.
    pub const ALL: [Self; 12] = [
        Self::Official,
        Self::Sister,
        Self::Perturbation(1),
        Self::Perturbation(2),
        Self::Perturbation(3),
        Self::Perturbation(4),
        Self::Perturbation(5),
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
            Self::Sister => "sister",
            Self::Perturbation(number) => PERTURBATION_IDS[usize::from(number - 1)],
            Self::Stress(stress) => stress.id(),
        }
    }

    /// Returns how it is made.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Official => "the official dataset",
            Self::Sister => {
                "another maturity: the generator's next seed; of an imported dataset a perturbation with mean block 20, k = 6"
            }
            Self::Perturbation(_) => {
                "stationary bootstrap of whole days, k the number of the perturbation"
            }
            Self::Stress(stress) => stress.rule(),
        }
    }

    /// Returns the public kind.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Official => "official",
            Self::Sister => "sister",
            Self::Perturbation(_) => "perturbation",
            Self::Stress(_) => "stress",
        }
    }
}

/// Returns the bars of a scenario of a dataset.
#[inline(never)]
pub fn derive(dataset: &Dataset, scenario: Scenario, scenario_seed: u64) -> Series {
    let official = &dataset.series;
    let perturbation =
        |number, mean_block| perturbed(official, random_of(scenario_seed, number), mean_block);
    match scenario {
        Scenario::Official => official.shared(),
        Scenario::Sister => {
            sister(dataset).unwrap_or_else(|| perturbation(IMPORTED_SISTER.0, IMPORTED_SISTER.1))
        }
        Scenario::Perturbation(number) => perturbation(u64::from(number), PERTURBATION_BLOCK),
        Scenario::Stress(stress) => stressed(official, dataset.trade_start_index, stress),
    }
}

/// Returns what the generator makes of the next seed; `None` of an imported dataset.
fn sister(dataset: &Dataset) -> Option<Series> {
    let Provenance::Synthetic { seed } = dataset.provenance else { return None };
    let spec = MarketSpec::of_key(&dataset.market_key)?;
    let clock = &dataset.series.clock;
    let (terms, columns) = generate(spec, seed.wrapping_add(1), clock.timeframe);
    let same_maturity = columns.timestamp == clock.timestamp && terms.expiry == clock.expiry;
    same_maturity.then(|| Series::of(clock.clone(), terms.scalar_root, columns))
}

const PERTURBATION_IDS: [&str; 5] =
    ["perturbation-1", "perturbation-2", "perturbation-3", "perturbation-4", "perturbation-5"];

#[cfg(test)]
mod tests {
    use super::*;

    /// What the family publishes of the twelve.
    #[test]
    fn ids_kinds_and_rules() {
        let drawn = "stationary bootstrap of whole days, k the number of the perturbation";
        let sister = "another maturity: the generator's next seed; of an imported dataset a perturbation with mean block 20, k = 6";
        let expected = [
            ("official", "official", "the official dataset"),
            ("sister", "sister", sister),
            ("perturbation-1", "perturbation", drawn),
            ("perturbation-2", "perturbation", drawn),
            ("perturbation-3", "perturbation", drawn),
            ("perturbation-4", "perturbation", drawn),
            ("perturbation-5", "perturbation", drawn),
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
    }
}
