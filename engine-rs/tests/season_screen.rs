//! The bounds that decide most pairs of a season give what the sums of the rules give.

use arena_engine::internals::random::Random;
use arena_engine::internals::season::{Line, Ranks};
use proptest::prelude::*;

const MARGIN: f64 = 0.001;
const ALIKE: f64 = 0.995;
/// A row whose rests have a smaller sum of squares correlates with no other.
const SQUARES_MIN: f64 = 1e-20;
/// Distances from a limit, relative; closer than 1e-9 the rules ask the probability itself.
const CLOSE: [f64; 5] = [1.0, 1e-2, 1e-4, 1e-6, 1e-7];

/// A board whose entries are close to the bar, to the margin, or to one another.
fn board(random: &mut Random, paths: usize, entries: usize) -> Vec<f64> {
    let count = entries + 2;
    let apart: Vec<f64> = (0..count * paths).map(|at| (at / paths) as f64).collect();
    let [_, bar] = Ranks::of(&apart, paths).unwrap().bar.unwrap();
    let hold: Vec<f64> = (0..paths).map(|_| 0.08 + 0.03 * random.normal()).collect();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for at in 0..entries {
        let noise: Vec<f64> = (0..paths).map(|_| random.normal()).collect();
        let (mean, variance) = moments(&noise);
        let close = CLOSE[at % CLOSE.len()] * (random.uniform() - 0.5);
        let copied = rows.last().filter(|_| random.uniform() < 0.5).unwrap_or(&hold);
        let lead = if random.uniform() < 0.3 { MARGIN * (1.0 + close) } else { 0.01 };
        // The lead over the copied row is close to the bar, or its correlation to the limit.
        let root = (variance / paths as f64).sqrt();
        let scale =
            if random.uniform() < 0.6 { lead / (bar * (1.0 + close) * root) } else { 0.001 };
        rows.push(
            copied.iter().zip(&noise).map(|(own, z)| own + lead + scale * (z - mean)).collect(),
        );
    }
    rows.push(hold.clone());
    rows.push(hold.iter().map(|own| 0.5 * own + 0.03).collect());
    rows.concat()
}

fn moments(numbers: &[f64]) -> (f64, f64) {
    let mut sum = 0.0;
    for number in numbers {
        sum += number;
    }
    let mean = sum / numbers.len() as f64;
    let mut squares = 0.0;
    for number in numbers {
        squares += (number - mean) * (number - mean);
    }
    (mean, squares / (numbers.len() as f64 - 1.0))
}

fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let rests = |row: &[f64]| -> Vec<f64> { row.iter().map(|own| own - moments(row).0).collect() };
    let (one, other) = (rests(one), rests(other));
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b);
    let squares = [dot(&one, &one), dot(&other, &other)];
    if squares.iter().any(|squares| *squares < SQUARES_MIN) {
        return 0.0;
    }
    dot(&one, &other) / (squares[0] * squares[1]).sqrt()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_bounds_decide_as_the_sums_do(
        seed: u64, paths in 2_usize..200, entries in 1_usize..24,
    ) {
        let utilities = board(&mut Random::new(seed), paths, entries);
        let ranks = Ranks::of(&utilities, paths).unwrap();
        let [_, bar] = ranks.bar.unwrap();
        let row = |at: usize| &utilities[at * paths..][..paths];
        let less = |one: usize, other: usize| -> Vec<f64> {
            row(one).iter().zip(row(other)).map(|(one, other)| one - other).collect()
        };
        let kept: Vec<usize> =
            ranks.order.iter().copied().filter(|at| ranks.rows[*at].same_as.is_none()).collect();
        let line = if ranks.line == Line::Hold { entries } else { entries + 1 };
        let is_above = |one: usize, other: usize| {
            let (lead, variance) = moments(&less(one, other));
            lead > MARGIN && lead * lead > bar * bar * variance / paths as f64
        };
        let mut heads: Vec<usize> = Vec::new();
        for &at in &kept {
            let above = kept.iter().filter(|other| is_above(**other, at)).count();
            let below = kept.iter().filter(|other| is_above(at, **other)).count();
            prop_assert_eq!(ranks.rows[at].interval, [1 + above, kept.len() - below]);
            if at >= entries {
                continue;
            }
            let own = less(at, line);
            let like = heads.iter().copied().find(|head| {
                correlation(&own, &less(*head, line)) >= ALIKE
            });
            prop_assert_eq!(ranks.rows[at].like, like);
            if like.is_none() {
                heads.push(at);
            }
        }
    }
}
