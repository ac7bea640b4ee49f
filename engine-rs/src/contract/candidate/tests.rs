//! Accepted candidates, and every reported error.

use super::super::evidence::candidate_hash;
use super::reader::read;
use super::{Candidate, OneSpelling};
use crate::error::FieldError;
use crate::json::{Emit, Printer, parse};
use crate::market::Timeframe::{self, Daily, Hourly};

const KNOWN: [(u32, Timeframe); 4] = [(1, Hourly), (1, Daily), (2, Hourly), (2, Daily)];

fn errors(body: &str) -> Vec<(String, &'static str)> {
    match read(&parse(body.as_bytes()).unwrap(), &KNOWN) {
        Ok(_) => Vec::new(),
        Err(error) => {
            error.field_errors.into_iter().map(|error| (error.path, error.code)).collect()
        }
    }
}

/// Returns `path code message` of every error.
fn messages(body: &str) -> Vec<String> {
    let error = read(
        &parse(body.as_bytes()).unwrap(),
        &[(1, Hourly), (1, Daily), (2, Hourly), (3, Hourly), (3, Daily)],
    )
    .unwrap_err();
    let line = |error: FieldError| format!("{} {} {}", error.path, error.code, error.message);
    error.field_errors.into_iter().map(line).collect()
}

fn detail(body: &str) -> String {
    read(&parse(body.as_bytes()).unwrap(), &KNOWN).unwrap_err().detail
}

fn accepted(body: &str) -> Candidate {
    read(&parse(body.as_bytes()).unwrap(), &KNOWN).unwrap()
}

#[test]
fn defaults_are_filled_in() {
    let candidate = accepted(
        r#"{"marketId":1,"components":[{"strategyId":"yield-rsi"},{"strategyId":"yield-rsi"},{"strategyId":"yield-rsi"}]}"#,
    );
    assert_eq!((candidate.capital, candidate.timeframe), (100_000.0, Timeframe::Hourly));
    let weights: Vec<u32> = candidate.components.iter().map(|c| c.weight_bps).collect();
    assert_eq!(weights, [3334, 3333, 3333]);
    assert_eq!(candidate.components[0].params.bars("period"), 336);
}

#[test]
fn shared_parameters_apply_where_a_component_does_not_set_its_own() {
    let candidate = accepted(
        r#"{"marketId":1,"timeframe":"daily","strategyParams":{"period":20},"components":[
            {"strategyId":"yield-rsi"},{"strategyId":"yield-rsi","strategyParams":{"period":5}},
            {"strategyId":"pull-to-par-hold"}]}"#,
    );
    assert_eq!(candidate.components[0].params.bars("period"), 20);
    assert_eq!(candidate.components[1].params.bars("period"), 5);
}

#[test]
fn every_error_is_reported_at_once() {
    let found = errors(
        r#"{"marketId":3,"timeframe":"weekly","capital":5,"surprise":1,"submissionId":"",
            "strategyParams":{"nobody":1},
            "components":[
                {"strategyId":"yield-rsi","weightBps":5000,"strategyParams":{"period":0.1,"overbought":"x","extra":1}},
                {"strategyId":"pull-to-par-hold","weightBps":4000,"strategyParams":{"minDays":60,"maxDays":10}}]}"#,
    );
    let expected = [
        ("/marketId", "not_allowed"),
        ("/timeframe", "not_allowed"),
        ("/capital", "wrong_type"),
        ("/submissionId", "out_of_range"),
        ("/components", "weights"),
        ("/components/0/strategyParams/extra", "unknown_property"),
        ("/components/0/strategyParams/period", "not_whole_bars"),
        ("/components/0/strategyParams/overbought", "wrong_type"),
        ("/components/1/strategyParams/minDays", "relation"),
        ("/components/1/strategyParams/maxDays", "relation"),
        ("/strategyParams/nobody", "unknown_property"),
        ("/surprise", "unknown_property"),
    ];
    assert_eq!(found, expected.map(|(path, code)| (path.to_owned(), code)));
}

#[test]
fn capital_is_a_plain_decimal() {
    let body = |capital: &str| {
        format!(
            r#"{{"marketId":1,"capital":"{capital}","components":[{{"strategyId":"yield-rsi"}}]}}"#
        )
    };
    for good in ["1", "1000000000", "0702.33", "13.500000"] {
        let wrong = good.starts_with('0');
        assert_eq!(errors(&body(good)).is_empty(), !wrong, "{good}");
    }
    for (bad, code) in [
        ("", "wrong_format"),
        ("0", "out_of_range"),
        ("0.999999", "out_of_range"),
        ("1e5", "wrong_format"),
        ("+1", "wrong_format"),
        ("-1", "wrong_format"),
        ("1.", "wrong_format"),
        (".5", "wrong_format"),
        ("1.0000001", "wrong_format"),
        ("1000000000.1", "out_of_range"),
        ("1,000", "wrong_format"),
        ("NaN", "wrong_format"),
    ] {
        assert_eq!(errors(&body(bad)), [("/capital".to_owned(), code)], "{bad}");
    }
}

