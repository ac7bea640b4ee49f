//! The shortest decimal number that is read back as a double, as ECMAScript prints it.
//!
//! Raffaello Giulietti's Schubfach: the double and the ends of the interval that is rounded to it, times
//! a power of ten, by one product of 64 and 128 bits. A table has the powers of usual numbers; any
//! other is made when it is asked for.

/// Powers that are in the table: those of numbers from about 1e-9 to 1e9.
const TABLE_FIRST: i32 = 6;
const TABLE: [Power; 22] = {
    let mut table = [Power { high: 0, low: 0 }; 22];
    let mut at = 0;
    while at < table.len() {
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "22 powers")]
        let exponent = TABLE_FIRST + at as i32;
        table[at] = power_of_ten(exponent);
        at += 1;
    }
    table
};

/// The 128 leading bits of a power of ten, rounded up.
#[derive(Debug, Clone, Copy)]
struct Power {
    high: u64,
    low: u64,
}

/// Digits and how far the last of them is from the point: `digits * 10^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decimal {
    digits: u64,
    exponent: i32,
}

/// Limbs of 32 bits that hold 10^324, and 128 bits beside it.
const LIMBS: usize = 40;

/// Computes a power of ten from -324 to 324.
#[allow(clippy::cast_possible_truncation, reason = "limbs are the lower halves")]
const fn power_of_ten(exponent: i32) -> Power {
    // 10^n is counted up from 1, and 10^-n down from a power of two that has its bits and 128 more.
    let mut limbs = [0_u32; LIMBS];
    limbs[if exponent < 0 { LIMBS - 1 } else { 0 }] = 1;
    let (mut left, mut is_exact) = (exponent.unsigned_abs(), true);
    while left > 0 {
        let (step, factor) = if left >= 9 { (9, 1_000_000_000) } else { (1, 10) };
        let (mut at, mut carry) = (0, 0_u64);
        while at < LIMBS {
            if exponent < 0 {
                let rest = carry << 32 | limbs[LIMBS - 1 - at] as u64;
                limbs[LIMBS - 1 - at] = (rest / factor) as u32;
                carry = rest % factor;
            } else {
                let product = limbs[at] as u64 * factor + carry;
                limbs[at] = product as u32;
                carry = product >> 32;
            }
            at += 1;
        }
        is_exact &= exponent >= 0 || carry == 0;
        left -= step;
    }
    let mut top = LIMBS - 1;
    while limbs[top] == 0 {
        top -= 1;
    }
    let shift = limbs[top].leading_zeros();
    // Five limbs, of which the shift takes 128 bits.
    let mut wide = [0_u64; 5];
    let mut at = 0;
    while at < 5 && at <= top {
        wide[at] = limbs[top - at] as u64;
        at += 1;
    }
    let mut bits = [0_u64; 4];
    at = 0;
    while at < 4 {
        bits[at] = (wide[at] << 32 | wide[at + 1]) << shift >> 32 & 0xFFFF_FFFF;
        at += 1;
    }
    is_exact &= (wide[4] << shift) as u32 == 0;
    while at <= top {
        is_exact &= at == 4 || limbs[top - at] == 0;
        at += 1;
    }
    let (high, low) = (bits[0] << 32 | bits[1], bits[2] << 32 | bits[3]);
    let (low, is_over) = low.overflowing_add(!is_exact as u64);
    Power { high: high + is_over as u64, low }
}

/// Returns a power of ten.
#[inline(always)]
fn power(exponent: i32) -> Power {
    let at = usize::try_from(exponent - TABLE_FIRST).ok();
    match at.and_then(|at| TABLE.get(at)) {
        Some(known) => *known,
        None => rare_power(exponent),
    }
}

#[cold]
#[inline(never)]
fn rare_power(exponent: i32) -> Power {
    power_of_ten(exponent)
}

/// Returns both halves of a product; WebAssembly has no wide one, and a call takes longer than this.
#[inline(always)]
fn product(a: u64, b: u64) -> (u64, u64) {
    const LOW: u64 = 0xFFFF_FFFF;
    let (a_high, a_low, b_high, b_low) = (a >> 32, a & LOW, b >> 32, b & LOW);
    let middle = a_high * b_low + ((a_low * b_low) >> 32);
    let other = a_low * b_high + (middle & LOW);
    (a_high * b_high + (middle >> 32) + (other >> 32), a.wrapping_mul(b))
}

/// The top of a product of 192 bits; its last bit is set when there is anything below.
#[inline(always)]
fn odd(high: u64, middle: u64) -> u64 {
    high | u64::from(middle > 1)
}

/// Returns the shortest decimal in the interval that is rounded to a double, and of those of one
/// length the nearest.
///
/// @param bits of a double that is positive and finite
#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "11 bits")]
fn shortest(bits: u64) -> Decimal {
    let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
    let (c, q) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    // Below a power of two doubles are twice as dense.
    let is_dense_below = fraction == 0 && biased > 1;
    let k = (q * 1_262_611 - if is_dense_below { 524_031 } else { 0 }) >> 22;
    let h = q + ((-k * 1_741_647) >> 19) + 1;
    let Power { high, low } = power(-k);
    let (x1, x0) = product(low, (4 * c) << h);
    let (y1, y0) = product(high, (4 * c) << h);
    let (middle, is_over) = y0.overflowing_add(x1);
    let top = y1 + u64::from(is_over);
    // The ends are two quarters of the last bit away, or one where doubles are dense.
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
    // An end itself is rounded to an even double.
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

/// Returns the same number without zeros at the end of its digits.
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
/// Room for copies of 17 digits, of which not all count.
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

/// Returns 17 digits with zeros in front, and how many zeros there are; behind them is room.
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

/// Appends a finite number that is not zero, as ECMAScript prints it.
pub(super) fn push_shortest(value: f64, bytes: &mut Vec<u8>) {
    if value < 0.0 {
        bytes.push(b'-');
    }
    let Decimal { digits, exponent } = without_zeros(shortest(value.abs().to_bits()));
    let (text, zeros) = digits_of(digits);
    let length = DIGITS_MAX - zeros;
    // Digits in front of the point.
    let Ok(whole) = i32::try_from(length).map(|length| length + exponent) else { return };
    // Copies of a fixed length are a few stores, others a call.
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

/// Appends a number with one digit in front of the point and a power of ten.
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
    fn powers_of_ten_are_exact_or_rounded_up() {
        let of = |exponent| {
            let Power { high, low } = power_of_ten(exponent);
            (high, low)
        };
        assert_eq!(of(0), (1 << 63, 0));
        assert_eq!(of(1), (10 << 60, 0));
        assert_eq!(of(27), (0xCECB_8F27_F420_0F3A, 0));
        assert_eq!(of(-1), (0xCCCC_CCCC_CCCC_CCCC, 0xCCCC_CCCC_CCCC_CCCD));
        assert_eq!(of(55), (0xD0CF_4B50_CFE2_0765, 0xFFF4_B4E3_F741_CF6D));
        assert_eq!(of(56), (0x8281_8F12_81ED_449F, 0xBFF8_F10E_7A89_21A5));
        assert_eq!(of(-292), (0xFF77_B1FC_BEBC_DC4F, 0x25E8_E89C_13BB_0F7B));
        assert_eq!(of(324), (0x9E19_DB92_B4E3_1BA9, 0x6C07_A2C2_6A83_46D2));
    }

    #[test]
    fn numbers_at_every_edge_are_printed_as_ecmascript_prints_them() {
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
    fn any_number_is_printed_as_ecmascript_prints_it() {
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
