//! Payloads of the golden cases, and the results of their evaluation.

use crate::support::{Case, at, golden_cases, text};
use arena_engine::internals::json::{Json, parse};
use arena_engine::{Arena, Uncounted};

const VIEWS: [&str; 3] = ["full", "summary", "trades"];

/// An arena with a case's dataset, and the case's candidate in every view.
pub(crate) fn simulated(name: &str) -> (Arena, Vec<String>) {
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

/// Returns the code of an error and its path; `None` for an evaluation.
pub(crate) fn verdict(arena: &Arena, payload: &str) -> Option<(String, String)> {
    let answer = arena.evaluate(b"{}", payload.as_bytes(), &mut Uncounted);
    let answer = parse(&answer).unwrap();
    let error = answer.get("error")?;
    let path = at(error, "context/path").text().or_else(|| at(error, "fieldErrors/0/path").text());
    Some((text(at(error, "code")).to_owned(), path.unwrap_or_default().to_owned()))
}

/// Returns a document with the value at a path replaced.
pub(crate) fn replaced<'a>(value: &Json<'a>, path: &str, with: Json<'a>) -> Json<'a> {
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