/// The body of a hold of market 1 with the capital in the given spelling.
fn hold(capital: &str) -> String {
    format!(
        r#"{{"marketId":1,"capital":"{capital}","components":[{{"strategyId":"pull-to-par-hold"}}]}}"#
    )
}

fn hash(body: &str) -> String {
    candidate_hash(&accepted(body))
}

fn canonical(candidate: &Candidate) -> String {
    let mut printer = Printer::with_capacity(256);
    OneSpelling(candidate).emit(&mut printer);
    String::from_utf8(printer.finish().unwrap()).unwrap()
}

#[test]
fn equal_amounts_share_a_fingerprint_and_keep_their_spelling() {
    for (spellings, canonical_capital) in [
        (&["100000", "100000.0", "100000.000000"][..], "100000"),
        (&["13.5", "13.50", "13.500000"], "13.5"),
        (&["13.05", "13.0500"], "13.05"),
        (&["1000000000", "1000000000.0"], "1000000000"),
    ] {
        for spelling in spellings {
            let candidate = accepted(&hold(spelling));
            assert_eq!(candidate.capital_text, *spelling);
            assert_eq!(candidate_hash(&candidate), hash(&hold(canonical_capital)), "{spelling}");
            let member = format!(r#"{{"capital":"{canonical_capital}","#);
            assert!(canonical(&candidate).starts_with(&member), "{spelling}");
        }
    }
    assert_ne!(hash(&hold("13.05")), hash(&hold("13.5")));
    assert_ne!(hash(&hold("100000")), hash(&hold("1000000")));
}

#[test]
fn spelling_does_not_change_the_fingerprint_of_a_candidate() {
    let plain = r#"{"marketId":1,"components":[{"strategyId":"pull-to-par-hold"}]}"#;
    let expected = r#"{"capital":"100000","components":[{"strategyId":"pull-to-par-hold","strategyParams":{"maxDays":400,"minDays":0,"minYield":0.03},"weightBps":10000}],"marketId":1,"timeframe":"hourly"}"#;
    assert_eq!(canonical(&accepted(plain)), expected);
    // printf %s "$expected" | sha256sum
    assert_eq!(hash(plain), "6e7906ad53a59bed8a385557ab075b78cdb626031a95be2858485a4e692cdcde");
    for written in [
        r#"{"components":[{"weightBps":10000,"strategyId":"pull-to-par-hold"}],"marketId":1}"#,
        r#"{"marketId":1.0,"capital":"100000.0","timeframe":"hourly","components":[{"strategyParams":{"minYield":3e-2,"minDays":-0},"strategyId":"pull-to-par-hold"}]}"#,
        r#"{"marketId":1,"strategyParams":{"minDays":0},"components":[{"strategyId":"pull-to-par-hold"}]}"#,
        r#"{"marketId":1,"submissionId":"mine","executionConfig":{"feeBps":0},"components":[{"strategyId":"pull-to-par-hold"}]}"#,
    ] {
        assert_eq!(hash(written), hash(plain), "{written}");
    }
    for other in [
        r#"{"marketId":2,"components":[{"strategyId":"pull-to-par-hold"}]}"#,
        r#"{"marketId":1,"timeframe":"daily","components":[{"strategyId":"pull-to-par-hold"}]}"#,
        r#"{"marketId":1,"components":[{"strategyId":"pull-to-par-hold","strategyParams":{"minDays":4}}]}"#,
        r#"{"marketId":1,"components":[{"strategyId":"pull-to-par-hold"},{"strategyId":"pull-to-par-hold"}]}"#,
    ] {
        assert_ne!(hash(other), hash(plain), "{other}");
    }
}

#[test]
fn errors_name_the_found_and_the_wanted_value() {
    let found = messages(
        r#"{"marketId":4,"timeframe":5,"capital":100000,"submissionId":7,
            "strategyParams":{"period":null},
            "components":[
                {"strategyId":5,"weightBps":0.5,"strategyParams":{"any":[1]}},
                {"strategyId":"yield-rsi","weightBps":0,"strategyParams":{"field":"x","oversold":true}},
                {"strategyId":"yield-rsi","extra":1,"strategyParams":{"field":5}},
                7]}"#,
    );
    let route = "must be a strategyId of GET /v1/families/strategy-arena/strategies";
    let expected = [
        "/marketId not_allowed is 4, must be one of 1, 2, 3",
        "/timeframe not_allowed is 5, must be one of hourly, daily",
        r#"/capital wrong_type is 100000, must be a string such as "100000""#,
        "/submissionId wrong_type is 7, must be a string of 1 to 128 characters",
        "/components/0/weightBps wrong_type is 0.5, must be an integer from 1 to 10000",
        "/components/1/weightBps out_of_range is 0, must be an integer from 1 to 10000",
        "/components weights weightBps stands in some components, must stand in all or in none",
        &format!("/components/0/strategyId wrong_type is 5, {route}"),
        "/components/2/extra unknown_property is not a field here, must be one of strategyId, weightBps, strategyParams",
        "/components/3 wrong_type is 7, must be an object",
        "/components/0/strategyParams/any wrong_type is an array, must be a number or a string",
        r#"/components/1/strategyParams/field not_allowed is "x", must be one of logYield, impliedApy"#,
        "/strategyParams/period wrong_type is null, must be a number of days",
        "/components/1/strategyParams/oversold wrong_type is true, must be a number",
        "/components/2/strategyParams/field wrong_type is 5, must be one of logYield, impliedApy",
    ];
    assert_eq!(found, expected);
}

