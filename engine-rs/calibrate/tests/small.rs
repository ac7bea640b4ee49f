//! A small calibration: luck does not pass, planted skill does, and threads change nothing.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

use arena_calibrate::Bench;
use arena_calibrate::draw::Draw;
use arena_calibrate::family::{Family, planted};
use arena_calibrate::survey::Survey;
use arena_calibrate::worker_pool::WorkerPool;
use arena_engine::internals::simulation::Plan;
use arena_engine::{Dataset, Timeframe};

const MARKETS: [&str; 3] = ["susde", "susdf", "ghousd"];

fn dataset(market_key: &str) -> Dataset {
    Dataset::generate(market_key, Timeframe::Daily, 1).unwrap()
}

fn unheard(_: &str, _: usize, _: usize) {}

/// Returns the number of eligible candidates among `count`, with one trial each.
fn eligible(
    market_key: &str,
    count: usize,
    candidate: impl Fn(&Dataset, &mut Draw) -> Plan + Sync,
) -> usize {
    let pool = WorkerPool::new(2, &unheard);
    let bench = Bench::of(dataset(market_key), 4, &pool).unwrap();
    let verdicts = pool.results("verdicts", count, |number| {
        let plan = candidate(bench.dataset(), &mut Draw::of(20_261_122, 0, number as u64));
        bench.assessment(&plan).unwrap().is_eligible()
    });
    verdicts.into_iter().filter(|passes| *passes).count()
}

#[test]
fn dice_do_not_pass() {
    for market_key in MARKETS {
        let count =
            eligible(market_key, 300, |dataset, draw| Family::Dice.candidate(dataset, draw));
        assert!(count <= 3, "{market_key}: {count} of 300 dice are eligible");
    }
}

#[test]
fn planted_skill_is_found() {
    for market_key in MARKETS {
        let count = eligible(market_key, 50, planted);
        assert!(count >= 40, "{market_key}: {count} of 50 planted edges are found");
    }
}

#[test]
fn the_figures_do_not_depend_on_the_threads() {
    let survey = Survey { seed: 7, dice: 12, fresh: 8 };
    let [one, many] = [1, 3].map(|threads| {
        let dataset = dataset("susdf");
        survey.figures(dataset, &WorkerPool::new(threads, &unheard)).unwrap()
    });
    assert_eq!(one, many);
}
