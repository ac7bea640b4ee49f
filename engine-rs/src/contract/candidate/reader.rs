//! Reads a candidate field by field and collects every error.

use super::super::field_errors::{FieldErrors, Listed, TextLike};
use super::components::components;
use super::{CAPITAL_DECIMALS_MAX, CAPITAL_DEFAULT, CAPITAL_RANGE, Candidate, SUBMISSION_ID_MAX};
use crate::error::Result;
use crate::json::{Excerpt, Json};
use crate::market::Timeframe;
use std::fmt::Arguments;

/// Checks a request body, all fields at once.
pub(super) fn read(body: &Json<'_>, known: &[(u32, Timeframe)]) -> Result<Candidate> {
    let mut errors = FieldErrors::default();
    match candidate(&mut errors, body, known) {
        Some(candidate) if errors.is_empty() => Ok(candidate),
        _ => Err(errors.into_error("simulate")),
    }
}

fn candidate(
    errors: &mut FieldErrors,
    body: &Json<'_>,
    known: &[(u32, Timeframe)],
) -> Option<Candidate> {
    const FIELDS: [&str; 7] = [
        "marketId",
        "timeframe",
        "capital",
        "components",
        "strategyParams",
        "executionConfig",
        "submissionId",
    ];
    let members = errors.object(format_args!(""), body)?;
    let market_id = market_id(errors, body.get("marketId"), known);
    let timeframe = timeframe(errors, body.get("timeframe"), market_id, known);
    let capital = capital(errors, body.get("capital"));
    let submission_id = submission_id(errors, body.get("submissionId"));
    // Windows are checked in bars; hourly allows what either timeframe allows.
    let components = components(errors, body, timeframe.unwrap_or(Timeframe::Hourly));
    // Unknown members come last: they must not crowd out other errors.
    errors.reject_unknown(format_args!(""), members, &FIELDS);
    let (capital, capital_text) = capital?;
    Some(Candidate {
        market_id: market_id?,
        timeframe: timeframe?,
        capital,
        capital_text,
        components: components?,
        submission_id,
        has_execution_config: body.get("executionConfig").is_some(),
    })
}

fn market_id(
    errors: &mut FieldErrors,
    given: Option<&Json<'_>>,
    known: &[(u32, Timeframe)],
) -> Option<u32> {
    let id = given.and_then(Json::number);
    let mut allowed: Vec<u32> = known.iter().map(|(id, _)| *id).collect();
    allowed.dedup();
    let found = id.and_then(|id| allowed.iter().find(|allowed| f64::from(**allowed) == id));
    if found.is_none() {
        let ids: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        one_of(errors, format_args!("/marketId"), given, &ids);
    }
    found.copied()
}

/// For an unknown market both timeframes are accepted: only the market is reported.
fn timeframe(
    errors: &mut FieldErrors,
    given: Option<&Json<'_>>,
    market_id: Option<u32>,
    known: &[(u32, Timeframe)],
) -> Option<Timeframe> {
    let found = match given {
        None => Some(Timeframe::Hourly),
        Some(name) => name.text().and_then(Timeframe::from_name),
    };
    let is_there = |one: Timeframe| market_id.is_none_or(|id| known.contains(&(id, one)));
    if let Some(timeframe) = found.filter(|one| is_there(*one)) {
        return Some(timeframe);
    }
    let mut names = vec!["hourly", "daily"];
    if found.is_some() {
        names.retain(|name| Timeframe::from_name(name).is_some_and(is_there));
    }
    one_of(errors, format_args!("/timeframe"), given, &names);
    None
}

/// Reports a field that is missing or not one of the allowed values.
#[cold]
#[inline(never)]
fn one_of(
    errors: &mut FieldErrors,
    path: Arguments<'_>,
    given: Option<&Json<'_>>,
    allowed: &[&str],
) {
    let allowed = Listed(allowed);
    match given {
        None => errors.add(path, "required", format_args!("is missing, must be {allowed}")),
        Some(given) => {
            let given = Excerpt(given);
            errors.add(path, "not_allowed", format_args!("is {given}, must be {allowed}"));
        }
    }
}

