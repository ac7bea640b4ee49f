//! The double nearest to a decimal number.
//!
//! Few digits and a small power of ten are one exact operation. Else the first 19 digits are
//! multiplied by 128 bits of the power, as Daniel Lemire does. A number too close to the middle
//! between two doubles for that is compared with the middle, digit by digit.

use super::middle::against_middle;
use super::shortest::product;
use core::cmp::Ordering;

/// With a larger exponent, a number with as many digits as a document can have is 0 or infinite.
/// Adding the number of digits does not overflow.
const EXPONENT_MAX: i32 = 1_000_000_000;

/// Digits of a decimal number that a word holds.
const WORD_DIGITS: u32 = 19;

/// Returns the double nearest to a JSON number, ties to even; infinite if the number is too large.
///
/// `str::parse` is not used: its table of powers of ten is as large as the texts of all strategies.
pub fn decimal(number: &str) -> f64 {
    let (negative, size) = match number.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, number),
    };
    let (digits, exponent) = size.split_once(['e', 'E']).unwrap_or((size, ""));
    let value = f64::from_bits(nearest(digits, power(exponent)));
    if negative { -value } else { value }
}

fn power(exponent: &str) -> i32 {
    let grown = exponent.bytes().filter(u8::is_ascii_digit).fold(0_i32, |power, digit| {
        EXPONENT_MAX.min(power.saturating_mul(10).saturating_add(i32::from(digit - b'0')))
    });
    if exponent.starts_with('-') { -grown } else { grown }
}

/// Returns the bits of the double nearest to digits with a point among them, times a power of ten.
fn nearest(digits: &str, power: i32) -> u64 {
    // The first digits, the power of ten of the last of them, and whether the others matter.
    let (mut word, mut exponent, mut is_cut) = (0_u64, power, false);
    let (mut taken, mut is_fraction) = (0, false);
    for byte in digits.bytes() {
        if byte == b'.' {
            is_fraction = true;
        } else if taken < WORD_DIGITS {
            word = 10 * word + u64::from(byte - b'0');
            taken += u32::from(word > 0);
            exponent -= i32::from(is_fraction);
        } else {
            is_cut |= byte > b'0';
            exponent += i32::from(!is_fraction);
        }
    }
    if word == 0 || exponent < -345 {
        return 0;
    }
    if exponent > 308 {
        return f64::INFINITY.to_bits();
    }
    let tens = exponent.unsigned_abs();
    if word < 1 << 53 && !is_cut && tens <= 22 {
        // Both factors are doubles, so that one rounding gives the nearest.
        let (few, rest) = (tens.min(WORD_DIGITS), tens.saturating_sub(WORD_DIGITS));
        let ten = 10_u64.pow(few) as f64 * 10_u64.pow(rest) as f64;
        return (if exponent < 0 { word as f64 / ten } else { word as f64 * ten }).to_bits();
    }
    let ten = power_of_ten(exponent);
    let found = Rounded::of(word, exponent, ten);
    let is_sure = found.is_sure
        && (!is_cut || {
            let above = Rounded::of(word + 1, exponent, ten);
            above.is_sure && above.nearest == found.nearest
        });
    if is_sure {
        return found.nearest;
    }
    let below = if found.is_sure { found.nearest } else { found.below };
    below
        + match against_middle(digits, power, below) {
            Ordering::Less => 0,
            Ordering::Equal => below & 1,
            Ordering::Greater => 1,
        }
}

/// The leading bits of a power of ten; the first bit is set.
type Bits = (u64, u64);

/// Returns the leading bits of `10^exponent`, the last 13 of which may be wrong.
fn power_of_ten(exponent: i32) -> Bits {
    const TENTH: Bits = (0xCCCC_CCCC_CCCC_CCCC, 0xCCCC_CCCC_CCCC_CCCD);
    const TEN: Bits = (10 << 60, 0);
    let mut square = if exponent < 0 { TENTH } else { TEN };
    let mut power = (1 << 63, 0);
    let mut left = exponent.unsigned_abs();
    while left > 0 {
        if left % 2 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        left /= 2;
    }
    power
}

#[inline(never)]
fn times((a_high, a_low): Bits, (b_high, b_low): Bits) -> Bits {
    let (high, low) = product(a_high, b_high);
    let (low, is_over) = low.overflowing_add(product(a_high, b_low).0);
    let (low, is_over_again) = low.overflowing_add(product(a_low, b_high).0);
    let high = high + u64::from(is_over) + u64::from(is_over_again);
    if high >> 63 == 1 { (high, low) } else { (high << 1 | low >> 63, low << 1) }
}

