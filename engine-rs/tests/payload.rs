//! A payload is scored only when it is what its candidate gives, to the last leaf.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test may fail by panic")]

mod support;

use arena_engine::Arena;
use arena_engine::internals::json::{Json, parse};
use support::{Case, at, golden_cases, print, text};

const TRIALS: &[u8] = br#"{"trials":[{"count":1,"marketId":1,"sharpeVariance":null}]}"#;
const VIEWS: [&str; 3] = ["full", "summary", "trades"];

/// An arena with a case's dataset, and the case's candidate in every view.
fn simulated(name: &str) -> (Arena, Vec<String>) {
    let cases = golden_cases();
    let (_, bytes) = cases.iter().find(|(case, _)| case == name).unwrap();
    let case = Case::new(bytes);
    let arena = case.arena();
    let data = VIEWS.map(|view| {
        let request =
            format!(r#"{{"view":"{view}","simulationId":"sim","candidate":{}}}"#, case.body());
        let answer = String::from_utf8(arena.simulate(request.as_bytes())).unwrap();
        let end = answer.rfind(",\"trial\":").unwrap();
        answer["{\"ok\":".len()..end].to_owned()
    });
    (arena, data.to_vec())
}

/// Returns the code of an error and the path that it names, or none of an evaluation.
fn verdict(arena: &Arena, payload: &str) -> Option<(String, String)> {
    let answer = arena.evaluate(TRIALS, payload.as_bytes());
    let answer = parse(&answer).unwrap();
    let error = answer.get("error")?;
    let path = at(error, "context/path").text().or_else(|| at(error, "fieldErrors/0/path").text());
    Some((text(at(error, "code")).to_owned(), path.unwrap_or_default().to_owned()))
}

/// Every leaf of a document, by its path, edited as little as can be.
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

/// Returns a document with the value at a path replaced.
fn replaced<'a>(value: &Json<'a>, path: &str, with: Json<'a>) -> Json<'a> {
    let Some(rest) = path.strip_prefix('/') else { return with };
    let (name, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let mut copy = value.clone();
    let child = match &mut copy {
        Json::Array(items) => items.get_mut(name.parse::<usize>().unwrap()).unwrap(),
        Json::Object(members) => &mut members.iter_mut().find(|(key, _)| key == name).unwrap().1,
        _ => unreachable!("a leaf has no members"),
    };
    *child = replaced(child, rest, with);
    copy
}

/// Members that belong to the run and not to the result.
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
                    _ if path.starts_with("/evidence") => "SIMULATION_STALE",
                    "/view" => "REQUEST_VALIDATION_FAILED",
                    // an edited candidate is either no candidate, or another one
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

/// Another JSON library writes another order, other numbers and white space.
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

#[test]
fn more_and_less_than_the_payload_is_refused() {
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
            assert_eq!(verdict.is_none(), is_of_the_run(&format!("/{name}")), "without {name}");
        }
    }
    for nonsense in ["{}", "[]", "null", "{\"simulation\":{}}", "{\"simulation\":[1]}"] {
        let (code, _) = verdict(&arena, nonsense).unwrap();
        assert_eq!(code, "REQUEST_VALIDATION_FAILED", "{nonsense}");
    }
    assert_eq!(verdict(&arena, "{").unwrap().0, "MALFORMED_JSON");
}

#[test]
fn more_and_less_than_the_evidence_is_refused() {
    let (arena, data) = simulated("case-15");
    for data in &data {
        let mismatch = |path: String| Some(("SIMULATION_MISMATCH".to_owned(), path));
        let more = data.replacen("\"evidence\":{", "\"evidence\":{\"extra\":1,", 1);
        assert_eq!(verdict(&arena, &more), mismatch("/evidence".into()));
        let document = parse(data.as_bytes()).unwrap();
        let members = at(&document, "evidence").members().unwrap();
        assert_eq!(members.len(), 9);
        for (name, _) in members {
            let kept: Vec<_> = members.iter().filter(|(key, _)| key != name).cloned().collect();
            let less = print(&replaced(&document, "/evidence", Json::Object(kept)));
            assert_eq!(verdict(&arena, &less), mismatch(format!("/evidence/{name}")));
        }
    }
}

