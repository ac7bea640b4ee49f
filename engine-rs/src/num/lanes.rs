//! `exp` and `ln` of many numbers, several at a time, with the bits of [`transcend`](super::transcend).
//!
//! Both follow `libm` operation by operation, without its branches (FreeBSD's `e_exp.c` and `e_log.c`,
//! Copyright 1993 by Sun Microsystems, which grants their use). The few numbers that its branches are
//! for are computed there. Constants are read from memory: as literals of a loop they would be made
//! again for every pair of numbers in WebAssembly.

use super::transcend::{exp, ln};
use core::hint::black_box;
use core::ops::Range;

/// 2^52: added to a whole number, it leaves the number in the low bits.
const WHOLE: f64 = 4_503_599_627_370_496.0;
const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// Writes `e^x` of every value, `NaN` where it is not finite, in steps over all of them: a CPU overlaps the
/// short chains of a step, but holds too few operations to overlap whole chains.
#[inline(never)]
pub fn exp_to<const N: usize>(values: &[f64; N], all: &mut [f64; N]) {
    let constants = *black_box(&EXP);
    let [per_ln_2, high, low, p1, p2, p3, p4, p5, least, whole, half, one, two] = constants;
    let (mut highs, mut powers) = ([0.0; N], [0.0; N]);
    for ((found, x), power) in highs.iter_mut().zip(values).zip(&mut powers) {
        let nearest = (per_ln_2 * x + half.copysign(*x)).trunc();
        *power = if x.abs() < least { 0.0 } else { nearest };
        *found = x - *power * high;
    }
    for ((found, high), power) in all.iter_mut().zip(&highs).zip(&powers) {
        let x = high - power * low;
        let square = x * x;
        *found = x - square * (p1 + square * (p2 + square * (p3 + square * (p4 + square * p5))));
    }
    for ((found, high), power) in all.iter_mut().zip(&highs).zip(&powers) {
        let (low, c) = (power * low, *found);
        let y = one + ((high - low) * c / (two - c) - low + high);
        *found = y * f64::from_bits((power + whole).to_bits() << 52);
    }
    correct(values, all, [1e-8..700.0, -700.0..-1e-8], exp);
}

/// Replaces what the branch for most numbers, those of two ranges, has computed of others; `NaN` where it
/// is not finite.
#[inline(never)]
fn correct(values: &[f64], all: &mut [f64], most: [Range<f64>; 2], of: fn(f64) -> f64) {
    let [first, second] = most;
    let is_of_most = |value: &f64| first.contains(value) | second.contains(value);
    // without a branch for each
    if !values.iter().fold(true, |all, value| all & is_of_most(value)) {
        for (found, value) in all.iter_mut().zip(values).filter(|(_, value)| !is_of_most(value)) {
            let number = of(*value);
            *found = number + 0.0 * number;
        }
    }
}

/// The numbers of the branch of `libm` for exponents from 2^-28 to those with subnormal powers.
const EXP: [f64; 13] = [
    core::f64::consts::LOG2_E,
    LN_2_HIGH,
    LN_2_LOW,
    0.166_666_666_666_666_02,
    -0.002_777_777_777_701_559_3,
    6.613_756_321_437_934e-5,
    -1.653_390_220_546_525_2e-6,
    4.138_136_797_057_238_5e-8,
    // the smallest number that libm reduces: its high word is the first above that of ln(2)/2
    f64::from_bits(0x3FD6_2E43_0000_0000),
    WHOLE + 1_023.0,
    0.5,
    1.0,
    2.0,
];

