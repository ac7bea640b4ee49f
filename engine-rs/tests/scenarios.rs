//! Inputs of the scenarios: days of the history, and stresses of it.

use crate::support::plans::{bits, datasets};
use arena_engine::internals::evaluation::ScenarioSet;
use arena_engine::internals::evaluation::scenario::{
    Scenario, derive, drawn_days, perturbed, random_of,
};
use arena_engine::internals::market::{Dataset, Provenance, Series};

const SEED: u64 = 20_261_120;

fn volume(series: &Series) -> &[f64] {
    series.volume.as_deref().expect("a generated market has volume")
}

fn ids(dataset: &Dataset) -> Vec<&'static str> {
    ScenarioSet::of(dataset, SEED).iter().map(|(scenario, _)| scenario.id()).collect()
}

#[test]
fn history_is_resampled_for_datasets_without_a_generator() {
    let stresses = ["yield-spike", "yield-collapse", "liquidity-drain", "par-break", "turbulence"];
    for dataset in datasets(41).filter(|dataset| dataset.series.bars() < 300) {
        assert_eq!(ids(&dataset), [&["official"], &stresses[..]].concat());
        let imported = Dataset { provenance: Provenance::Imported(Vec::new()), ..dataset.clone() };
        let perturbations: Vec<String> = (1..=6).map(|k| format!("perturbation-{k}")).collect();
        let perturbations: Vec<&str> = perturbations.iter().map(String::as_str).collect();
        assert_eq!(ids(&imported), [&["official"], &perturbations[..], &stresses[..]].concat());
        for (scenario, block) in [(1, 5), (5, 5), (6, 20)] {
            let expected = perturbed(&dataset.series, random_of(SEED, scenario), block);
            let number = u8::try_from(scenario).expect("a small number");
            let found = derive(&dataset, Scenario::Perturbation(number), SEED);
            assert_eq!(bits(&found.pt_price), bits(&expected.pt_price), "{scenario}");
            assert_eq!(bits(volume(&found)), bits(volume(&expected)), "{scenario}");
        }
    }
}

/// Includes an incomplete last day, whose missing bars are the first of the dataset.
#[test]
fn a_perturbation_has_volume_and_far_premium_of_the_drawn_bars() {
    for dataset in datasets(43) {
        for missing in [0, 5] {
            let official = dataset.series.first(dataset.series.bars() - missing);
            let per_day = official.clock.timeframe.bars_per_day();
            let days = drawn_days(&official, random_of(SEED, 1), 5);
            assert_eq!(days.len(), official.bars().div_ceil(per_day));
            let found = perturbed(&official, random_of(SEED, 1), 5);
            for at in 0..official.bars() {
                let source = (days[at / per_day] * per_day + at % per_day) % official.bars();
                let drawn = volume(&official)[source] / official.tvl[source] * found.tvl[at];
                assert_eq!(volume(&found)[at], drawn, "volume at {at}");
                let far = official.log_far_yield.as_ref().zip(found.log_far_yield.as_ref());
                if let Some((old, new)) = far {
                    let premium = old[source] - 0.7 * official.log_yield[source];
                    assert_eq!(new[at], 0.7 * found.log_yield[at] + premium, "far yield at {at}");
                }
            }
        }
    }
}

#[test]
fn a_stress_moves_the_far_yield_by_seven_tenths_of_the_near_one() {
    let mut compared = 0;
    for dataset in datasets(47) {
        let Some(old) = &dataset.series.log_far_yield else { continue };
        let near = &dataset.series.log_yield;
        for scenario in Scenario::ALL.into_iter().filter(|one| one.kind() == "stress") {
            let found = derive(&dataset, scenario, SEED);
            let far = found.log_far_yield.as_ref().expect("the far yield stays");
            for at in 0..near.len() {
                let moved = 0.7 * (found.log_yield[at] - near[at]);
                let expected = if moved == 0.0 { old[at] } else { old[at] + moved };
                assert_eq!(far[at], expected, "{} at {at}", scenario.id());
                compared += usize::from(moved != 0.0);
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}
