//! What the scenarios are made of: the next seed of a generated market, and days of its history.

#![allow(clippy::expect_used, reason = "a test may fail by panic")]

#[path = "support/plans.rs"]
mod plans;

use arena_engine::internals::evaluation::scenario::{
    Scenario, derive, drawn_days, perturbed, random_of,
};
use arena_engine::internals::market::{Clock, Dataset, Provenance, Series};
use plans::{bits, datasets, first_bars};
use std::sync::Arc;

const SEED: u64 = 20_261_120;

fn sister(dataset: &Dataset) -> Series {
    derive(dataset, Scenario::Sister, SEED)
}

fn assert_same(found: &Series, expected: &Series, what: &str) {
    assert_eq!(bits(&found.pt_price), bits(&expected.pt_price), "{what}");
    assert_eq!(bits(&found.sy_index), bits(&expected.sy_index), "{what}");
    assert_eq!(bits(&found.volume), bits(&expected.volume), "{what}");
}

/// The history drawn anew in blocks of twenty days, as number 6.
fn imported_sister(dataset: &Dataset) -> Series {
    perturbed(&dataset.series, random_of(SEED, 6), 20)
}

fn with_clock(dataset: &Dataset, clock: Clock) -> Dataset {
    let mut changed = dataset.clone();
    changed.series.clock = Arc::new(clock);
    changed
}

#[test]
fn the_sister_of_a_generated_market_is_its_next_seed() {
    for (here, next) in datasets(41).zip(datasets(42)) {
        assert_same(&sister(&here), &next.series, &here.market_key);
    }
}

#[test]
fn another_maturity_or_an_imported_market_has_a_perturbation_for_a_sister() {
    for dataset in datasets(41) {
        let expected = imported_sister(&dataset);
        let key = dataset.market_key.clone();
        let imported =
            Dataset { provenance: Provenance::Imported("chain".into()), ..dataset.clone() };
        assert_same(&sister(&imported), &expected, &key);
        let unknown = Dataset { market_key: "other".into(), ..dataset.clone() };
        assert_same(&sister(&unknown), &expected, &key);
        // the same bars of a later expiry, and other bars of the same expiry
        let Clock { timeframe, timestamp, expiry, far_expiry, .. } =
            (*dataset.series.clock).clone();
        let later = Clock::new(timeframe, timestamp.clone(), expiry + 1, far_expiry);
        let later = with_clock(&dataset, later);
        assert_same(&sister(&later), &imported_sister(&later), &key);
        let moved: Vec<i64> = timestamp.iter().map(|close| close - 1).collect();
        let moved = with_clock(&dataset, Clock::new(timeframe, moved, expiry, far_expiry));
        assert_same(&sister(&moved), &imported_sister(&moved), &key);
    }
}

/// Also when the last day is not a whole one: its missing bars are the first of the dataset.
#[test]
fn a_perturbation_brings_volume_and_far_premium_of_the_bars_it_draws() {
    for dataset in datasets(43) {
        for missing in [0, 5] {
            let official = first_bars(&dataset.series, dataset.series.bars() - missing);
            let per_day = official.clock.timeframe.bars_per_day();
            let days = drawn_days(&official, random_of(SEED, 1), 5);
            assert_eq!(days.len(), official.bars().div_ceil(per_day));
            let found = perturbed(&official, random_of(SEED, 1), 5);
            for at in 0..official.bars() {
                let source = (days[at / per_day] * per_day + at % per_day) % official.bars();
                let volume = official.volume[source] / official.tvl[source] * found.tvl[at];
                assert_eq!(found.volume[at], volume, "volume at {at}");
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