/// A number between two doubles, as bits of the lower and the nearer one.
struct Rounded {
    below: u64,
    nearest: u64,
    /// Whether it is far enough from the middle to know the nearer one.
    is_sure: bool,
}

impl Rounded {
    /// Rounds `word * 10^exponent`.
    #[inline(never)]
    fn of(word: u64, exponent: i32, (high, low): Bits) -> Self {
        const HALF: u64 = 1 << 63;
        /// More than the error of the product, in units of its second word.
        const ERROR: u64 = 1 << 16;
        let shift = word.leading_zeros();
        let (top, second) = product(word << shift, high);
        let (second, is_over) = second.overflowing_add(product(word << shift, low).0);
        let top = top + u64::from(is_over);
        let zeros = top.leading_zeros();
        // the power of two of the first bit, as doubles have it
        let lead = 64 + ((exponent * 1_741_647) >> 19);
        let biased = 1023 + lead - zeros.cast_signed() - shift.cast_signed();
        let dropped = 11 - zeros + (1 - biased).max(0).cast_unsigned();
        if biased > 2046 || dropped > 64 {
            let nearest = if biased > 0 { f64::INFINITY.to_bits() } else { 0 };
            return Self { below: nearest, nearest, is_sure: true };
        }
        let rest = top << (64 - dropped);
        let is_sure = !(rest == HALF && second < ERROR
            || rest == HALF - (1 << (64 - dropped)) && second > u64::MAX - ERROR);
        let exponent_bits = u64::from(biased.max(1).cast_unsigned() - 1) << 52;
        let below = exponent_bits + top.checked_shr(dropped).unwrap_or(0);
        Self { below, nearest: below + u64::from(rest >= HALF), is_sure }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn assert_nearest(number: &str) {
        assert_eq!(decimal(number).to_bits(), number.parse::<f64>().unwrap().to_bits(), "{number}");
    }

    #[test]
    fn numbers_are_read_as_the_nearest_double() {
        for number in [
            "0",
            "-0",
            "-0.0e5",
            "1",
            "0.1",
            "100000",
            "1E+2",
            "9007199254740993",
            "9007199254740993.0000000000000000000000000000001",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "-1e400",
            "2.2250738585072011e-308",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "5e-324",
            "1e-99999999999999999999",
            "0e99999999999999999999",
            "123456789012345678901234567890e-30",
            "0.000000000000000000000000000000000000000123456789012345678901234567890",
        ] {
            assert_nearest(number);
        }
        let (zeros, nines) = ("0".repeat(1200), "9".repeat(1200));
        for number in [
            format!("0.{zeros}1e1200"),
            format!("1{zeros}e-1200"),
            format!("1{zeros}.{zeros}1e-1200"),
            format!("0.5{zeros}1"),
            format!("{nines}.{nines}e-1190"),
            format!("1.0000000000000001110223024625156540423631668090820312500{zeros}"),
            format!("1.0000000000000001110223024625156540423631668090820312500{zeros}1"),
        ] {
            assert_nearest(&number);
        }
    }

    #[test]
    fn doubles_and_halfway_points_round_trip() {
        let mut random = Random::new(5);
        for _ in 0..20_000 {
            let value = f64::from_bits(random.next_u64() >> 1);
            if value.is_finite() {
                assert_nearest(&format!("{value:e}"));
                assert_nearest(&format!("{value:.17e}"));
                assert_nearest(&format!("-{value:.3e}"));
                let (mantissa, power) = (random.next_u64(), random.next_u64() % 60);
                assert_nearest(&format!("{mantissa}e-{power}"));
            }
        }
        for shift in 0..74 {
            let middle = ((1 << 53) + 2 * u128::from(random.next_u64() >> 12) + 1) << shift;
            for number in [middle - 1, middle, middle + 1] {
                assert_nearest(&format!("{number}"));
                assert_nearest(&format!("0.00{number}{}1e{shift}", "0".repeat(shift)));
            }
        }
        for step in 0_u64..200 {
            // halfway between two doubles from 2^53 on
            assert_nearest(&format!("{}", (1 << 53) + 2 * step + 1));
            assert_nearest(&format!("{}.{}1", (1 << 53) + 2 * step + 1, "0".repeat(40)));
        }
    }
}
