//! The shortest decimal number that reads back as the same double, as ECMAScript prints it.
//!
//! Raffaello Giulietti's Schubfach: one product of 64 and 128 bits scales the double and the ends of
//! its rounding interval by a power of ten. A table has the powers of usual numbers; others are
//! computed on demand. It prints a number in half of the time of the library that it replaced
//! (`CHANGELOG.md`), whose tables are also larger; that library, `ryu-js`, is the tests' oracle.

use super::power_of_ten::{Power, power};

/// Digits and a decimal exponent: `digits * 10^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decimal {
    digits: u64,
    exponent: i32,
}

/// Returns both halves of a product. WebAssembly has no wide multiplication, and a call would take
/// longer.
#[inline(always)]
pub(super) fn product(a: u64, b: u64) -> (u64, u64) {
    const LOW: u64 = 0xFFFF_FFFF;
    let (a_high, a_low, b_high, b_low) = (a >> 32, a & LOW, b >> 32, b & LOW);
    let middle = a_high * b_low + ((a_low * b_low) >> 32);
    let other = a_low * b_high + (middle & LOW);
    (a_high * b_high + (middle >> 32) + (other >> 32), a.wrapping_mul(b))
}

/// Returns the top of a product of 192 bits; its last bit is set if any lower bit is.
#[inline(always)]
fn odd(high: u64, middle: u64) -> u64 {
    high | u64::from(middle > 1)
}

/// Returns the shortest decimal in the interval that is rounded to a double; among those of one
/// length the nearest. `bits` are those of a positive, finite double.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "11 bits")]
fn shortest(bits: u64) -> Decimal {
    let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
    let (c, q) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    // Below a power of two, doubles are twice as dense.
    let is_dense_below = fraction == 0 && biased > 1;
    let k = (q * 1_262_611 - if is_dense_below { 524_031 } else { 0 }) >> 22;
    let h = q + ((-k * 1_741_647) >> 19) + 1;
    let Power { high, low } = power(-k);
    let (x1, x0) = product(low, (4 * c) << h);
    let (y1, y0) = product(high, (4 * c) << h);
    let (middle, is_over) = y0.overflowing_add(x1);
    let top = y1 + u64::from(is_over);
    // The ends are two quarters of the last bit away; one quarter where doubles are dense.
    let ends = |h: i32| (low << h, high << h | low >> (64 - h), high >> (64 - h));
    let (above, below) = (ends(h + 1), ends(h + 1 - i32::from(is_dense_below)));
    let upper = {
        let carry = u64::from(x0.overflowing_add(above.0).1);
        let (sum, first) = middle.overflowing_add(above.1);
        let (sum, second) = sum.overflowing_add(carry);
        odd(top + above.2 + u64::from(first) + u64::from(second), sum)
    };
    let lower = {
        let borrow = u64::from(x0 < below.0);
        let (rest, first) = middle.overflowing_sub(below.1);
        let (rest, second) = rest.overflowing_sub(borrow);
        odd(top - below.2 - u64::from(first) - u64::from(second), rest)
    };
    let value = odd(top, middle);
    // The ends themselves are rounded to an even double.
    let (lower, upper) = (lower + (c & 1), upper - (c & 1));
    let floor = value / 4;
    let tens = floor / 10;
    let (is_down, is_up) = (lower <= 40 * tens, 40 * tens + 40 <= upper);
    if floor >= 10 && is_down != is_up {
        return Decimal { digits: tens + u64::from(is_up), exponent: k + 1 };
    }
    let (is_down, is_up) = (lower <= 4 * floor, 4 * floor + 4 <= upper);
    let half = 4 * floor + 2;
    let is_nearer_up = value > half || value == half && floor & 1 == 1;
    let up = if is_down == is_up { is_nearer_up } else { is_up };
    Decimal { digits: floor + u64::from(up), exponent: k }
}

/// Returns the same number without trailing zeros in its digits.
#[inline(always)]
fn without_zeros(decimal: Decimal) -> Decimal {
    let Decimal { mut digits, mut exponent } = decimal;
    while digits & 1 == 0 && digits.is_multiple_of(10) {
        digits /= 10;
        exponent += 1;
    }
    Decimal { digits, exponent }
}

/// Most digits of a double.
const DIGITS_MAX: usize = 17;
/// Space for copies of 17 digits, some of which are unused.
const ROOM: usize = 2 * DIGITS_MAX;

/// Two digits of each number below 100.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut at = 0_u8;
    while at < 100 {
        pairs[at as usize] = [b'0' + at / 10, b'0' + at % 10];
        at += 1;
    }
    pairs
};

/// Writes eight digits.
#[inline(always)]
fn write_eight(value: u32, to: &mut [u8; 8]) {
    let (front, back) = (value / 10_000, value % 10_000);
    for (part, at) in [(front, 0), (back, 4)] {
        let (front, back) = (PAIRS[(part / 100) as usize % 100], PAIRS[(part % 100) as usize]);
        (to[at], to[at + 1], to[at + 2], to[at + 3]) = (front[0], front[1], back[0], back[1]);
    }
}

