//! A sweep gives each candidate the figures of its evaluation, to the bit.

use crate::support::{Case, at, golden_cases, number, text};
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::simulation::METRICS;
use arena_engine::{Arena, Uncounted};

/// Returns the evaluation of a candidate.
fn evaluated(arena: &Arena, candidate: &str) -> Vec<u8> {
    let request = format!(r#"{{"view":"summary","simulationId":"sim","candidate":{candidate}}}"#);
    let answer = String::from_utf8(arena.simulate(request.as_bytes())).unwrap();
    let (payload, _) = answer["{\"ok\":".len()..].split_once(",\"trial\":").unwrap();
    arena.evaluate(b"{}", payload.as_bytes(), &mut Uncounted)
}

fn swept(arena: &Arena, candidates: &[&str]) -> Vec<u8> {
    arena.sweep(format!(r#"{{"candidates":[{}]}}"#, candidates.join(",")).as_bytes())
}

#[test]
fn a_point_equals_the_evaluation() {
    for (name, bytes) in golden_cases() {
        let case = Case::new(&bytes);
        if *case.at("expected/error") != Json::Null {
            continue;
        }
        let (arena, candidate) = (case.arena(), case.body());
        let answers = (swept(&arena, &[&candidate]), evaluated(&arena, &candidate));
        let (answer, evaluation) = (parse(&answers.0).unwrap(), parse(&answers.1).unwrap());
        let (point, expected) = (at(&answer, "ok/points/0"), at(&evaluation, "ok"));
        let terms = METRICS.iter().filter(|row| row.figure.is_term());
        let terms = terms.map(|row| (row.name, format!("scenarioResult/{}", row.name)));
        let others = [
            ("score", "score".to_owned()),
            ("probabilisticSharpe", "luck/probabilisticSharpe".to_owned()),
            ("fills", "diagnostics/fills".to_owned()),
        ];
        for (here, there) in terms.chain(others) {
            assert!(point.get(here).is_some(), "{name} {here}");
            assert_eq!(at(point, here), at(expected, &there), "{name} {here}");
        }
        assert!(number(at(point, "intents")) >= number(at(point, "fills")), "{name}");
    }
}

#[test]
fn every_candidate_has_its_own_point_and_capital() {
    let cases = golden_cases();
    let case = Case::new(&cases[0].1);
    let arena = case.arena();
    let timeframe = text(case.at("market/timeframe"));
    let hold = |capital: &str| {
        format!(
            r#"{{"marketId":1,"timeframe":"{timeframe}","capital":"{capital}","components":[{{"strategyId":"pull-to-par-hold"}}]}}"#
        )
    };
    let (small, large) = (hold("1000"), hold("40000000"));
    let many = swept(&arena, &[&small, "{}", &large, &small, &large]);
    let many = parse(&many).unwrap();
    let points = at(&many, "ok/points").items().unwrap();
    assert_eq!(points.len(), 5);
    for (at_index, candidate) in [(0, &small), (2, &large), (3, &small), (4, &large)] {
        let alone = swept(&arena, &[candidate]);
        assert_eq!(&points[at_index], at(&parse(&alone).unwrap(), "ok/points/0"));
    }
    assert_ne!(at(&points[0], "score"), at(&points[2], "score"));
    assert_eq!(text(at(&points[1], "fieldErrors/0/path")), "/marketId");
}

#[test]
fn errors_without_a_field_are_reported_at_the_candidate() {
    let cases = golden_cases();
    let without_far = cases
        .iter()
        .map(|(_, bytes)| Case::new(bytes))
        .find(|case| !matches!(case.at("market/farExpiry"), Json::String(_)));
    let case = without_far.unwrap();
    let timeframe = text(case.at("market/timeframe"));
    let candidate = format!(
        r#"{{"marketId":1,"timeframe":"{timeframe}","components":[{{"strategyId":"term-slope"}}]}}"#
    );
    let answer = swept(&case.arena(), &[&candidate]);
    let answer = parse(&answer).unwrap();
    let error = at(&answer, "ok/points/0/fieldErrors/0");
    assert_eq!(text(at(error, "code")), "STRATEGY_MISSING_REQUIRED_FEATURE");
    assert_eq!(text(at(error, "path")), "");
}

#[test]
fn a_sweep_has_1_to_1024_candidates() {
    let arena = Arena::new();
    for (count, is_rejected) in [(0, true), (1, false), (1024, false), (1025, true)] {
        let answer = swept(&arena, &vec!["{}"; count]);
        let answer = parse(&answer).unwrap();
        assert_eq!(answer.get("error").is_some(), is_rejected, "{count}");
    }
    let answer = arena.sweep(b"{}");
    let answer = parse(&answer).unwrap();
    assert_eq!(text(at(&answer, "error/fieldErrors/0/path")), "/candidates");
}
