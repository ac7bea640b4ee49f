//! Bodies with many repetitions of one part.

/// Makes a body with the given number of parts.
pub(crate) type Body = fn(usize) -> String;

/// Candidates, valid and invalid.
pub(crate) const BODIES: [(&str, Body); 18] = [
    ("unknown names", |count| candidate_with("", &members(count))),
    ("unknown names of a component", |count| component_with("", &members(count))),
    ("unknown parameters", |count| component_with("\"strategyParams\":", &object(count))),
    ("unknown parameters for all", |count| candidate_with("\"strategyParams\":", &object(count))),
    ("unknown parameters of no strategy", |count| {
        candidate_with("\"components\":", &format!("[{{\"strategyParams\":{}}}]", object(count)))
    }),
    ("parameters that are no values", |count| {
        component_with(
            "\"strategyId\":1,\"strategyParams\":",
            &object(count).replace(":1", ":null"),
        )
    }),
    ("components", |count| {
        candidate_with("\"components\":", &format!("[{}]", list(count, |_| "{}".into())))
    }),
    ("an ignored config", |count| candidate_with("\"executionConfig\":", &object(count))),
    ("a text", |count| candidate_with("\"submissionId\":", &quoted("x", count))),
    ("a text of escapes", |count| candidate_with("\"submissionId\":", &quoted("\\n", count))),
    ("a long name", |count| candidate_with("", &format!("\"{}\":1", "n".repeat(count)))),
    ("a name twice", |count| format!("{{{},\"n0\":1}}", members(count))),
    ("names with a common beginning", |count| {
        format!("{{{}}}", list(count, |at| format!("\"{}{at}\":1", "n".repeat(99))))
    }),
    ("a decimal", |count| candidate_with("\"capital\":", &quoted("1", count))),
    ("a long number", |count| candidate_with("\"marketId\":1.", &"1".repeat(count + 1))),
    ("an array of numbers", |count| format!("[{}]", list(count, |at| at.to_string()))),
    ("arrays in arrays", |count| format!("[{}]", list(count, |_| "[[[[[[]]]]]]".into()))),
    ("spaces", |count| candidate_with("", &" ".repeat(count))),
];

/// Makes a body from the `data` of a simulation and a number of parts that do not belong there.
pub(crate) type Part = fn(&str, usize) -> String;

/// Excesses of a payload.
pub(crate) const PARTS_OF_PAYLOADS: [(&str, Part); 8] = [
    ("names beside its own", |data, count| data.replacen('{', &format!("{{{},", more(count)), 1)),
    ("names beside it", |data, count| format!("{{\"simulation\":{data},{}}}", more(count))),
    ("names beside the answer", |data, count| format!("{{\"data\":{data},{}}}", more(count))),
    ("names in the evidence", |data, count| {
        data.replacen("\"evidence\":{", &format!("\"evidence\":{{{},", more(count)), 1)
    }),
    ("names in the candidate", |data, count| {
        data.replacen("\"candidate\":{", &format!("\"candidate\":{{{},", more(count)), 1)
    }),
    ("parameters", |data, count| {
        data.replace("\"strategyParams\":{", &format!("\"strategyParams\":{{{},", more(count)))
    }),
    ("warnings", |data, count| {
        data.replacen(
            "\"warnings\":[",
            &format!("\"warnings\":[{},", list(count + 1, |_| "{}".into())),
            1,
        )
    }),
    ("values in each list", |data, count| {
        data.replacen(":[", &format!(":[{},", list(count + 1, |_| "1".into())), 9)
    }),
];

/// Returns a candidate with an additional or changed member.
pub(crate) fn candidate_with(name: &str, value: &str) -> String {
    let components = "\"components\":";
    let own = if name == components { "" } else { r#""components":[{"strategyId":"yield-rsi"}],"# };
    let member = if value.trim().is_empty() { "\"marketId\":1" } else { "" };
    format!("{{{own}{member}{name}{value}}}")
}

fn component_with(name: &str, value: &str) -> String {
    let id = if name.contains("strategyId") { "" } else { "\"strategyId\":\"yield-rsi\"," };
    let id = if value.is_empty() { id.trim_end_matches(',') } else { id };
    candidate_with("\"components\":", &format!("[{{{id}{name}{value}}}]"))
}

fn list(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(",")
}

fn members(count: usize) -> String {
    list(count, |at| format!("\"n{at}\":1"))
}

/// Members, at least one, so that a comma may follow.
fn more(count: usize) -> String {
    members(count + 1)
}

fn object(count: usize) -> String {
    format!("{{{}}}", members(count))
}

fn quoted(letter: &str, count: usize) -> String {
    format!("\"{}\"", letter.repeat(count))
}
