//! Members of every object that the engine prints ascend by name (RFC 8785). The tests call every
//! operation and provoke refusals. A pair in the wrong order fails in `Printer::key` of a debug
//! build, and in any build when the answer is read back.

use crate::support::{Case, golden_cases};
use arena_engine::Uncounted;
use arena_engine::internals::contract::{
    Arena, engine_info, family_profile, generate_dataset, strategy_catalogue,
};
use arena_engine::internals::json::parse;

/// Fails if the members of a nested object do not ascend.
fn ascends(operation: &str, answer: &[u8]) {
    let answer = parse(answer).expect(operation);
    let mut left = vec![&answer];
    while let Some(value) = left.pop() {
        let members = value.members().unwrap_or_default();
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_ref()).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{operation}: {names:?}");
        left.extend(members.iter().map(|(_, value)| value));
        left.extend(value.items().unwrap_or_default());
    }
}

#[test]
fn published_documents_are_ordered() {
    ascends("engine info", &engine_info());
    ascends("catalogue", &strategy_catalogue());
    ascends("family profile", &family_profile());
    let request = br#"{"marketKey":"susde","timeframe":"daily","seed":1}"#;
    ascends("generate", &generate_dataset(request));
}

#[test]
fn operations_on_a_candidate_are_ordered() {
    for (_, bytes) in golden_cases() {
        let case = Case::new(&bytes);
        let (header, columns) = case.dataset();
        let mut arena = Arena::new();
        ascends("add dataset", &arena.add_dataset(header.as_bytes(), &columns));
        let body = case.body();
        ascends("check", &arena.check(body.as_bytes()));
        ascends("paths", &arena.scenario_paths(body.as_bytes()));
        let candidates = format!(r#"{{"candidates":[{body},{{}}]}}"#);
        ascends("sweep", &arena.sweep(candidates.as_bytes()));
        for view in ["full", "summary", "trades"] {
            let request = format!(r#"{{"view":"{view}","simulationId":"s","candidate":{body}}}"#);
            let answer = arena.simulate(request.as_bytes());
            ascends(view, &answer);
            let answer = String::from_utf8(answer).expect("UTF-8");
            let Some((payload, _)) =
                answer.strip_prefix("{\"ok\":").and_then(|rest| rest.split_once(",\"trial\":"))
            else {
                continue;
            };
            let evaluate =
                |payload: &str| arena.evaluate(b"{}", payload.as_bytes(), &mut Uncounted);
            ascends("evaluate", &evaluate(payload));
            ascends("a refusal", &evaluate(&payload.replace("\"cvar\":", "\"cvar\":9")));
        }
    }
}
