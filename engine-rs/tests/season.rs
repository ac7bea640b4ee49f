//! The bar of a season's ranks against an independent implementation, `tests/golden/season.json`;
//! `tests/golden/season_board_test.ts` has its boards.

use crate::support::{at, golden_folder, number};
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::num::max;
use arena_engine::internals::season::Ranks;
use std::fs;

const TOLERANCE: f64 = 1e-12;

fn assert_near(found: f64, wanted: &Json<'_>, name: &str) {
    let wanted = number(wanted);
    let bound = TOLERANCE * max(wanted.abs(), 1e-3);
    assert!((found - wanted).abs() <= bound, "{name} is {found}, must be {wanted}");
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]
fn count(json: &Json<'_>, name: &str) -> usize {
    number(at(json, name)) as usize
}

#[test]
fn the_bar_is_that_of_an_independent_implementation() {
    let bytes = fs::read(golden_folder().join("season.json")).unwrap();
    let vectors = parse(&bytes).unwrap();
    let bars = at(&vectors, "bars").items().unwrap();
    for wanted in bars.iter().filter(|wanted| count(wanted, "rows") <= 200) {
        let (rows, paths) = (count(wanted, "rows"), count(wanted, "paths"));
        // Rows that differ by more than a fold.
        let utilities: Vec<f64> = (0..rows * paths).map(|at| (at / paths) as f64).collect();
        let [level, t] = Ranks::of(&utilities, paths).unwrap().bar.unwrap();
        assert_near(level, at(wanted, "level"), "level");
        assert_near(t, at(wanted, "bar"), "bar");
    }
}

#[test]
fn a_board_without_lines_has_no_ranks() {
    assert_eq!(Ranks::of(&[], 16), None);
    assert_eq!(Ranks::of(&[0.1; 16], 16), None);
    assert_eq!(Ranks::of(&[0.1; 33], 16), None);
    assert_eq!(Ranks::of(&[0.1; 2], 1), None);
    assert_eq!(Ranks::of(&[0.1; 32], 16).unwrap().kept, 1);
}
