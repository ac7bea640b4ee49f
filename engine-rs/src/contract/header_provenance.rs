//! Provenance of a dataset, read from its header.

use super::evidence::bytes_of;
use super::header_fault::wrong;
use crate::error::Result;
use crate::json::{EcmaNumber, Json};
use crate::market::{Fact, IMPORT_FACTS, Provenance};
use crate::num::whole;
use crate::version::GENERATOR_VERSION;

/// Advice for a synthetic dataset that this engine cannot use.
const MAKE_ANEW: &str = "take the official datasets of this version, or import the dataset";

/// Reads the provenance of a header.
///
/// # Errors
/// `DATASET_INVALID` names the violated rule.
pub(super) fn provenance(given: &Json<'_>) -> Result<Provenance> {
    match given.get("kind").and_then(Json::text) {
        Some("synthetic") => synthetic(given),
        Some("import") => imported(given),
        _ => Err(wrong("provenance", "must be an object whose kind is synthetic or import")),
    }
}

fn synthetic(given: &Json<'_>) -> Result<Provenance> {
    check_generator(given)?;
    let number = |name| given.get(name).and_then(Json::number);
    let passive_gap = number("passiveGap").ok_or_else(|| {
        wrong("passiveGap", format_args!("is missing, must be given: {MAKE_ANEW}"))
    })?;
    let seed = number("seed").and_then(whole).and_then(|seed| u64::try_from(seed).ok());
    let seed = seed.ok_or_else(|| wrong("seed", "must be a whole number from 0 on"))?;
    Ok(Provenance::Synthetic { seed, passive_gap })
}

/// Rejects datasets of another generator, whose sister paths would follow another model.
fn check_generator(given: &Json<'_>) -> Result<()> {
    let version = given.get("generatorVersion").and_then(Json::number);
    if version == Some(f64::from(GENERATOR_VERSION)) {
        return Ok(());
    }
    let found =
        version.map_or_else(|| "missing".to_owned(), |version| EcmaNumber(version).to_string());
    let detail = format_args!("is {found}, must be {GENERATOR_VERSION}: {MAKE_ANEW}");
    Err(wrong("generatorVersion", detail))
}

/// Keeps every given fact, in a fixed order so that they can be hashed.
fn imported(given: &Json<'_>) -> Result<Provenance> {
    let members = given.members().unwrap_or_default();
    let is_known = |name: &str| IMPORT_FACTS.iter().any(|(known, _)| *known == name);
    if let Some((name, _)) = members.iter().find(|(name, _)| !is_known(name)) {
        return Err(wrong("provenance", format_args!("has {name}, which no import has")));
    }
    let mut facts = Vec::new();
    for (name, is_required) in &IMPORT_FACTS {
        let value = given.get(name);
        if value.is_some() || *is_required {
            let detail = format_args!("{name} is missing or no import has it like this");
            let fact = value.and_then(|value| fact(name, value));
            facts.push((*name, fact.ok_or_else(|| wrong("provenance", detail))?));
        }
    }
    Ok(Provenance::Imported(facts))
}

