//! Versions and fingerprints of a payload: which ones are current, and which ones reveal an edit.

use crate::support::payloads::{replaced, simulated, verdict};
use crate::support::{at, print, text};
use arena_engine::Uncounted;
use arena_engine::internals::json::{Json, parse};

/// A payload with a member of its evidence replaced.
fn with_evidence(data: &str, name: &str, value: Json<'static>) -> String {
    print(&replaced(&parse(data.as_bytes()).unwrap(), &format!("/evidence/{name}"), value))
}

#[test]
fn a_payload_of_another_formula_is_stale_before_the_rest_is_read() {
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
                let answer = arena.evaluate(b"{}", payload.as_bytes(), &mut Uncounted);
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
        let answer = arena.evaluate(b"{}", payload.as_bytes(), &mut Uncounted);
        let answer = parse(&answer).unwrap();
        assert_eq!(text(at(&answer, "error/code")), "SIMULATION_STALE");
        assert_eq!(text(at(&answer, "error/context/path")), format!("/evidence/{name}"));
        assert_eq!(text(at(&answer, "error/context/received")), received);
        assert_eq!(text(at(&answer, "error/context/expected")), "null");
    }
}

/// Two fingerprints show which part was edited: both cover the candidate, only one covers the
/// result.
#[test]
fn edited_candidates_and_edited_fingerprints_are_distinguished() {
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

/// Spellings of a capital have the same fingerprints, so every spelling is scored.
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

#[test]
fn an_answer_shows_the_capital_as_it_was_given() {
    let (arena, data) = simulated("case-01");
    let document = parse(data[0].as_bytes()).unwrap();
    for spelling in ["2500", "2500.5", "2500.50", "2500.000"] {
        let spelled = Json::String(spelling.into());
        let edited = replaced(&document, "/candidate/capital", spelled);
        let candidate = print(at(&edited, "candidate"));
        let request =
            format!(r#"{{"view":"summary","simulationId":"sim","candidate":{candidate}}}"#);
        let answer = arena.simulate(request.as_bytes());
        assert_eq!(text(at(&parse(&answer).unwrap(), "ok/candidate/capital")), spelling);
    }
}
