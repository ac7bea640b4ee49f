//! The documents that have the table.

use crate::official::repository;
use crate::table::Table;
use std::fs;
use std::io;

const BEGIN: &str = "<!-- calibration: by deno task calibrate --write -->\n";
const END: &str = "<!-- calibration: end -->\n";

/// Writes the table into the rules and into the server's module.
///
/// # Errors
/// When a file cannot be read or written, or the rules have no place for it.
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

    #[test]
    fn only_what_is_between_the_marks_is_written_anew() {
        let text = format!("a\n{BEGIN}old\n{END}z\n");
        let written = replaced(&text, "new\n").unwrap();
        let ignored = "<!-- deno-fmt-ignore-start -->\n\nnew\n\n<!-- deno-fmt-ignore-end -->\n";
        assert_eq!(written, format!("a\n{BEGIN}{ignored}{END}z\n"));
        assert_eq!(replaced(&written, "new\n").unwrap(), written);
        assert_eq!(replaced("a\n", "new\n"), None);
    }
}
