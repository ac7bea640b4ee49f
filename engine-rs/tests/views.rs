//! The three views of a candidate belong to one run: they share their evidence, and each shows its
//! part.

use crate::support::{Case, at, golden_cases, text};
use arena_engine::Arena;
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::strategy::catalogue;

const VIEWS: [&str; 3] = ["full", "summary", "trades"];
/// Members of every view.
const COMMON: [&str; 9] = [
    "candidate",
    "evidence",
    "execution",
    "metrics",
    "resolvedExecutionPolicy",
    "resolvedScoringProfile",
    "simulationId",
    "view",
    "warnings",
];

fn simulated(arena: &Arena, candidate: &str, view: &str) -> Vec<u8> {
    let request = format!(r#"{{"view":"{view}","simulationId":"sim","candidate":{candidate}}}"#);
    arena.simulate(request.as_bytes())
}

/// Every strategy and every portfolio of the golden cases, on the market of the case.
fn candidates(case: &Case<'_>) -> Vec<String> {
    let timeframe = text(case.at("market/timeframe"));
    let (dataset, _) = case.loaded();
    let offered = dataset.series.features();
    let alone = catalogue::all()
        .filter(|entry| entry.spec.features.first_missing(offered).is_none())
        .map(|entry| {
            let id = entry.spec.id;
            format!(
                r#"{{"marketId":1,"timeframe":"{timeframe}","components":[{{"strategyId":"{id}"}}]}}"#
            )
        });
    alone.chain([case.body()]).collect()
}

#[test]
fn the_three_views_of_a_candidate_have_one_result_hash() {
    let mut compared = 0;
    for (name, bytes) in golden_cases() {
        let case = Case::new(&bytes);
        if *case.at("expected/error") != Json::Null {
            continue;
        }
        let arena = case.arena();
        for candidate in candidates(&case) {
            let answers = VIEWS.map(|view| simulated(&arena, &candidate, view));
            let [full, summary, trades] = [0, 1, 2].map(|view| parse(&answers[view]).unwrap());
            for other in [&summary, &trades] {
                for member in ["evidence", "execution", "metrics", "candidate", "warnings"] {
                    let path = format!("ok/{member}");
                    assert_ne!(*at(&full, &path), Json::Null);
                    assert_eq!(at(&full, &path), at(other, &path), "{name} {candidate}");
                }
                assert_eq!(at(&full, "trial"), at(other, "trial"), "{name} {candidate}");
            }
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn a_view_shows_exactly_its_members() {
    let cases = golden_cases();
    let case = Case::new(&cases[0].1);
    let (arena, candidate) = (case.arena(), case.body());
    for (view, more) in [
        ("full", &["ledgers", "portfolio", "timestamp"][..]),
        ("summary", &[]),
        ("trades", &["events", "portfolio"]),
    ] {
        let answer = simulated(&arena, &candidate, view);
        let answer = parse(&answer).unwrap();
        let shown = at(&answer, "ok").members().unwrap().iter().map(|(name, _)| name.as_ref());
        let shown: Vec<&str> = shown.collect();
        let mut wanted = [&COMMON[..], more].concat();
        wanted.sort_unstable();
        assert_eq!(shown, wanted, "{view}");
        assert_eq!(text(at(&answer, "ok/view")), view);
        assert_eq!(text(at(&answer, "ok/simulationId")), "sim");
    }
    let named = candidate.replacen('{', r#"{"submissionId":"mine","#, 1);
    let answer = simulated(&arena, &named, "summary");
    assert_eq!(text(at(&parse(&answer).unwrap(), "ok/submissionId")), "mine");
    let wrong = simulated(&arena, &candidate, "all");
    let detail = "Cannot simulate: view must be full, summary or trades";
    assert_eq!(text(at(&parse(&wrong).unwrap(), "error/detail")), detail);
}
