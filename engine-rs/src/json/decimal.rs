//! The double nearest to a decimal number.

use minimal_lexical::parse_float;

/// With a larger exponent, a number with as many digits as a document can have is 0 or infinite.
/// Adding the number of digits does not overflow.
const EXPONENT_MAX: i32 = 1_000_000_000;

/// Returns the double nearest to a JSON number, ties to even; infinite if the number is too large.
///
/// `str::parse` is not used: its table of powers of ten is as large as the texts of all strategies.
pub fn decimal(number: &str) -> f64 {
    let (negative, size) = match number.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, number),
    };
    let (digits, exponent) = size.split_once(['e', 'E']).unwrap_or((size, ""));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = whole.trim_start_matches('0').as_bytes();
    let fraction = fraction.trim_end_matches('0').as_bytes();
    let value: f64 = parse_float(whole.iter(), fraction.iter(), power(exponent));
    if negative { -value } else { value }
}

fn power(exponent: &str) -> i32 {
    let grown = exponent.bytes().filter(u8::is_ascii_digit).fold(0_i32, |power, digit| {
        EXPONENT_MAX.min(power.saturating_mul(10).saturating_add(i32::from(digit - b'0')))
    });
    if exponent.starts_with('-') { -grown } else { grown }
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
        for step in 0_u64..200 {
            // halfway between two doubles from 2^53 on
            assert_nearest(&format!("{}", (1 << 53) + 2 * step + 1));
            assert_nearest(&format!("{}.{}1", (1 << 53) + 2 * step + 1, "0".repeat(40)));
        }
    }
}
