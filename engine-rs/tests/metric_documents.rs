//! The documents that contain the table of metrics: the rules and the server's module.
//!
//! `deno task build:engine` sets `ARENA_WRITE_DOCUMENTS`, and they are rewritten; otherwise a
//! document that differs from the table fails its test.

#![allow(clippy::expect_used, reason = "a test may fail by panic")]

use arena_engine::internals::simulation::{Figure, METRICS, Metric, Unit};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const BEGIN: &str =
    "metrics: from engine-rs/src/simulation/metric_table.rs by deno task build:engine";
const END: &str = "metrics: end";

#[test]
fn the_rules_have_the_table() {
    hold("../RULES.md", |text| replaced(text, ("<!-- ", " -->"), &rules()));
}

#[test]
fn the_server_has_the_table() {
    hold("../../server/contracts/metric_table.ts", |_| module());
}

/// Writes a file, or compares it with its expected content.
fn hold(path: &str, wanted: impl FnOnce(&str) -> String) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&file).unwrap_or_default();
    let wanted = wanted(&text);
    if env::var_os("ARENA_WRITE_DOCUMENTS").is_some() {
        fs::write(&file, wanted).expect(path);
    } else {
        assert!(text == wanted, "{path} is not what the table gives: deno task build:engine");
    }
}

/// Returns a text with the part between its two marks, which are comments, replaced.
fn replaced(text: &str, (open, close): (&str, &str), part: &str) -> String {
    let (begin, end) = (format!("{open}{BEGIN}{close}\n"), format!("{open}{END}{close}\n"));
    let (before, rest) = text.split_once(&begin).expect(BEGIN);
    let (_, after) = rest.split_once(&end).expect(END);
    format!("{before}{begin}{part}{end}{after}")
}

fn rules() -> String {
    let mut table = "| metric | unit | definition |\n| --- | --- | --- |\n".to_owned();
    for Metric { name, rule, unit, figure, .. } in METRICS {
        let (unit, of) = unit_of(*unit);
        let null = if matches!(figure, Figure::Optional(_)) { ", or null" } else { "" };
        let term = if figure.is_term() { ", a term of the utility" } else { "" };
        let unit = format!("{unit} {of}");
        writeln!(table, "| {name} | {}{null}{term} | {rule} |", unit.trim()).expect("a text");
    }
    format!("<!-- deno-fmt-ignore-start -->\n\n{table}\n<!-- deno-fmt-ignore-end -->\n")
}

fn module() -> String {
    let terms: Vec<String> = METRICS
        .iter()
        .filter(|row| row.figure.is_term())
        .map(|row| format!("  {:?},\n", row.name))
        .collect();
    let rows: String = METRICS.iter().map(row).collect();
    let head = "// This module is browser compatible.\n// deno-fmt-ignore-file\n";
    format!(
        "{head}// {BEGIN}

/** Every metric of a run, in the order in which they are read; a null label keeps one off the page. */
export const METRICS = {{
{rows}}} as const;

/** Those that are terms of the utility, in the order in which it adds them up. */
export const TERMS = [
{}] as const;
",
        terms.concat()
    )
}

fn row(Metric { name, text, unit, page, figure, .. }: &Metric) -> String {
    let (unit, note) = unit_of(*unit);
    let (label, digits) =
        page.map_or(("null".to_owned(), 0), |(label, digits)| (format!("{label:?}"), digits));
    let kind = match figure {
        Figure::Term(_) | Figure::Number(_) => "number",
        Figure::Optional(_) => "numberOrNull",
        Figure::Count(_) => "integer",
        Figure::Flag(_) => "boolean",
    };
    format!(
        "  {name}: {{
    type: {kind:?},
    unit: {unit:?},
    note: {note:?},
    label: {label},
    digits: {digits},
    text: {text:?},
  }},
"
    )
}

fn unit_of(unit: Unit) -> (&'static str, &'static str) {
    match unit {
        Unit::Fraction(of) => ("fraction", of),
        Unit::Ratio(of) => ("ratio", of),
        Unit::Days => ("days", ""),
        Unit::Count => ("count", ""),
        Unit::Flag => ("flag", ""),
    }
}