fn capital(errors: &mut FieldErrors, given: Option<&Json<'_>>) -> Option<(f64, String)> {
    let path = format_args!("/capital");
    let text = match given {
        None => CAPITAL_DEFAULT,
        Some(Json::String(text)) => text.as_ref(),
        Some(other) => {
            let wanted = TextLike(other, "a decimal string such as \"100000\"");
            errors.add_wrong_type(path, given, format_args!("{wanted}"));
            return None;
        }
    };
    let shown = Json::String(text.into());
    let amount = text.parse::<f64>().ok().filter(|_| is_decimal(text));
    let Some(amount) = amount else {
        let message = format_args!(
            "is {}, must be a decimal number with at most 6 decimals, such as \"2500.5\"",
            Excerpt(&shown)
        );
        errors.add(path, "wrong_format", message);
        return None;
    };
    if !CAPITAL_RANGE.contains(&amount) {
        let message = format_args!("is {}, must be from \"1\" to \"1000000000\"", Excerpt(&shown));
        errors.add(path, "out_of_range", message);
        return None;
    }
    Some((amount, text.into()))
}

/// Returns whether a text is a plain decimal with at most six decimals.
fn is_decimal(text: &str) -> bool {
    let mut parts = text.as_bytes().splitn(2, |byte| *byte == b'.');
    let (whole, decimals) = (parts.next().unwrap_or_default(), parts.next().unwrap_or(b"0"));
    let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let leading_zero = whole.len() > 1 && whole.starts_with(b"0");
    digits(whole) && digits(decimals) && decimals.len() <= CAPITAL_DECIMALS_MAX && !leading_zero
}

/// Returns the submission id, if given.
fn submission_id(errors: &mut FieldErrors, given: Option<&Json<'_>>) -> Option<String> {
    let path = format_args!("/submissionId");
    let Some(text) = given?.text() else {
        let wanted = format_args!("a string of 1 to {SUBMISSION_ID_MAX} characters");
        errors.add_wrong_type(path, given, wanted);
        return None;
    };
    let length = text.chars().count();
    if !(1..=SUBMISSION_ID_MAX).contains(&length) {
        let message = format_args!("has {length} characters, must have 1 to {SUBMISSION_ID_MAX}");
        errors.add(path, "out_of_range", message);
        return None;
    }
    Some(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::FieldError;
    use crate::json::parse;
    use crate::market::Timeframe::{Daily, Hourly};

    #[test]
    fn a_missing_timeframe_names_those_of_the_market() {
        let body = |market: u32, timeframe: &str| {
            format!(
                r#"{{"marketId":{market},{timeframe}"components":[{{"strategyId":"yield-rsi"}}]}}"#
            )
        };
        let found = |market, timeframe: &str| {
            let body = body(market, timeframe);
            match read(&parse(body.as_bytes()).unwrap(), &[(1, Hourly), (1, Daily), (1000, Daily)])
            {
                Ok(candidate) => vec![candidate.timeframe.name().to_owned()],
                Err(error) => {
                    let line = |error: FieldError| format!("{} {}", error.code, error.message);
                    error.field_errors.into_iter().map(line).collect()
                }
            }
        };
        assert_eq!(found(1000, r#""timeframe":"daily","#), ["daily"]);
        assert_eq!(found(1000, ""), ["required is missing, must be daily"]);
        let hourly = r#""timeframe":"hourly","#;
        assert_eq!(found(1000, hourly), [r#"not_allowed is "hourly", must be daily"#]);
        let weekly = [r#"not_allowed is "weekly", must be one of hourly, daily"#];
        assert_eq!(found(1000, r#""timeframe":"weekly","#), weekly);
        // only the unknown market is reported
        assert_eq!(found(4, hourly), ["not_allowed is 4, must be one of 1, 1000"]);
    }
}