/// A payload with a member of its evidence replaced.
fn with_evidence(data: &str, name: &str, value: Json<'static>) -> String {
    print(&replaced(&parse(data.as_bytes()).unwrap(), &format!("/evidence/{name}"), value))
}

#[test]
fn a_payload_of_another_formula_is_stale_before_anything_else_of_it_is_read() {
    let (arena, data) = simulated("case-01");
    for data in &data {
        let old = with_evidence(data, "formulaVersion", Json::Number(1.0));
        let older = with_evidence(&old, "engineVersion", Json::String("0.2.0".into()));
        let bare = r#"{"evidence":{"formulaVersion":1}}"#.to_owned();
        let strange =
            r#"{"view":"none","candidate":[],"evidence":{"formulaVersion":1}}"#.to_owned();
        for payload in [old, older, bare, strange] {
            for (prefix, payload) in
                [("", payload.clone()), ("/simulation", format!(r#"{{"simulation":{payload}}}"#))]
            {
                let answer = arena.evaluate(TRIALS, payload.as_bytes());
                let answer = parse(&answer).unwrap();
                assert_eq!(text(at(&answer, "error/code")), "SIMULATION_STALE", "{payload}");
                let context = ["path", "received", "expected"]
                    .map(|name| text(at(&answer, &format!("error/context/{name}"))).to_owned());
                let path = format!("{prefix}/evidence/formulaVersion");
                assert_eq!(context, [path, "1".into(), "2".into()], "{payload}");
                assert_eq!(
                    text(at(&answer, "error/detail")),
                    "Cannot evaluate: evidence formulaVersion is 1, must be 2, run the simulation again"
                );
            }
        }
    }
}

#[test]
fn a_generator_of_another_version_or_gap_is_stale() {
    let (arena, data) = simulated("case-01");
    for (name, value, received) in [
        ("generatorVersion", Json::Number(1.0), "1"),
        ("passiveGap", Json::Number(0.0125), "0.0125"),
    ] {
        let payload = with_evidence(&data[0], name, value);
        let answer = arena.evaluate(TRIALS, payload.as_bytes());
        let answer = parse(&answer).unwrap();
        assert_eq!(text(at(&answer, "error/code")), "SIMULATION_STALE");
        assert_eq!(text(at(&answer, "error/context/path")), format!("/evidence/{name}"));
        assert_eq!(text(at(&answer, "error/context/received")), received);
        assert_eq!(text(at(&answer, "error/context/expected")), "null");
    }
}

/// Two fingerprints tell who was edited: a candidate is in both, a result only in its own.
#[test]
fn an_edited_candidate_is_told_from_an_edited_fingerprint() {
    let (arena, data) = simulated("case-01");
    let zeros = || Json::String("0".repeat(64).into());
    for data in &data {
        let one = |code: &str, path: &str| Some((code.to_owned(), path.to_owned()));
        let result = with_evidence(data, "resultHash", zeros());
        assert_eq!(verdict(&arena, &result), one("SIMULATION_STALE", "/evidence/resultHash"));
        let candidate = with_evidence(data, "candidateHash", zeros());
        assert_eq!(verdict(&arena, &candidate), one("SIMULATION_STALE", "/evidence/candidateHash"));
        let both = with_evidence(&candidate, "resultHash", zeros());
        assert_eq!(verdict(&arena, &both), one("SIMULATION_MISMATCH", "/candidate"));
    }
}

/// However a capital is written, the fingerprints are the same, so that either text is scored.
#[test]
fn another_spelling_of_the_capital_is_the_same_candidate() {
    let (arena, data) = simulated("case-01");
    for data in &data {
        let document = parse(data.as_bytes()).unwrap();
        let capital = text(at(&document, "candidate/capital"));
        let longer = if capital.contains('.') { "0" } else { ".00" };
        let spelled = Json::String(format!("{capital}{longer}").into());
        let edited = print(&replaced(&document, "/candidate/capital", spelled));
        assert_ne!(edited, print(&document));
        assert_eq!(verdict(&arena, &edited), None);
    }
}
