//! Numbers in sentences, as the hosts write them.

use crate::json::EcmaNumber;

/// Appends a whole number with commas: "35,900".
#[inline(never)]
pub(super) fn push_grouped(text: &mut String, number: f64) {
    let mut digits = String::new();
    push_whole(&mut digits, number);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
}

/// Appends a number as JSON has it.
#[inline(never)]
pub(super) fn push_whole(text: &mut String, number: f64) {
    text.push_str(&EcmaNumber(number).to_string());
}

/// Appends a number from 0 on with a fixed number of decimals; of two that are as near, the larger.
#[inline(never)]
pub(super) fn push_fixed(text: &mut String, number: f64, decimals: u32) {
    let bits = number.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    let scaled = u128::from((bits & ((1 << 52) - 1)) | 1 << 52) * 10_u128.pow(decimals);
    let whole = match exponent {
        0.. => scaled << exponent.min(20),
        -126..0 => ((scaled >> (-exponent - 1)) + 1) >> 1,
        _ => 0,
    };
    let unit = 10_u128.pow(decimals);
    push_whole(text, (whole / unit) as f64);
    let (mut rest, mut place) = (whole % unit, unit);
    if decimals > 0 {
        text.push('.');
    }
    while place > 1 {
        place /= 10;
        text.push(char::from(b'0' + u8::try_from(rest / place).unwrap_or_default()));
        rest %= place;
    }
}

/// Appends a share in percent.
#[inline(never)]
pub(super) fn push_percent(text: &mut String, share: f64, decimals: u32) {
    push_fixed(text, 100.0 * share, decimals);
    text.push_str(" %");
}

/// Appends a probability in whole percent, since few trades carry no more digits; one that rounds to
/// the threshold gets more.
pub(super) fn push_likelihood(text: &mut String, probability: f64, threshold: f64) {
    if probability < 0.01 {
        return text.push_str("under 1 %");
    }
    if probability > 0.99 {
        return text.push_str("over 99 %");
    }
    let written = |number, decimals| {
        let mut written = String::new();
        push_percent(&mut written, number, decimals);
        written
    };
    for decimals in 0..14 {
        let own = written(probability, decimals);
        if probability == threshold || own != written(threshold, decimals) {
            return text.push_str(&own);
        }
    }
    push_whole(text, probability);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(number: f64, decimals: u32) -> String {
        let mut text = String::new();
        push_fixed(&mut text, number, decimals);
        text
    }

    #[test]
    fn decimals_are_those_of_ecmascript() {
        assert_eq!(fixed(12.5, 0), "13");
        assert_eq!(fixed(0.5, 0), "1");
        assert_eq!(fixed(2.5, 0), "3");
        assert_eq!(fixed(1.005, 2), "1.00");
        assert_eq!(fixed(12.25, 1), "12.3");
        assert_eq!(fixed(0.04, 0), "0");
        assert_eq!(fixed(94.999_999, 3), "95.000");
        assert_eq!(fixed(0.0, 1), "0.0");
        assert_eq!(fixed(1_234_567.0, 0), "1234567");
    }

    #[test]
    fn a_likelihood_is_told_apart_from_its_threshold() {
        let told = |probability| {
            let mut text = String::new();
            push_likelihood(&mut text, probability, 0.95);
            text
        };
        assert_eq!([0.06, 0.95, 0.002, 0.994].map(told), ["6 %", "95 %", "under 1 %", "over 99 %"]);
        assert_eq!([0.9499, 0.946].map(told), ["94.99 %", "94.6 %"]);
    }
}
