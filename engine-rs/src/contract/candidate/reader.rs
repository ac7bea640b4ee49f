//! Reads a candidate field by field and collects every fault on the way.

use super::faults::{Faults, Members};
use super::params::ParamReader;
use super::weights::weights;
use super::{COMPONENTS_MAX, Candidate, Component};
use crate::error::{EngineError, Result};
use crate::json::{Json, Shown, cut};
use crate::market::Timeframe;
use crate::strategy::ParamValues;
use crate::strategy::catalogue::{self, Entry};

/// Capital where none is given.
const CAPITAL_DEFAULT: &str = "100000";
/// Smallest and largest capital.
const CAPITAL_RANGE: core::ops::RangeInclusive<f64> = 1.0..=1e9;
/// Most characters of a submission id.
const SUBMISSION_ID_MAX: usize = 128;

/// Checks a request body, all fields at once.
pub(super) fn read(body: &Json<'_>, market_ids: &[u32]) -> Result<Candidate> {
    let mut faults = Faults::default();
    match candidate(&mut faults, body, market_ids) {
        Some(candidate) if faults.is_empty() => Ok(candidate),
        _ => Err(EngineError::fields("simulate", faults.into_errors())),
    }
}

fn candidate(faults: &mut Faults, body: &Json<'_>, market_ids: &[u32]) -> Option<Candidate> {
    const FIELDS: [&str; 7] = [
        "marketId",
        "timeframe",
        "capital",
        "components",
        "strategyParams",
        "executionConfig",
        "submissionId",
    ];
    let members = faults.object("", body)?;
    faults.refuse_unknown("", members, &FIELDS);
    let market_id = market_id(faults, body.get("marketId"), market_ids);
    let timeframe = timeframe(faults, body.get("timeframe"));
    let capital = capital(faults, body.get("capital"));
    // Windows are checked in bars; hourly allows what either timeframe allows.
    let components = components(faults, body, timeframe.unwrap_or(Timeframe::Hourly));
    let submission_id = submission_id(faults, body.get("submissionId"));
    let (capital, capital_decimal) = capital?;
    Some(Candidate {
        market_id: market_id?,
        timeframe: timeframe?,
        capital,
        capital_decimal,
        components: components?,
        submission_id,
        has_execution_config: body.get("executionConfig").is_some(),
    })
}

fn market_id(faults: &mut Faults, given: Option<&Json<'_>>, allowed: &[u32]) -> Option<u32> {
    let id = given.and_then(Json::number);
    let found = id.and_then(|id| allowed.iter().find(|allowed| f64::from(**allowed) == id));
    if found.is_none() {
        let (code, said) = match (given, id) {
            (None, _) => ("required", "is missing".into()),
            (_, Some(id)) => ("not_allowed", format!("is {}", Shown(id))),
            (Some(given), _) => ("wrong_type", format!("is {}", given.kind())),
        };
        let list: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        faults.add("/marketId", code, format!("{said}, must be one of {}", list.join(", ")));
    }
    found.copied()
}

fn timeframe(faults: &mut Faults, given: Option<&Json<'_>>) -> Option<Timeframe> {
    let Some(given) = given else {
        return Some(Timeframe::Hourly);
    };
    let found = given.text().and_then(Timeframe::from_name);
    if found.is_none() {
        faults.add("/timeframe", "not_allowed", "must be hourly or daily");
    }
    found
}

fn capital(faults: &mut Faults, given: Option<&Json<'_>>) -> Option<(f64, String)> {
    let text = match given {
        None => CAPITAL_DEFAULT,
        Some(Json::String(text)) => text.as_ref(),
        Some(other) => {
            let message =
                format!("is {}, must be a decimal string such as \"100000\"", other.kind());
            faults.add("/capital", "wrong_type", message);
            return None;
        }
    };
    let amount = is_decimal(text).then(|| text.parse::<f64>().ok()).flatten();
    let allowed = amount.filter(|amount| CAPITAL_RANGE.contains(amount));
    if allowed.is_none() {
        let message = "must be a decimal from 1 to 1000000000 with at most 6 decimals";
        faults.add("/capital", "out_of_range", message);
    }
    allowed.map(|amount| (amount, text.into()))
}

