//! The documents that contain the table.

use crate::official::repository;
use crate::table::Table;
use std::fs;
use std::io;

const BEGIN: &str = "<!-- calibration: by deno task calibrate --write -->\n";
const END: &str = "<!-- calibration: end -->\n";

/// Writes the table into the rules and into the server's module.
///
/// # Errors
/// If a file cannot be read or written, or the rules have no place for the table.
pub fn write(table: &Table) -> io::Result<()> {
    let rules = repository().join("engine-rs/RULES.md");
    let text = replaced(&fs::read_to_string(&rules)?, &table.markdown())
        .ok_or_else(|| io::Error::other("RULES.md has no place for the calibration"))?;
    fs::write(rules, text)?;
    fs::write(repository().join("server/contracts/calibration.ts"), module(table))
}

fn replaced(text: &str, part: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let part = format!("<!-- deno-fmt-ignore-start -->\n\n{part}\n<!-- deno-fmt-ignore-end -->\n");
    Some(format!("{before}{BEGIN}{part}{END}{after}"))
}

fn module(table: &Table) -> String {
    let head = "\
// This module is browser compatible.
// deno-fmt-ignore-file
// By deno task calibrate --write; what the rows mean is said in engine-rs/RULES.md 6.7.

/** How often the verdict is right, by dataset: shares and rates are decimals. */
export const CALIBRATION = ";
    format!("{head}{} as const;\n", table.json().trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::official::versions;
    use arena_engine::internals::json::{Json, parse};

    #[test]
    fn the_published_table_is_of_this_generator_and_formula_in_both_documents() {
        let read = |path| fs::read_to_string(repository().join(path)).unwrap();
        let module = read("server/contracts/calibration.ts");
        let (_, json) = module.split_once("CALIBRATION = ").unwrap();
        let json = json.trim_end().strip_suffix(" as const;").unwrap();
        let table = parse(json.as_bytes()).unwrap();
        for (name, version) in versions().unwrap() {
            let found = table.get(name).and_then(Json::number);
            assert_eq!(found, Some(version as f64), "{name}: deno task calibrate --write");
        }
        let text = |name| table.get(name).and_then(Json::text).unwrap();
        let line = format!("Measured on {} by `{}`.", text("date"), text("command"));
        assert!(read("engine-rs/RULES.md").contains(&line), "{line}");
        assert_eq!(table.get("datasets").and_then(Json::items).unwrap().len(), 6);
    }

    #[test]
    fn only_the_text_between_the_marks_is_replaced() {
        let text = format!("a\n{BEGIN}old\n{END}z\n");
        let written = replaced(&text, "new\n").unwrap();
        let ignored = "<!-- deno-fmt-ignore-start -->\n\nnew\n\n<!-- deno-fmt-ignore-end -->\n";
        assert_eq!(written, format!("a\n{BEGIN}{ignored}{END}z\n"));
        assert_eq!(replaced(&written, "new\n").unwrap(), written);
        assert_eq!(replaced("a\n", "new\n"), None);
    }
}
