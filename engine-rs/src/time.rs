//! Instants as epoch milliseconds (UTC) and their ISO 8601 text.

/// Milliseconds of a day.
pub const DAY_MS: i64 = 86_400_000;
/// Milliseconds of a year of 365 days, which every rate is based on.
pub const YEAR_MS: i64 = 365 * DAY_MS;

/// Returns the UTC day that a bar closing at `timestamp_ms` belongs to: the day of the second
/// before.
pub fn day_of_close(timestamp_ms: i64) -> i64 {
    (timestamp_ms - 1_000).div_euclid(DAY_MS)
}

/// Writes an instant as `2026-06-25T00:00:00Z`, with milliseconds only if they are not zero.
pub fn push_iso(out: &mut Vec<u8>, timestamp_ms: i64) {
    let (year, month, day) = civil_of_day(timestamp_ms.div_euclid(DAY_MS));
    let in_day = timestamp_ms.rem_euclid(DAY_MS);
    push_digits(out, year, 4);
    for (mark, value) in [(b'-', month), (b'-', day)] {
        out.push(mark);
        push_digits(out, value, 2);
    }
    let (seconds, millis) = (in_day / 1_000, in_day % 1_000);
    for (mark, value) in [(b'T', seconds / 3_600), (b':', seconds / 60 % 60), (b':', seconds % 60)]
    {
        out.push(mark);
        push_digits(out, value, 2);
    }
    if millis > 0 {
        out.push(b'.');
        push_digits(out, millis, 3);
    }
    out.push(b'Z');
}

/// Returns an instant's ISO 8601 text.
pub fn iso(timestamp_ms: i64) -> String {
    let mut out = Vec::with_capacity(20);
    push_iso(&mut out, timestamp_ms);
    String::from_utf8(out).unwrap_or_default()
}

/// Parses `YYYY-MM-DDTHH:MM:SS[.sss]Z` into epoch milliseconds; `None` for any other text.
pub fn parse_iso(text: &str) -> Option<i64> {
    let text = text.as_bytes();
    let is_iso = text.get(10) == Some(&b'T') && text.last() == Some(&b'Z');
    let millis = match text.len() {
        20 if is_iso => 0,
        24 if is_iso && text.get(19) == Some(&b'.') => digits(text, 20, 3)?,
        _ => return None,
    };
    Some(parse_seconds(text)? * 1_000 + millis)
}

/// Parses any spelling of RFC 3339, with an offset and a fraction, into epoch milliseconds; `None`
/// for any other text and for a part of a millisecond.
pub fn parse_rfc3339(text: &str) -> Option<i64> {
    let text = text.as_bytes();
    let is_separator = matches!(text.get(10)?, b'T' | b't' | b' ');
    let (mut rest, mut millis) = (text.get(19..)?, 0);
    if rest.first() == Some(&b'.') {
        let length = rest.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        for place in 1..=length.max(3) {
            let digit = if place <= length { digits(rest, place, 1)? } else { 0 };
            if place <= 3 {
                millis = millis * 10 + digit;
            } else if digit > 0 {
                return None;
            }
        }
        rest = rest.get(length + 1..).filter(|_| length > 0)?;
    }
    let (hours, minutes) = match rest {
        b"Z" | b"z" => (0, 0),
        [b'+' | b'-', _, _, b':', _, _] => (digits(rest, 1, 2)?, digits(rest, 4, 2)?),
        _ => return None,
    };
    if !is_separator || hours > 23 || minutes > 59 {
        return None;
    }
    let offset = (hours * 60 + minutes) * 60;
    let seconds = parse_seconds(text)? + if rest[0] == b'-' { offset } else { -offset };
    Some(seconds * 1_000 + millis)
}