/// Returns whether a text is a plain decimal with at most six decimals.
fn is_decimal(text: &str) -> bool {
    let mut parts = text.as_bytes().splitn(2, |byte| *byte == b'.');
    let (whole, decimals) = (parts.next().unwrap_or_default(), parts.next().unwrap_or(b"0"));
    let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let leading_zero = whole.len() > 1 && whole.starts_with(b"0");
    digits(whole) && digits(decimals) && decimals.len() <= 6 && !leading_zero
}

/// Returns the id that is given, if one is.
fn submission_id(faults: &mut Faults, given: Option<&Json<'_>>) -> Option<String> {
    let given = given?;
    match given.text() {
        Some(text) if (1..=SUBMISSION_ID_MAX).contains(&text.chars().count()) => Some(text.into()),
        _ => {
            faults.add("/submissionId", "out_of_range", "must be a string of 1 to 128 characters");
            None
        }
    }
}

fn components(
    faults: &mut Faults,
    body: &Json<'_>,
    timeframe: Timeframe,
) -> Option<Vec<Component>> {
    let shared = match body.get("strategyParams") {
        Some(given) => faults.object("/strategyParams", given).unwrap_or_default(),
        None => &[],
    };
    let given = body.get("components");
    let Some(items) = given.and_then(Json::items) else {
        let code = if given.is_none() { "required" } else { "wrong_type" };
        let message = format!("must be an array of 1 to {COMPONENTS_MAX} components");
        faults.add("/components", code, message);
        return None;
    };
    if items.is_empty() || items.len() > COMPONENTS_MAX {
        let message = format!("has {} components, must have 1 to {COMPONENTS_MAX}", items.len());
        faults.add("/components", "out_of_range", message);
        return None;
    }
    let weights = weights(faults, items);
    let mut known_names = Vec::new();
    let mut parts = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let path = format!("/components/{at}");
        let part = component(faults, (&path, item), (shared, timeframe));
        if let Some(entry) = part.0 {
            for name in entry.spec.params.iter().map(|spec| spec.name) {
                if !known_names.contains(&name) {
                    known_names.push(name);
                }
            }
        }
        parts.push(part);
    }
    // A name is unknown only when every strategy is known.
    if parts.iter().all(|(entry, _)| entry.is_some()) {
        faults.refuse_unknown("/strategyParams", shared, &known_names);
    }
    let filled = parts.into_iter().zip(weights?);
    filled
        .map(|((entry, params), weight_bps)| {
            Some(Component { entry: entry?, weight_bps, params: params? })
        })
        .collect()
}

/// Reads a component: its strategy, when that is known, and its parameters, when they are right.
fn component(
    faults: &mut Faults,
    (path, item): (&str, &Json<'_>),
    (shared, timeframe): (Members<'_, '_>, Timeframe),
) -> (Option<&'static Entry>, Option<ParamValues>) {
    let Some(members) = faults.object(path, item) else {
        return (None, None);
    };
    faults.refuse_unknown(path, members, &["strategyId", "weightBps", "strategyParams"]);
    let own_path = format!("{path}/strategyParams");
    let own = item
        .get("strategyParams")
        .map_or(Some([].as_slice()), |given| faults.object(&own_path, given));
    let Some(entry) = strategy(faults, &format!("{path}/strategyId"), item.get("strategyId"))
    else {
        return (None, None);
    };
    let values = own.and_then(|own| {
        ParamReader { own, own_path: &own_path, shared, timeframe }.read(faults, &entry.spec)
    });
    (Some(entry), values)
}

fn strategy(faults: &mut Faults, path: &str, given: Option<&Json<'_>>) -> Option<&'static Entry> {
    const ROUTE: &str = "must be a strategyId of GET /v1/families/strategy-arena/strategies";
    let found = given.and_then(Json::text).and_then(catalogue::get);
    if found.is_none() {
        let (code, said) = match given {
            None => ("required", "is missing".into()),
            Some(Json::String(id)) => {
                ("not_allowed", format!("\"{}\" is not in the catalogue", cut(id, 64)))
            }
            Some(other) => ("wrong_type", format!("is {}", other.kind())),
        };
        faults.add(path, code, format!("{said}, {ROUTE}"));
    }
    found
}
