//! A payload is scored only if it equals the replay of its candidate, to the last leaf.

use crate::support::payloads::{replaced, simulated, verdict};
use crate::support::{at, print, text};
use arena_engine::internals::json::{Json, parse};
use arena_engine::{Trial, TrialLedger, Trials, Uncounted};

/// Every leaf of a document by its path, with a minimal edit.
fn edits(value: &Json<'_>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    walk(value, "", &mut |path, leaf| {
        let edited = match leaf {
            Json::Null => Some(Json::Number(0.0)),
            Json::Boolean(flag) => Some(Json::Boolean(!flag)),
            Json::Number(number) => Some(Json::Number(f64::from_bits(number.to_bits() + 1))),
            Json::String(text) => {
                let mut edited: Vec<char> = text.chars().collect();
                match edited.last_mut() {
                    Some(last) => *last = if *last == 'x' { 'y' } else { 'x' },
                    None => edited.push('x'),
                }
                Some(Json::String(edited.into_iter().collect::<String>().into()))
            }
            _ => None,
        };
        if let Some(edited) = edited {
            found.push((path.to_owned(), print(&replaced(value, path, edited))));
        }
    });
    found
}

fn walk<'v, 'a>(value: &'v Json<'a>, path: &str, visit: &mut impl FnMut(&str, &'v Json<'a>)) {
    match value {
        Json::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                walk(item, &format!("{path}/{at}"), visit);
            }
        }
        Json::Object(members) => {
            for (name, member) in members {
                walk(member, &format!("{path}/{name}"), visit);
            }
        }
        leaf => visit(path, leaf),
    }
}

/// Members that belong to the run rather than to the result.
fn is_of_the_run(path: &str) -> bool {
    ["/simulationId", "/submissionId", "/warnings"].iter().any(|member| path.starts_with(member))
}

#[test]
fn no_edited_leaf_is_scored() {
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for case in ["case-01", "case-15"] {
        let (arena, data) = simulated(case);
        for data in &data {
            assert_eq!(verdict(&arena, data), None, "{case} as it was answered");
            let document = parse(data.as_bytes()).unwrap();
            for (path, edited) in edits(&document) {
                let verdict = verdict(&arena, &edited);
                if is_of_the_run(&path) {
                    assert_eq!(verdict, None, "{path}");
                    continue;
                }
                let (code, named) = verdict.unwrap_or_else(|| panic!("{case}{path} was scored"));
                let expected = match path.as_str() {
                    // an edit that contradicts its fingerprint
                    _ if path.starts_with("/evidence/provenance/") => "SIMULATION_MISMATCH",
                    _ if path.starts_with("/evidence") => "SIMULATION_STALE",
                    "/view" => "REQUEST_VALIDATION_FAILED",
                    // an edited candidate is either invalid or another one
                    _ if path.starts_with("/candidate") => code.as_str(),
                    _ => "SIMULATION_MISMATCH",
                };
                assert_eq!(code, expected, "{case}{path} {named}");
                if !path.starts_with("/candidate") {
                    assert_eq!(named, path, "{case} {code}");
                }
                *seen.entry(code).or_default() += 1;
            }
        }
    }
    assert!(seen["SIMULATION_MISMATCH"] > 3_000, "{seen:?}");
    let codes: Vec<&str> = seen.keys().map(String::as_str).collect();
    assert_eq!(codes, ["REQUEST_VALIDATION_FAILED", "SIMULATION_MISMATCH", "SIMULATION_STALE"]);
}

