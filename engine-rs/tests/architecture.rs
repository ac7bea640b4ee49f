//! The rules of the layout: who may import whom, what stays out, and how long a file may be.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test may fail by panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// Modules by layer; a module imports from its own layer's row upwards only, never downwards.
const LAYERS: [&[&str]; 9] = [
    &["error", "json", "num", "random", "time", "version"],
    &["market", "metric"],
    &["indicator"],
    &["strategy", "execution", "generator"],
    &["portfolio"],
    &["simulation"],
    &["evaluation"],
    &["contract"],
    &["wasm", "bin"],
];
/// Pairs that may not meet although their layers would allow it.
const STRANGERS: [(&str, &str); 5] = [
    ("strategy", "execution"),
    ("strategy", "portfolio"),
    ("execution", "strategy"),
    ("metric", "market"),
    ("metric", "json"),
];
const LINES_MAX: usize = 300;

struct Source {
    path: PathBuf,
    module: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path.strip_prefix(&root).unwrap();
                let first = relative.components().next().unwrap().as_os_str().to_string_lossy();
                let module = first.trim_end_matches(".rs").to_owned();
                let text = fs::read_to_string(&path).unwrap();
                found.push(Source { path: relative.to_owned(), module, text });
            }
        }
    }
    assert!(found.len() > 50, "the sources were not found");
    found
}

/// The part of a file before its unit tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap()
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&module))
}

#[test]
fn imports_go_downwards_only() {
    let mut wrong = Vec::new();
    for source in sources() {
        if source.module == "lib" || source.path.ends_with("tests.rs") {
            continue;
        }
        let own = layer(&source.module)
            .unwrap_or_else(|| panic!("{} has no layer: add it to LAYERS", source.module));
        for line in without_tests(&source.text).lines() {
            for (at, _) in line.match_indices("crate::") {
                let rest = &line[at + "crate::".len()..];
                let end =
                    rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                let imported = &rest[..end];
                let Some(other) = layer(imported) else { continue };
                let stranger = STRANGERS.contains(&(source.module.as_str(), imported));
                if other > own || stranger {
                    wrong.push(format!("{}: {}", source.path.display(), line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_has_a_layer_and_every_layer_its_modules() {
    let sources = sources();
    for module in LAYERS.iter().flat_map(|row| row.iter()) {
        assert!(sources.iter().any(|source| source.module == *module), "{module} does not exist");
    }
}

#[test]
fn what_depends_on_a_host_stays_at_its_place() {
    let rules: [(&str, &str); 9] = [
        ("wasm_bindgen", "wasm.rs"),
        ("libm::", "num/transcend.rs"),
        ("hmac_sha256::", "contract/evidence.rs"),
        ("ryu_js::", "json/"),
        ("std::io", "bin/"),
        ("std::fs", "nowhere"),
        ("std::env", "nowhere"),
        ("std::time", "bin/"),
        ("static mut", "nowhere"),
    ];
    let mut wrong = Vec::new();
    for source in sources() {
        let path = source.path.to_string_lossy().replace('\\', "/");
        for (word, home) in rules {
            if without_tests(&source.text).contains(word) && !path.starts_with(home) {
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
fn every_file_says_what_it_is() {
    for source in sources() {
        assert!(source.text.starts_with("//! "), "{} has no head", source.path.display());
    }
}

#[test]
fn dependencies_are_few_and_pinned() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
    let manifest = manifest.unwrap();
    let section = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let lines: Vec<&str> = section.lines().filter(|line| line.contains('=')).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines.iter().all(|line| line.contains("\"=")), "{lines:?}");
}