#[test]
fn shared_parameters_that_every_component_overrides_are_still_checked() {
    let body = r#"{"marketId":1,"strategyParams":{"period":null},"components":[
        {"strategyId":"yield-rsi","strategyParams":{"period":5}}]}"#;
    assert_eq!(
        messages(body),
        ["/strategyParams/period wrong_type is null, must be a number or a string"]
    );
}

#[test]
fn a_list_that_is_too_long_is_read_up_to_its_sixteenth_component() {
    let body = |count: usize| {
        let wrong = vec![r#"{"strategyId":"no-such"}"#; count].join(",");
        format!(r#"{{"marketId":1,"components":[{wrong}]}}"#)
    };
    assert_eq!(errors(&body(0)), [("/components".to_owned(), "out_of_range")]);
    let many = errors(&body(20));
    assert_eq!((many.len(), many[0].0.as_str()), (17, "/components"));
    assert_eq!(many[16].0, "/components/15/strategyId");
}

#[test]
fn any_json_value_is_an_execution_config() {
    for config in ["null", "7", "[]", "\"x\"", "{\"a\":{\"b\":[]}}"] {
        let candidate = accepted(&format!(
            r#"{{"marketId":1,"executionConfig":{config},"components":[{{"strategyId":"yield-rsi"}}]}}"#
        ));
        assert!(candidate.has_execution_config);
    }
}

#[test]
fn the_first_errors_are_listed_and_the_others_counted() {
    let body = |count: usize| {
        let names: Vec<String> = (0..count).map(|at| format!("\"n{at}\":1")).collect();
        let comma = if count == 0 { "" } else { "," };
        format!(r#"{{"marketId":1{comma}{},"components":[]}}"#, names.join(","))
    };
    assert_eq!(detail(&body(0)), "Cannot simulate: 1 field is wrong, see fieldErrors");
    assert_eq!(detail(&body(5)), "Cannot simulate: 6 fields are wrong, see fieldErrors");
    assert_eq!(detail(&body(63)), "Cannot simulate: 64 fields are wrong, see fieldErrors");
    assert_eq!(
        detail(&body(999)),
        "Cannot simulate: 1000 fields are wrong, see the first 64 in fieldErrors, and 936 more"
    );
    assert_eq!(errors(&body(999)).len(), 64);
}

#[test]
fn a_path_shortens_long_names() {
    let body = format!(
        r#"{{"marketId":1,"a/b~{}":1,"components":[{{"strategyId":"yield-rsi"}}]}}"#,
        "n".repeat(1000)
    );
    let path = errors(&body)[0].0.clone();
    assert_eq!(path, format!("/a~1b~0{}", "n".repeat(124)));
}

#[test]
fn an_error_of_a_shared_parameter_is_listed_once() {
    let body = r#"{"marketId":1,"strategyParams":{"period":0.1},"components":[
        {"strategyId":"yield-rsi"},{"strategyId":"yield-rsi"},{"strategyId":"yield-rsi"}]}"#;
    assert_eq!(errors(body), [("/strategyParams/period".to_owned(), "not_whole_bars")]);
    assert_eq!(detail(body), "Cannot simulate: 1 field is wrong, see fieldErrors");
}
