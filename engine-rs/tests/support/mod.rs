//! Support for the integration tests: the golden cases, and a way to read JSON.

pub(crate) mod check;
pub(crate) mod expressions;
pub(crate) mod golden_component;
pub(crate) mod hostile;
pub(crate) mod judged;
pub(crate) mod module_graph;
pub(crate) mod payloads;
pub(crate) mod plans;

use arena_engine::internals::contract::{Arena, Candidate};
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::market::Dataset;
use std::fs;
use std::path::PathBuf;

/// Returns the folder of golden files.
pub(crate) fn golden_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden")
}

/// Returns the bytes of every golden case, by name.
pub(crate) fn golden_cases() -> Vec<(String, Vec<u8>)> {
    let mut cases: Vec<(String, Vec<u8>)> = fs::read_dir(golden_folder().join("engine"))
        .expect("tests/golden/engine")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_stem().expect("stem").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("case"))
        })
        .collect();
    cases.sort();
    cases
}

/// A golden case.
pub(crate) struct Case<'a>(pub Json<'a>);

impl<'a> Case<'a> {
    /// Parses a case.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(parse(bytes).expect("a case is JSON"))
    }

    /// Returns a value by its path.
    pub(crate) fn at(&self, path: &str) -> &Json<'a> {
        at(&self.0, path)
    }

    /// Returns the header and the columns of the case's dataset, as a host passes them.
    pub(crate) fn dataset(&self) -> (String, Vec<f64>) {
        let (names, rows, columns) = columns_of(text(self.at("csv")));
        let quoted: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
        let far = self.at("market/farExpiry").text().map_or("null".into(), |t| format!("{t:?}"));
        let timeframe = text(self.at("market/timeframe"));
        let warmup = if timeframe == "hourly" { 720 } else { 30 };
        let start = if rows > warmup { warmup } else { 0 };
        let provenance = format!(
            r#"{{"kind":"import","source":"golden","importer":"by hand","filled":0,"dropped":0,"sourceSha256":"{:064}"}}"#,
            0
        );
        let py_index = self.0.get("market").and_then(|market| market.get("pyIndex"));
        let py_index = py_index.map_or("null".into(), print);
        let header = format!(
            r#"{{"marketId":1,"marketKey":{:?},"timeframe":{timeframe:?},"expiry":{:?},"scalarRoot":{},"farExpiry":{far},"provenance":{provenance},"pyIndex":{py_index},"sha256":"{:064}","tradeStartIndex":{start},"columns":[{}]}}"#,
            text(self.at("market/key")),
            text(self.at("market/expiry")),
            number(self.at("market/scalarRoot")),
            0,
            quoted.join(","),
        );
        (header, columns)
    }

    /// Returns the body of the case's simulation request.
    pub(crate) fn body(&self) -> String {
        let candidate = print(self.at("candidate"));
        let timeframe = text(self.at("market/timeframe"));
        format!(r#"{{"marketId":1,"timeframe":{timeframe:?},{}"#, &candidate[1..])
    }

    /// Returns the dataset and the candidate in the engine's types.
    pub(crate) fn loaded(&self) -> (Dataset, Candidate) {
        let (header, columns) = self.dataset();
        let dataset = arena_engine::internals::contract::read_dataset(header.as_bytes(), &columns)
            .expect("dataset");
        let body = self.body();
        let candidate =
            Candidate::read(&parse(body.as_bytes()).expect("body"), &[(1, dataset.timeframe())])
                .expect("candidate");
        (dataset, candidate)
    }

    /// Returns an arena with the case's dataset.
    pub(crate) fn arena(&self) -> Arena {
        let (header, columns) = self.dataset();
        let mut arena = Arena::new();
        let facts = arena.add_dataset(header.as_bytes(), &columns);
        assert!(facts.starts_with(b"{\"ok\":"), "{}", String::from_utf8_lossy(&facts));
        arena
    }
}

/// Returns the names of the columns of a file, the number of its rows, and its columns one after
/// the other.
pub(crate) fn columns_of(csv: &str) -> (Vec<&str>, usize, Vec<f64>) {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().expect("header").split(',').collect();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let mut columns = Vec::new();
    for (at, name) in names.iter().enumerate() {
        for row in &rows {
            columns.push(match *name {
                "timestamp" => {
                    arena_engine::internals::time::parse_iso(row[at]).expect("instant") as f64
                }
                _ => row[at].parse().expect("number"),
            });
        }
    }
    (names, rows.len(), columns)
}

/// Returns a value by its path, member by member or item by item.
pub(crate) fn at<'v, 'a>(value: &'v Json<'a>, path: &str) -> &'v Json<'a> {
    path.split('/').fold(value, |value, name| {
        let item = name.parse::<usize>().ok().and_then(|at| value.items()?.get(at));
        item.or_else(|| value.get(name)).unwrap_or(&Json::Null)
    })
}

/// Returns a text.
pub(crate) fn text<'v>(value: &'v Json<'_>) -> &'v str {
    value.text().unwrap_or_else(|| panic!("{value:?} is no text"))
}

/// Returns a number.
pub(crate) fn number(value: &Json<'_>) -> f64 {
    value.number().unwrap_or_else(|| panic!("{value:?} is no number"))
}

/// Prints a value as JSON, with members in their order.
pub(crate) fn print(value: &Json<'_>) -> String {
    match value {
        Json::Null => "null".into(),
        Json::Boolean(flag) => flag.to_string(),
        Json::Number(value) => value.to_string(),
        Json::String(text) => format!("{text:?}"),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(print).collect();
            format!("[{}]", items.join(","))
        }
        Json::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|(name, value)| format!("{name:?}:{}", print(value))).collect();
            format!("{{{}}}", members.join(","))
        }
    }
}
