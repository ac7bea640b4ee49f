//! The rules of the layout: allowed imports, isolated dependencies, and the length of files.

use crate::support::module_graph::{arrows, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Modules by layer, the lowest first. A module imports only from itself and from earlier rows, so
/// modules of one row do not import each other.
const LAYERS: [&[&str]; 12] = [
    &["json", "num", "time", "version", "words"],
    &["error", "indicator", "metric", "random"],
    &["market"],
    &["execution", "generator", "strategy"],
    &["portfolio"],
    &["simulation"],
    &["evaluation"],
    &["season"],
    &["sweep"],
    &["summary"],
    &["contract"],
    &["library", "wasm"],
];
/// Pairs that must not meet although their layers would allow it.
const STRANGERS: [(&str, &str); 2] = [("metric", "json"), ("strategy", "execution")];
const LINES_MAX: usize = 300;

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&module))
}

#[test]
fn imports_go_downwards_only() {
    let sources = sources();
    let rooms: BTreeMap<&Path, &str> =
        sources.iter().map(|source| (&*source.path, source.room())).collect();
    let mut wrong = Vec::new();
    for (path, used) in arrows(&sources) {
        let room = rooms[&*path];
        if room == "lib" {
            continue;
        }
        let own = layer(room).unwrap_or_else(|| panic!("{room} has no layer: add it to LAYERS"));
        for other in used {
            let imported = rooms[&*other];
            let is_lower = imported == room || layer(imported).is_some_and(|layer| layer < own);
            if !is_lower || STRANGERS.contains(&(room, imported)) {
                wrong.push(format!("{} uses {}", path.display(), other.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_file_uses_itself_however_far_around() {
    let arrows = arrows(&sources());
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 300, "the imports were not found");
    let mut settled = BTreeSet::new();
    for path in arrows.keys() {
        settle(path, &arrows, &mut Vec::new(), &mut settled);
    }
}

/// Follows the imports of a file; one that leads back into the trail is a cycle.
fn settle<'a>(
    path: &'a PathBuf,
    arrows: &'a BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    trail: &mut Vec<&'a PathBuf>,
    settled: &mut BTreeSet<&'a PathBuf>,
) {
    assert!(!trail.contains(&path), "a circle: {trail:?} and {} again", path.display());
    if settled.contains(path) {
        return;
    }
    trail.push(path);
    for used in &arrows[path] {
        settle(used, arrows, trail, settled);
    }
    trail.pop();
    settled.insert(path);
}

#[test]
fn every_layer_has_its_modules() {
    let sources = sources();
    for module in LAYERS.iter().flat_map(|row| row.iter()) {
        assert!(sources.iter().any(|source| source.room() == *module), "{module} does not exist");
    }
}

#[test]
fn host_dependencies_stay_in_their_modules() {
    let rules: [(&str, &str); 9] = [
        ("wasm_bindgen", "wasm/"),
        ("libm::", "num/transcend.rs"),
        ("sha2::", "contract/evidence.rs"),
        ("ryu_js::", "json/"),
        ("std::io", "nowhere"),
        ("std::fs", "nowhere"),
        ("std::env", "nowhere"),
        ("std::time", "nowhere"),
        ("static mut", "nowhere"),
    ];
    let mut wrong = Vec::new();
    for source in sources() {
        let path = source.path.to_string_lossy().replace('\\', "/");
        for (word, home) in rules {
            if source.code().contains(word) && !path.starts_with(home) {
                wrong.push(format!("{path} has {word}, which belongs to {home}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_file_is_longer_than_a_reader_takes_in() {
    for source in sources() {
        let lines = source.text.lines().count();
        assert!(lines <= LINES_MAX, "{} has {lines} lines", source.path.display());
    }
}

#[test]
fn every_file_begins_with_its_purpose() {
    for source in sources() {
        assert!(source.text.starts_with("//! "), "{} has no head", source.path.display());
    }
}

#[test]
fn dependencies_are_few_and_pinned() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml"));
    let manifest = manifest.unwrap();
    let section = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let lines: Vec<&str> = section.lines().filter(|line| line.contains('=')).collect();
    // libm, ryu-js and sha2: functions, printed numbers and hashes are those of everybody.
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines.iter().all(|line| line.contains("\"=")), "{lines:?}");
}

#[test]
fn every_file_of_tests_is_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let (manifest, modules) = (read("Cargo.toml"), read("main.rs"));
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().unwrap().to_string_lossy();
            let is_program = manifest.contains(&format!("path = \"{name}.rs\""));
            let is_run = is_program || modules.contains(&format!("\nmod {name};\n"));
            assert!(is_run, "{name}.rs is never run");
        }
    }
}