/// Parses the date and time at the start of a text into epoch seconds, whatever separates the two.
fn parse_seconds(text: &[u8]) -> Option<i64> {
    let marks = [(4, b'-'), (7, b'-'), (13, b':'), (16, b':')];
    if marks.iter().any(|(at, mark)| text.get(*at) != Some(mark)) {
        return None;
    }
    let (year, month, day) = (digits(text, 0, 4)?, digits(text, 5, 2)?, digits(text, 8, 2)?);
    let (hour, minute, second) = (digits(text, 11, 2)?, digits(text, 14, 2)?, digits(text, 17, 2)?);
    let days = day_of_civil(year, month, day);
    if civil_of_day(days) != (year, month, day) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

fn push_digits(out: &mut Vec<u8>, value: i64, width: u32) {
    for place in (0..width).rev() {
        let digit = value / 10_i64.pow(place) % 10;
        out.push(b'0' + u8::try_from(digit).unwrap_or(0));
    }
}

fn digits(text: &[u8], start: usize, count: usize) -> Option<i64> {
    let mut value = 0;
    for byte in text.get(start..start + count)? {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(byte - b'0');
    }
    Some(value)
}

/// Days since 1970-01-01 of a proleptic Gregorian date (Hinnant, "chrono-compatible algorithms").
fn day_of_civil(year: i64, month: i64, day: i64) -> i64 {
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

fn civil_of_day(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iso_text_and_milliseconds_are_inverse() {
        for text in [
            "1970-01-01T00:00:00Z",
            "2026-06-25T13:05:09Z",
            "2024-02-29T23:59:59Z",
            "2000-03-01T00:00:00.250Z",
        ] {
            assert_eq!(iso(parse_iso(text).unwrap()), text);
        }
        assert_eq!(parse_iso("2026-06-25T00:00:00Z"), Some(1_782_345_600_000));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "2026-06-25",
            "2026-02-30T00:00:00Z",
            "2026-06-25T24:00:00Z",
            "2026-06-25 00:00:00Z",
            "2026-06-25T00:00:00+00:00",
        ] {
            assert_eq!(parse_iso(text), None, "{text}");
        }
    }

    #[test]
    fn spellings_of_one_instant_are_equal() {
        let noon = parse_iso("2026-06-25T12:00:00Z");
        for text in [
            "2026-06-25T12:00:00Z",
            "2026-06-25t12:00:00z",
            "2026-06-25 12:00:00.0Z",
            "2026-06-25T12:00:00.000000000Z",
            "2026-06-25T12:00:00+00:00",
            "2026-06-25T12:00:00-00:00",
            "2026-06-26T01:45:00.000+13:45",
            "2026-06-24T23:00:00-13:00",
        ] {
            assert_eq!(parse_rfc3339(text), noon, "{text}");
        }
        let later = noon.map(|noon| noon + 250);
        assert_eq!(parse_rfc3339("2026-06-25T12:00:00.25Z"), later);
        assert_eq!(parse_rfc3339("2026-06-25T14:00:00.250000+02:00"), later);
    }

    #[test]
    fn no_other_text_is_an_instant() {
        for text in [
            "",
            "2026-06-25",
            "2026-06-25T12:00:00",
            "2026-06-25T12:00Z",
            "2026-06-25T12:00:00.Z",
            "2026-06-25T12:00:00.0001Z",
            "2026-06-25T12:00:00,0Z",
            "2026-06-25T12:00:00+0000",
            "2026-06-25T12:00:00+24:00",
            "2026-06-25T12:00:00+00:60",
            "2026-06-25T12:00:00+00:00Z",
            "2026-06-25T12:00:60Z",
            "2026-06-25_12:00:00Z",
            "2026-06-25T12:00:00é:00",
        ] {
            assert_eq!(parse_rfc3339(text), None, "{text}");
        }
    }

    #[test]
    fn a_bar_that_closes_at_midnight_belongs_to_the_day_before() {
        let midnight = parse_iso("2026-06-25T00:00:00Z").unwrap();
        assert_eq!(day_of_close(midnight), day_of_close(midnight - 3_600_000));
        assert_eq!(day_of_close(midnight + 3_600_000), day_of_close(midnight) + 1);
    }
}
