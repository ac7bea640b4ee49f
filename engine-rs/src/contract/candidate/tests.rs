//! What is accepted of a candidate, and every fault that is found.

use super::Candidate;
use super::reader::read;
use crate::json::parse;
use crate::market::Timeframe;

fn faults(body: &str) -> Vec<(String, &'static str)> {
    match read(&parse(body.as_bytes()).unwrap(), &[1, 2]) {
        Ok(_) => Vec::new(),
        Err(error) => {
            error.field_errors.into_iter().map(|fault| (fault.path, fault.code)).collect()
        }
    }
}

fn accepted(body: &str) -> Candidate {
    read(&parse(body.as_bytes()).unwrap(), &[1, 2]).unwrap()
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
fn every_fault_is_found_at_once() {
    let found = faults(
        r#"{"marketId":3,"timeframe":"weekly","capital":5,"surprise":1,"submissionId":"",
            "strategyParams":{"nobody":1},
            "components":[
                {"strategyId":"yield-rsi","weightBps":5000,"strategyParams":{"period":0.1,"overbought":"x","extra":1}},
                {"strategyId":"pull-to-par-hold","weightBps":4000,"strategyParams":{"minDays":60,"maxDays":10}}]}"#,
    );
    let expected = [
        ("/surprise", "unknown_property"),
        ("/marketId", "not_allowed"),
        ("/timeframe", "not_allowed"),
        ("/capital", "wrong_type"),
        ("/components", "weights"),
        ("/components/0/strategyParams/extra", "unknown_property"),
        ("/components/0/strategyParams/period", "not_whole_bars"),
        ("/components/0/strategyParams/overbought", "wrong_type"),
        ("/components/1/strategyParams/minDays", "relation"),
        ("/components/1/strategyParams/maxDays", "relation"),
        ("/strategyParams/nobody", "unknown_property"),
        ("/submissionId", "out_of_range"),
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
        assert_eq!(faults(&body(good)).is_empty(), !wrong, "{good}");
    }
    for bad in [
        "",
        "0",
        "0.999999",
        "1e5",
        "+1",
        "-1",
        "1.",
        ".5",
        "1.0000001",
        "1000000000.1",
        "1,000",
        "NaN",
    ] {
        assert_eq!(faults(&body(bad)), [("/capital".to_owned(), "out_of_range")], "{bad}");
    }
}
