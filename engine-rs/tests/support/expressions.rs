//! Support for the tests of expressions: vectors, datasets and draws.

use arena_engine::internals::market::{Dataset, Timeframe};
use arena_engine::internals::random::Random;
use serde_json::Value;

/// Returns the vectors of a file of `tests/golden`.
pub(crate) fn golden(name: &str) -> Value {
    let path = format!("{}/../../tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(&path).expect(&path)).expect("JSON")
}

/// Generates a dataset.
pub(crate) fn dataset(market: &str, timeframe: Timeframe, seed: u64) -> Dataset {
    Dataset::generate(market, timeframe, seed).expect("a path")
}

/// Draws a number below `count`.
pub(crate) fn pick(random: &mut Random, count: usize) -> usize {
    usize::try_from(random.next_u64() % count as u64).expect("a small number")
}
