//! Summaries of ranges merge to the same bytes in any order and any tree, and equal their definitions.

#![allow(clippy::cast_possible_truncation, reason = "a sum of parts")]

use crate::support::plans::dataset;
use arena_engine::Arena;
use arena_engine::internals::generator::MarketSpec;
use arena_engine::internals::market::Timeframe;
use arena_engine::internals::random::Random;
use arena_engine::internals::summary::{Summary, candidate_hashes, merge};
use proptest::prelude::*;

const AXES: &str = r#"[
    {"path":"/components/0/strategyParams/period","min":3,"max":30,"steps":5},
    {"path":"/components/0/strategyParams/overbought","values":[55,60,85]},
    {"path":"/components/0/strategyParams/oversold","min":15,"max":45,"scale":"log"}]"#;
/// The columns: three axes, the figures, the status.
const WIDTH: usize = 14;
/// Parts of 1 in a sum: 2^64.
const PARTS: f64 = 18_446_744_073_709_552_000.0;
/// Places of columns.
const SCORE: usize = 8;
const SHARPE: usize = 9;
const FILLS: usize = 11;
const STATUS: usize = 13;

fn arena() -> Arena {
    let mut arena = Arena::new();
    for spec in &MarketSpec::ALL[..2] {
        arena.insert(dataset(spec, Timeframe::Daily, 5));
    }
    arena
}

/// Returns the summary of a range of Sobol points or random ones, and its columns.
fn summary(arena: &Arena, members: &str, (from, count): (usize, usize)) -> (Vec<u8>, Vec<f64>) {
    let request = format!(
        r#"{{"plan":{{"base":{{"marketId":1,"timeframe":"daily","components":[{{"strategyId":"yield-rsi"}}]}},
        "axes":{AXES},"method":"random","count":4000,"seed":3}},"from":{from},"count":{count},"first":{from},
        "space":7,"topMax":6,"passes":40,"constraints":[{{"figure":"fills","min":2}}],{members}}}"#
    );
    let mut points = vec![0.0; WIDTH * count];
    let packed = arena.summarise(request.as_bytes(), &[], &mut points);
    assert!(!packed.is_empty(), "{request}");
    (packed, points)
}

/// Merges pieces in a random order, as a random tree.
fn any_tree(mut pieces: Vec<Vec<u8>>, random: &mut Random) -> Vec<u8> {
    let mut taken = |pieces: &mut Vec<Vec<u8>>| {
        let place = random.uniform() * pieces.len() as f64;
        pieces.swap_remove((0..pieces.len()).rfind(|at| *at as f64 <= place).unwrap())
    };
    while pieces.len() > 1 {
        let (one, other) = (taken(&mut pieces), taken(&mut pieces));
        pieces.push(merge(&one, &other).unwrap());
    }
    pieces.remove(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_split_and_any_tree_of_merges_gives_the_same_bytes(
        cuts in prop::collection::btree_set(1..600_usize, 0..9),
        seed in 1..1_000_000_u64,
        aim in prop::sample::select(vec!["score", "cvar", "dailySharpe", "executionCost"]),
        markets in prop::sample::select(vec!["", r#","markets":{"ids":[1,2],"by":"mean"}"#,
            r#","markets":{"ids":[2,1],"by":"worst"}"#]),
    ) {
        let (arena, members) = (arena(), format!(r#""aim":"{aim}"{markets}"#));
        let (whole, _) = summary(&arena, &members, (0, 600));
        let ends = cuts.iter().copied().chain([600]);
        let mut pieces = vec![Vec::new()];
        let mut from = 0;
        for end in ends {
            pieces.push(summary(&arena, &members, (from, end - from)).0);
            from = end;
        }
        prop_assert_eq!(any_tree(pieces, &mut Random::new(seed)), whole);
    }

    #[test]
    fn a_cut_or_changed_summary_is_refused_or_read_and_never_a_trap(
        at in 0..20_000_usize, byte in any::<u8>(), end in 0..20_000_usize,
    ) {
        let (mut packed, _) = summary(&arena(), r#""aim":"score""#, (0, 50));
        let whole = packed.clone();
        prop_assert!(Summary::unpack(&packed[..end % packed.len()]).is_none());
        let at = at % packed.len();
        packed[at] = byte;
        let _ = merge(&packed, &whole);
        let _ = merge(&whole, &packed);
    }
}

#[test]
fn a_summary_equals_its_plain_definitions() {
    let (packed, points) = summary(&arena(), r#""aim":"score""#, (100, 900));
    let column = |at: usize| &points[at * 900..(at + 1) * 900];
    let word = |at: usize| u64::from_le_bytes(packed[8 * at..8 * at + 8].try_into().unwrap());
    let double = |at: usize| f64::from_bits(word(at));
    let ran = column(STATUS).iter().filter(|status| **status == 0.0).count() as u64;
    let untraded = column(FILLS).iter().filter(|fills| **fills == 0.0).count() as u64;
    let mut best: Vec<usize> = (0..900).filter(|row| column(FILLS)[*row] >= 2.0).collect();
    assert!((100..900).contains(&best.len()) && untraded > 0, "the bound decides");
    assert_eq!([word(1), word(2), word(3), word(4), word(5)], [3, 6, 40, 900, ran]);
    assert_eq!([word(11), word(12)], [untraded, best.len() as u64]);
    best.sort_by(|one, other| {
        column(SCORE)[*other].total_cmp(&column(SCORE)[*one]).then(one.cmp(other))
    });
    let scores: Vec<f64> = best.iter().map(|row| column(SCORE)[*row]).collect();
    assert_eq!([double(13), double(14)], [scores[scores.len() - 1], scores[0]]);
    let sum: i128 = scores.iter().map(|score| (score * PARTS) as i128).sum();
    assert_eq!(i128::from(word(15)) | i128::from(word(16)) << 64, sum);
    // The best rows stand before the ranked ones, at the end.
    let ranked = packed.len() / 8 - 40 * 5;
    let top = ranked - 1 - 6 * 15;
    assert_eq!([word(top - 1), word(ranked - 1)], [6, 40]);
    for (at, row) in best.iter().take(40).enumerate() {
        let shown: Vec<f64> = (0..5).map(|place| double(ranked + 5 * at + place)).collect();
        let own = [
            (100 + row) as f64,
            column(SCORE)[*row],
            column(0)[*row],
            column(1)[*row],
            column(2)[*row],
        ];
        assert_eq!(shown, own);
        if at < 6 {
            let figures: Vec<f64> = (5..15).map(|place| double(top + 15 * at + place)).collect();
            let own: Vec<f64> = (3..STATUS).map(|place| column(place)[*row]).collect();
            assert_eq!(figures, own);
        }
    }
    // The candidates tried follow the histogram.
    let tried = 21 + 3 + usize::try_from(word(23)).unwrap();
    let kept = usize::try_from(word(tried)).unwrap();
    let mut hashes: Vec<(f64, f64)> = candidate_hashes(&points[..3 * 900], 3, 7)
        .into_iter()
        .zip(column(SHARPE).to_vec())
        .collect();
    hashes.sort_by(|one, other| one.0.total_cmp(&other.0));
    hashes.dedup_by(|one, other| one.0 == other.0);
    assert_eq!(kept, hashes.len());
    for (at, (hash, ratio)) in hashes.into_iter().enumerate() {
        let shown = [word(tried + 1 + at), word(tried + 1 + kept + at)];
        assert_eq!(shown, [hash, ratio].map(f64::to_bits));
    }
}