/// Writes the natural logarithm of every value, `NaN` where it is not finite, in steps as [`exp_to`].
#[inline(never)]
pub fn ln_to<const N: usize>(values: &[f64; N], all: &mut [f64; N]) {
    /// Bits of the mantissa, and of the high word of sqrt(2)/2, which begins the reduced range.
    const MANTISSA: u64 = (1 << 52) - 1;
    const BEGIN: u64 = 0x3FE6_A09E << 32;
    let [high, low, p1, p2, p3, p4, p5, p6, p7, whole, half, one, two] = *black_box(&LN);
    let bits = |x: f64| x.to_bits().wrapping_add((0x3FF0_0000 << 32) - BEGIN);
    let reduced = |x: f64| f64::from_bits((bits(x) & MANTISSA) + BEGIN) - one;
    for (slope, value) in all.iter_mut().zip(values) {
        let f = reduced(*value);
        *slope = f / (two + f);
    }
    for (found, value) in all.iter_mut().zip(values) {
        let (f, slope) = (reduced(*value), *found);
        let power = f64::from_bits(bits(*value) >> 52 | WHOLE.to_bits()) - whole;
        let half_square = half * f * f;
        let square = slope * slope;
        let fourth = square * square;
        let even = fourth * (p2 + fourth * (p4 + fourth * p6));
        let odd = square * (p1 + fourth * (p3 + fourth * (p5 + fourth * p7)));
        let found_low = slope * (half_square + (odd + even)) + power * low;
        *found = found_low - half_square + f + power * high;
    }
    correct(values, all, [f64::MIN_POSITIVE..f64::INFINITY, 0.0..0.0], ln);
}

/// The numbers of the branch of `libm` for normal numbers above 0.
const LN: [f64; 13] = [
    LN_2_HIGH,
    LN_2_LOW,
    0.666_666_666_666_673_5,
    0.399_999_999_994_094_2,
    0.285_714_287_436_623_9,
    0.222_221_984_321_497_84,
    0.181_835_721_616_180_5,
    0.153_138_376_992_093_73,
    0.147_981_986_051_165_86,
    WHOLE + 1_023.0,
    0.5,
    1.0,
    2.0,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    type Block = [f64; 64];

    /// Asserts that a function of many numbers has the bits of the function of one.
    fn assert_same(to: fn(&Block, &mut Block), of: fn(f64) -> f64) {
        let (mut values, mut all) = (values(), [0.0; 64]);
        values.resize(values.len().next_multiple_of(64), 1.0);
        let (blocks, _) = values.as_chunks();
        for block in blocks {
            to(block, &mut all);
            for (found, value) in all.iter().zip(block) {
                let wanted = Some(of(*value)).filter(|number| number.is_finite());
                let found = Some(*found).filter(|number| !number.is_nan());
                assert_eq!(found.map(f64::to_bits), wanted.map(f64::to_bits), "{value:e}");
            }
        }
    }

    /// Numbers of several sizes, of all bits, and those beside the ends of the branches.
    fn values() -> Vec<f64> {
        let mut random = Random::new(23);
        let sizes = [1e-9, 1e-4, 0.1, 1.0, 30.0, 800.0];
        let mut values: Vec<f64> =
            (0..200_000).map(|at| sizes[at % sizes.len()] * random.normal()).collect();
        values.extend((0..100_000).map(|_| f64::from_bits(random.next_u64())));
        let ends = [
            0.0,
            1e-8,
            1.0 / 268_435_456.0,
            0.5 * core::f64::consts::LN_2,
            f64::from_bits(0x3FD6_2E42_FFFF_FFFF),
            f64::from_bits(0x3FF0_A2B2_0000_0000),
            1.5 * core::f64::consts::LN_2,
            core::f64::consts::FRAC_1_SQRT_2,
            f64::from_bits(0x3FE6_A09E_0000_0000),
            1.0,
            2.0,
            700.0,
            708.5,
            710.0,
            746.0,
            f64::MIN_POSITIVE,
            f64::MAX,
            f64::INFINITY,
        ];
        for end in ends {
            let near = [end.next_down(), end, end.next_up()];
            values.extend(near.iter().flat_map(|near| [*near, -near]));
        }
        values.push(f64::NAN);
        values
    }

    #[test]
    fn many_numbers_have_the_bits_of_one() {
        assert_same(exp_to, exp);
        assert_same(ln_to, ln);
    }
}
