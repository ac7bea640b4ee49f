//! Numbers in (0, 1), each a pure function of a seed, a candidate and an axis.

use crate::random::word_of;

/// Dimensions of the Sobol sequence, and so the largest number of axes of a plan.
pub const DIMENSIONS_MAX: usize = 16;

/// Primitive polynomials and first direction numbers of Joe and Kuo (Constructing Sobol sequences
/// with better two-dimensional projections, 2008; `new-joe-kuo-6`), from the second dimension:
/// degree, inner coefficients, and as many numbers as the degree.
const JOE_KUO: [(u32, u32, [u64; 6]); DIMENSIONS_MAX - 1] = [
    (1, 0, [1, 0, 0, 0, 0, 0]),
    (2, 1, [1, 3, 0, 0, 0, 0]),
    (3, 1, [1, 3, 1, 0, 0, 0]),
    (3, 2, [1, 1, 1, 0, 0, 0]),
    (4, 1, [1, 1, 3, 3, 0, 0]),
    (4, 4, [1, 3, 5, 13, 0, 0]),
    (5, 2, [1, 1, 5, 5, 17, 0]),
    (5, 4, [1, 1, 5, 5, 5, 0]),
    (5, 7, [1, 1, 7, 11, 19, 0]),
    (5, 11, [1, 1, 5, 1, 1, 0]),
    (5, 13, [1, 1, 1, 3, 11, 0]),
    (5, 14, [1, 3, 5, 5, 31, 0]),
    (6, 1, [1, 3, 3, 9, 7, 49]),
    (6, 13, [1, 1, 1, 15, 21, 21]),
    (6, 16, [1, 3, 1, 13, 27, 49]),
];

/// Returns the draw of one of `count` axes for a candidate: word `candidate*count + axis` of
/// `SplitMix64` with the seed, as the middle of one of 2^53 equal cells.
pub(super) fn random(seed: u64, candidate: u64, (axis, count): (u64, u64)) -> f64 {
    middle_of_cell(word_of(seed, candidate.wrapping_mul(count).wrapping_add(axis)))
}

/// Returns a coordinate of a point of the Sobol sequence in Gray code order. Its bits are flipped
/// where word `axis` of `SplitMix64` with the seed has a one (a digital shift).
pub(super) fn sobol(directions: &[u64; 64], seed: u64, candidate: u64, axis: u64) -> f64 {
    let mut bits = candidate ^ (candidate >> 1);
    let mut word = word_of(seed, axis);
    while bits != 0 {
        word ^= directions[bits.trailing_zeros() as usize];
        bits &= bits - 1;
    }
    middle_of_cell(word)
}

/// Returns the contribution of each bit of a point's number to a dimension.
pub(super) fn directions(dimension: usize) -> [u64; 64] {
    let mut directions: [u64; 64] = core::array::from_fn(|bit| 1 << (63 - bit));
    let Some((degree, coefficients, first)) = dimension.checked_sub(1).map(|at| JOE_KUO[at]) else {
        return directions;
    };
    let degree = degree as usize;
    for bit in 0..64 {
        if bit < degree {
            directions[bit] = first[bit] << (63 - bit);
            continue;
        }
        let mut word = directions[bit - degree] ^ (directions[bit - degree] >> degree);
        for back in 1..degree {
            if coefficients >> (degree - 1 - back) & 1 == 1 {
                word ^= directions[bit - back];
            }
        }
        directions[bit] = word;
    }
    directions
}

fn middle_of_cell(word: u64) -> f64 {
    ((word >> 11) as f64 + 0.5) * (1.0 / 9_007_199_254_740_992.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Removes the shift of the seed, which gives the published points.
    fn unshifted(dimension: usize, candidate: u64) -> f64 {
        let (directions, bits) = (directions(dimension), candidate ^ (candidate >> 1));
        let ones = (0..64).filter(|bit| bits >> bit & 1 == 1);
        middle_of_cell(ones.fold(0, |word, bit| word ^ directions[bit]))
    }

    #[test]
    fn the_first_points_are_as_published() {
        // joe-kuo, sobol.cc: points 1 to 9 in three dimensions
        let published = [
            [0.5, 0.5, 0.5],
            [0.75, 0.25, 0.25],
            [0.25, 0.75, 0.75],
            [0.375, 0.375, 0.625],
            [0.875, 0.875, 0.125],
            [0.625, 0.125, 0.875],
            [0.125, 0.625, 0.375],
            [0.1875, 0.3125, 0.9375],
            [0.6875, 0.8125, 0.4375],
        ];
        for (at, point) in published.iter().enumerate() {
            for (dimension, expected) in point.iter().enumerate() {
                let found = unshifted(dimension, at as u64 + 1);
                assert!((found - expected).abs() < 1e-15, "{at} {dimension}: {found}");
            }
        }
    }

    /// Returns the cell of a draw, of `cells` equal cells.
    fn cell(draw: f64, cells: u16) -> usize {
        (0..cells).rfind(|cell| f64::from(*cell) <= draw * f64::from(cells)).unwrap().into()
    }

    #[test]
    fn every_dimension_has_one_point_per_cell_under_any_shift() {
        for dimension in 0..DIMENSIONS_MAX {
            let directions = directions(dimension);
            for seed in [0, 1, 77] {
                let mut seen = [0; 256];
                for candidate in 0..256 {
                    let draw = sobol(&directions, seed, candidate, dimension as u64);
                    assert!(draw > 0.0 && draw < 1.0);
                    seen[cell(draw, 256)] += 1;
                }
                assert!(seen.iter().all(|count| *count == 1), "{dimension} {seed}");
            }
        }
    }

    #[test]
    fn every_pair_of_dimensions_is_spread_over_the_square() {
        for left in 0..DIMENSIONS_MAX {
            for right in 0..left {
                let mut seen = [0; 64];
                for candidate in 0..4096 {
                    let row = cell(unshifted(left, candidate), 8);
                    seen[8 * row + cell(unshifted(right, candidate), 8)] += 1;
                }
                assert!(seen.iter().all(|count| *count == 64), "{left} {right}");
            }
        }
    }

    #[test]
    fn a_random_draw_is_a_word_of_the_seed() {
        let found: Vec<f64> = (0..6).map(|at| random(1_234_567, at / 3, (at % 3, 3))).collect();
        let words = [6_457_827_717_110_365_317_u64, 3_203_168_211_198_807_973];
        assert_eq!(found[..2], words.map(middle_of_cell));
        assert!(found.iter().all(|draw| *draw > 0.0 && *draw < 1.0));
    }
}