/// Another JSON library may write another order, other numbers and white space.
#[test]
fn a_payload_survives_another_library() {
    fn rewritten(value: &Json<'_>) -> String {
        match value {
            Json::Number(number) => format!("{number:e}").replace("e-", "e-0"),
            Json::Array(items) => {
                let items: Vec<String> = items.iter().map(rewritten).collect();
                format!("[ {} ]", items.join(" ,\n"))
            }
            Json::Object(members) => {
                let members: Vec<String> = members
                    .iter()
                    .rev()
                    .map(|(name, value)| format!("\n\t\"{name}\" : {}", rewritten(value)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }
            other => print(other),
        }
    }
    let (arena, data) = simulated("case-15");
    for data in &data {
        let text = rewritten(&parse(data.as_bytes()).unwrap());
        assert_ne!(&text, data);
        assert_eq!(verdict(&arena, &text), None);
        assert_eq!(verdict(&arena, &format!("{{\"simulation\":{text}}}")), None);
    }
}

/// Typed clients read instants and write them in their own spelling.
#[test]
fn an_instant_is_compared_as_a_time() {
    let (arena, data) = simulated("case-15");
    for data in &data {
        let document = parse(data.as_bytes()).unwrap();
        let mut instants = Vec::new();
        walk(&document, "", &mut |path, leaf| {
            if let Some(at) = leaf.text().filter(|text| text.ends_with(":00:00Z")) {
                instants.push((path.to_owned(), at.to_owned()));
            }
        });
        assert!(instants.len() >= 3, "{instants:?}");
        for (zulu, spelling) in [
            ("T00:00:00Z", "T00:00:00+00:00"),
            ("T00:00:00Z", "T00:00:00.000Z"),
            ("T00:00:00Z", " 00:00:00.000000z"),
            ("T00:00:00Z", "T05:30:00+05:30"),
        ] {
            let respelled = data.replace(zulu, spelling);
            assert_ne!(&respelled, data);
            assert_eq!(verdict(&arena, &respelled), None, "{spelling}");
        }
        for (path, at) in instants {
            let edited = Json::String(at.replace("00Z", "00.001+00:00").into());
            let edited = print(&replaced(&document, &path, edited));
            let refused = Some(("SIMULATION_MISMATCH".to_owned(), path));
            assert_eq!(verdict(&arena, &edited), refused, "{at}");
        }
    }
}

#[test]
fn additional_and_missing_members_are_refused() {
    let (arena, data) = simulated("case-15");
    for data in &data {
        let more = data.replacen('{', "{\"extra\":1,", 1);
        let (code, _) = verdict(&arena, &more).unwrap();
        assert_eq!(code, "SIMULATION_MISMATCH");
        let document = parse(data.as_bytes()).unwrap();
        for (name, _) in document.members().unwrap() {
            let kept: Vec<_> = document
                .members()
                .unwrap()
                .iter()
                .filter(|(key, _)| key != name)
                .cloned()
                .collect();
            let verdict = verdict(&arena, &print(&Json::Object(kept)));
            assert_eq!(verdict.is_none(), name == "submissionId", "without {name}");
        }
    }
    for nonsense in ["{}", "[]", "null", "{\"simulation\":{}}", "{\"simulation\":[1]}"] {
        let (code, _) = verdict(&arena, nonsense).unwrap();
        assert_eq!(code, "REQUEST_VALIDATION_FAILED", "{nonsense}");
    }
    assert_eq!(verdict(&arena, "{").unwrap().0, "MALFORMED_JSON");
}

/// The texts of these members do not matter to an evaluation; their types do, as in the document.
#[test]
fn members_of_the_run_keep_their_types() {
    let (arena, data) = simulated("case-15");
    let warning = "\"warnings\":[";
    for data in &data {
        for (from, to, path) in [
            ("\"simulationId\":\"sim\"", "\"simulationId\":1", "/simulationId"),
            ("\"simulationId\"", "\"submissionId\":null,\"simulationId\"", "/submissionId"),
            (warning, "\"warnings\":[1,", "/warnings"),
            (warning, "\"warnings\":[{\"code\":\"\"},", "/warnings"),
        ] {
            let edited = data.replacen(from, to, 1).replace(",]", "]");
            assert_ne!(&edited, data);
            let refused = Some(("REQUEST_VALIDATION_FAILED".to_owned(), path.to_owned()));
            assert_eq!(verdict(&arena, &edited), refused, "{to}");
        }
    }
}

#[test]
fn additional_and_missing_evidence_is_refused() {
    let (arena, data) = simulated("case-15");
    for data in &data {
        let mismatch = |path: String| Some(("SIMULATION_MISMATCH".to_owned(), path));
        let more = data.replacen("\"evidence\":{", "\"evidence\":{\"extra\":1,", 1);
        assert_eq!(verdict(&arena, &more), mismatch("/evidence".into()));
        let document = parse(data.as_bytes()).unwrap();
        let members = at(&document, "evidence").members().unwrap();
        assert_eq!(members.len(), 12);
        for (name, _) in members {
            let kept: Vec<_> = members.iter().filter(|(key, _)| key != name).cloned().collect();
            let less = print(&replaced(&document, "/evidence", Json::Object(kept)));
            assert_eq!(verdict(&arena, &less), mismatch(format!("/evidence/{name}")));
        }
    }
}

/// A ledger that gives the same answer to every trial and records them.
struct Fixed(Option<Trials>, Vec<Trial>);

impl TrialLedger for Fixed {
    fn count(&mut self, trial: &Trial) -> Option<Trials> {
        self.1.push(trial.clone());
        self.0
    }
}

#[test]
fn a_reproduced_payload_is_counted_exactly_once() {
    let (arena, data) = simulated("case-01");
    let tried = Trials { evaluated: 7, counted: true, searched: 12, sharpe_variance: Some(0.01) };
    let mut ledger = Fixed(Some(tried), Vec::new());
    let mut deflated = Vec::new();
    for payload in &data {
        let answer = arena.evaluate(b"{}", payload.as_bytes(), &mut ledger);
        let answer = parse(&answer).unwrap();
        assert_eq!(at(&answer, "ok/luck/trials").number(), Some(12.0));
        deflated.push(at(&answer, "ok/luck/deflatedSharpe").number().unwrap());
        let refused = |payload: &str, ledger: &mut Fixed| {
            let answer = arena.evaluate(b"{}", payload.as_bytes(), ledger);
            assert!(answer.starts_with(b"{\"error\""));
        };
        refused(&payload.replace("\"cvar\":", "\"cvar\":9"), &mut ledger);
        refused(&payload.replace("\"engineVersion\":\"", "\"engineVersion\":\"0."), &mut ledger);
        refused("{}", &mut ledger);
    }
    assert_eq!(ledger.1.len(), data.len(), "one for each view, none for what was refused");
    let document = parse(data[1].as_bytes()).unwrap();
    let evidence = |name: &str| text(at(&document, &format!("evidence/{name}"))).to_owned();
    for trial in &ledger.1 {
        assert_eq!(trial.candidate_hash, evidence("candidateHash"));
        assert_eq!(trial.dataset_hash, evidence("datasetHash"));
        assert_eq!(trial.daily_sharpe, ledger.1[0].daily_sharpe);
    }
    let uncounted = arena.evaluate(b"{}", data[1].as_bytes(), &mut Uncounted);
    let uncounted = parse(&uncounted).unwrap();
    assert_eq!(at(&uncounted, "ok/luck/trials").number(), Some(1.0));
    assert!(deflated[1] < at(&uncounted, "ok/luck/deflatedSharpe").number().unwrap());
}

#[test]
fn an_evaluation_that_cannot_be_counted_is_not_answered() {
    let (arena, data) = simulated("case-01");
    let answer = arena.evaluate(b"{}", data[1].as_bytes(), &mut Fixed(None, Vec::new()));
    let answer = parse(&answer).unwrap();
    assert_eq!(text(at(&answer, "error/code")), "INTERNAL_UNEXPECTED");
}