/// Returns 17 digits with leading zeros, the number of those zeros, and space after the digits.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "parts have eight digits")]
fn digits_of(digits: u64) -> ([u8; ROOM], usize) {
    let (front, back) = (digits / 100_000_000, (digits % 100_000_000) as u32);
    let (first, front) = (front / 100_000_000, (front % 100_000_000) as u32);
    let mut text = [b'0'; ROOM];
    let mut eight = [0; 8];
    text[0] = b'0' + first as u8;
    write_eight(front, &mut eight);
    text[1..9].copy_from_slice(&eight);
    write_eight(back, &mut eight);
    text[9..17].copy_from_slice(&eight);
    let zeros = text.iter().take_while(|digit| **digit == b'0').count();
    (text, zeros.min(DIGITS_MAX - 1))
}

/// Appends a finite, non-zero number as ECMAScript prints it.
pub(super) fn push_shortest(value: f64, bytes: &mut Vec<u8>) {
    if value < 0.0 {
        bytes.push(b'-');
    }
    let Decimal { digits, exponent } = without_zeros(shortest(value.abs().to_bits()));
    let (text, zeros) = digits_of(digits);
    let length = DIGITS_MAX - zeros;
    // Number of digits before the decimal point.
    let Ok(whole) = i32::try_from(length).map(|length| length + exponent) else { return };
    // Copies of a fixed length are a few stores; others are a call.
    let mut shown = [b'0'; ROOM];
    let mut show = |at: usize, from: usize| {
        shown[at..at + DIGITS_MAX].copy_from_slice(&text[from..from + DIGITS_MAX]);
    };
    let end = match usize::try_from(whole) {
        Ok(whole @ 1..DIGITS_MAX) if whole < length => {
            show(0, zeros);
            show(whole + 1, zeros + whole);
            shown[whole] = b'.';
            length + 1
        }
        _ if (-5..=0).contains(&whole) => {
            let start = 2 + whole.unsigned_abs() as usize;
            show(start, zeros);
            shown[1] = b'.';
            start + length
        }
        Ok(whole @ 1..=21) => {
            bytes.extend_from_slice(&text[zeros..DIGITS_MAX]);
            bytes.resize(bytes.len() + whole - length, b'0');
            return;
        }
        _ => return push_scientific(&text[zeros..DIGITS_MAX], whole - 1, bytes),
    };
    bytes.extend_from_slice(&shown);
    bytes.truncate(bytes.len() - ROOM + end);
}

/// Appends a number with one digit before the point and a power of ten.
#[cold]
#[inline(never)]
fn push_scientific(digits: &[u8], power: i32, bytes: &mut Vec<u8>) {
    bytes.push(digits[0]);
    if digits.len() > 1 {
        bytes.push(b'.');
        bytes.extend_from_slice(&digits[1..]);
    }
    bytes.extend_from_slice(if power < 0 { b"e-" } else { b"e+" });
    bytes.extend_from_slice(power.unsigned_abs().to_string().as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn assert_printed(value: f64) {
        let mut bytes = Vec::new();
        push_shortest(value, &mut bytes);
        let expected = ryu_js::Buffer::new().format_finite(value).to_owned();
        assert_eq!(String::from_utf8(bytes).unwrap(), expected, "{:x}", value.to_bits());
    }

    #[test]
    fn edge_cases_are_printed_as_ecmascript_prints_them() {
        for value in [
            5e-324,
            1e-323,
            2e-323,
            1e23,
            9e22,
            1e21,
            1e-6,
            1e-7,
            0.1,
            0.3,
            2.5,
            1.0,
            123_456_789.0,
        ] {
            assert_printed(value);
        }
        for biased in 0..2047_u64 {
            for fraction in [0, 1, 2, (1 << 52) - 1, (1 << 52) - 2, 1 << 51] {
                let value = f64::from_bits(biased << 52 | fraction);
                if value > 0.0 {
                    assert_printed(value);
                    assert_printed(-value);
                }
            }
        }
        for power in -323..=308 {
            for digit in 1..10 {
                assert_printed(format!("{digit}e{power}").parse().unwrap());
            }
        }
    }

    #[test]
    fn random_numbers_are_printed_as_ecmascript_prints_them() {
        let mut random = Random::new(9);
        for _ in 0..200_000 {
            let value = f64::from_bits(random.next_u64());
            if value.is_finite() && value != 0.0 {
                assert_printed(value);
            }
            let whole = (random.next_u64() >> (random.next_u64() % 50)) as f64 + 1.0;
            assert_printed(whole);
            for scale in [1e2, 1e5, 1e11, 7.0] {
                assert_printed(whole / scale);
            }
        }
    }
}