/// Returns a value as the fact of a name; `None` if the value does not fit.
fn fact(name: &str, value: &Json<'_>) -> Option<Fact> {
    match (name, value) {
        ("dropped" | "filled", Json::Number(count)) => {
            whole(*count).filter(|count| *count >= 0).map(|_| Fact::Count(*count))
        }
        ("corrections" | "estimated", Json::Array(names)) => {
            let names = names.iter().map(|name| name.text().map(str::to_owned));
            names.collect::<Option<Vec<String>>>().map(Fact::Names)
        }
        ("corrections" | "dropped" | "filled" | "estimated", _) => None,
        (_, Json::String(text)) => {
            let is_right =
                if name == "sourceSha256" { bytes_of(text).is_some() } else { !text.is_empty() };
            is_right.then(|| Fact::Text(text.as_ref().to_owned()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    const IMPORT: &str =
        r#""kind":"import","source":"pendle","importer":"arena-import/1","filled":1,"dropped":2,"#;

    /// Reads the provenance of a header with these members.
    fn read(members: &str) -> core::result::Result<Provenance, String> {
        let document = format!("{{{members}}}");
        let document = parse(document.as_bytes()).unwrap();
        provenance(&document)
            .map_err(|error| error.detail.strip_prefix("Cannot load dataset: ").unwrap().to_owned())
    }

    #[test]
    fn a_dataset_of_this_generator_has_its_seed_and_its_passive_gap() {
        let members = r#""kind":"synthetic","generatorVersion":2,"seed":7,"passiveGap":0.0125,"passiveGapHead":0.1"#;
        let synthetic = Provenance::Synthetic { seed: 7, passive_gap: 0.0125 };
        assert_eq!(read(members), Ok(synthetic));
    }

    #[test]
    fn a_dataset_of_another_generator_is_refused_with_advice() {
        let remedy = "take the official datasets of this version, or import the dataset";
        for (members, fault) in [
            (
                r#""generatorVersion":1,"seed":7,"passiveGap":0.1"#,
                "generatorVersion is 1, must be 2",
            ),
            (r#""seed":7,"passiveGap":0.1"#, "generatorVersion is missing, must be 2"),
            (r#""generatorVersion":2,"seed":7"#, "passiveGap is missing, must be given"),
            (
                r#""generatorVersion":2,"seed":7,"passiveGap":null"#,
                "passiveGap is missing, must be given",
            ),
        ] {
            let found = read(&format!(r#""kind":"synthetic",{members}"#));
            assert_eq!(found, Err(format!("{fault}: {remedy}")));
        }
    }

    #[test]
    fn an_import_keeps_every_fact_in_a_fixed_order() {
        let sha256 = "0123456789abcdef".repeat(4);
        let members = format!(
            r#"{IMPORT}"estimated":["syIndex"],"sourceSha256":"{sha256}","corrections":["2 rows"]"#
        );
        let text = |text: &str| Fact::Text(text.to_owned());
        let expected = Provenance::Imported(vec![
            ("corrections", Fact::Names(vec!["2 rows".to_owned()])),
            ("dropped", Fact::Count(2.0)),
            ("estimated", Fact::Names(vec!["syIndex".to_owned()])),
            ("filled", Fact::Count(1.0)),
            ("importer", text("arena-import/1")),
            ("kind", text("import")),
            ("source", text("pendle")),
            ("sourceSha256", text(&sha256)),
        ]);
        assert_eq!(read(&members), Ok(expected));
    }

    #[test]
    fn unknown_facts_of_an_import_are_refused() {
        let sha256 = "0".repeat(64);
        let with = |more: &str| read(&format!(r#"{IMPORT}"sourceSha256":"{sha256}"{more}"#));
        assert!(with("").is_ok());
        let refused = |detail: &str| Err(detail.to_owned());
        let like_this = |name: &str| {
            refused(&format!("provenance {name} is missing or no import has it like this"))
        };
        assert_eq!(with(r#","seed":1"#), refused("provenance has seed, which no import has"));
        assert_eq!(with(r#","chain":1"#), like_this("chain"));
        assert_eq!(with(r#","url":"""#), like_this("url"));
        assert_eq!(with(r#","estimated":[1]"#), like_this("estimated"));
        assert_eq!(with(r#","corrections":"none""#), like_this("corrections"));
        assert_eq!(
            read(&IMPORT.replace("2,", "2.5,\"a\":1")),
            refused("provenance has a, which no import has")
        );
        assert_eq!(read(r#""kind":"import","source":"pendle""#), like_this("dropped"));
        assert_eq!(read(&format!(r#"{IMPORT}"sourceSha256":"0""#)), like_this("sourceSha256"));
        let kinds = "provenance must be an object whose kind is synthetic or import";
        assert_eq!(read(""), refused(kinds));
        assert_eq!(read(r#""kind":"copy""#), refused(kinds));
    }
}
