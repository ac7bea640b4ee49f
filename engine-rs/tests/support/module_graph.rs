//! The imports between files of `src/`. Paths are followed through re-exports to the file that
//! defines the name, so a `mod.rs` that only re-exports names does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the sources.
pub(crate) struct Source {
    /// Path from `src/`.
    pub path: PathBuf,
    /// Module path from the crate, such as `["market", "clock"]`; empty for `lib.rs`.
    pub module: Vec<String>,
    pub text: String,
}

impl Source {
    /// Returns the top-level module; `lib` for the crate itself.
    pub(crate) fn room(&self) -> &str {
        self.module.first().map_or("lib", |name| name)
    }

    /// Returns the text before the unit tests, and without comments.
    pub(crate) fn code(&self) -> String {
        let product = self.text.split("#[cfg(test)]\nmod tests").next().unwrap();
        product.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
    }
}

/// Returns all sources.
pub(crate) fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let path = path.strip_prefix(&root).unwrap().to_owned();
                let names = path.with_extension("");
                let names = names.iter().map(|name| name.to_string_lossy().into_owned());
                let module = names.filter(|name| name != "mod" && name != "lib").collect();
                found.push(Source { path, module, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 50, "the sources were not found");
    found
}

/// Returns for each source file the files that it uses.
pub(crate) fn arrows(sources: &[Source]) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let product = || sources.iter().filter(|source| !is_test(source));
    let graph = Graph {
        imports: product().map(|source| (&*source.module, imports_of(source))).collect(),
        paths: product().map(|source| (&*source.module, &source.path)).collect(),
    };
    product().map(|source| (source.path.clone(), graph.used_by(source))).collect()
}

fn is_test(source: &Source) -> bool {
    source.path.ends_with("tests.rs") || source.path.ends_with("testing.rs")
}

/// An imported name, with the whole path behind it.
struct Import {
    name: String,
    path: Vec<String>,
    is_passed_on: bool,
}

struct Graph<'a> {
    imports: BTreeMap<&'a [String], Vec<Import>>,
    paths: BTreeMap<&'a [String], &'a PathBuf>,
}

impl Graph<'_> {
    fn used_by(&self, source: &Source) -> BTreeSet<PathBuf> {
        let code = source.code();
        let (_, body) = split_uses(&code);
        let words: BTreeSet<&str> = body.split(|c: char| !is_word(c)).collect();
        // A re-export is not a use.
        let needed = self.imports[&*source.module]
            .iter()
            .filter(|import| !import.is_passed_on || words.contains(&*import.name));
        let named = needed.map(|import| import.path.clone());
        let inline = inline_paths(&body, &source.module);
        let used = named.chain(inline).filter_map(|path| self.defining(&path, 0));
        used.filter(|path| **path != source.path).cloned().collect()
    }

    /// Returns the file that defines the name of a path from the crate.
    fn defining(&self, path: &[String], depth: usize) -> Option<&PathBuf> {
        assert!(depth < 16, "{path:?} leads to itself");
        let module = (0..=path.len()).rev().map(|end| &path[..end]);
        let module = module.into_iter().find(|start| self.paths.contains_key(start))?;
        let rest = &path[module.len()..];
        let passed = rest.first().and_then(|name| {
            let import = self.imports[module].iter().find(|import| import.name == *name)?;
            let is_library = import.path.starts_with(&path[..=module.len()])
                && !self.paths.contains_key(&path[..=module.len()]);
            if is_library {
                return None;
            }
            self.defining(&[&import.path, &rest[1..]].concat(), depth + 1)
        });
        passed.or_else(|| self.paths.get(module).copied())
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the `use` statements of a file, and the rest of its code.
fn split_uses(code: &str) -> (Vec<String>, String) {
    let (mut uses, mut body) = (Vec::new(), String::new());
    let mut open: Option<String> = None;
    for line in code.lines() {
        let start = line.trim_start();
        let is_use = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "]
            .iter()
            .any(|beginning| start.starts_with(beginning));
        if open.is_none() && is_use {
            open = Some(String::new());
        }
        match &mut open {
            Some(text) => {
                text.push_str(line.trim());
                text.push(' ');
                if line.trim_end().ends_with(';') {
                    uses.extend(open.take());
                }
            }
            None => body.extend([line, "\n"]),
        }
    }
    (uses, body)
}

fn imports_of(source: &Source) -> Vec<Import> {
    let mut found = Vec::new();
    for statement in split_uses(&source.code()).0 {
        let is_passed_on = statement.starts_with("pub");
        let tree = statement.split("use ").nth(1).unwrap().trim().trim_end_matches(';');
        for path in leaves(tree) {
            let (path, name) = match path.split_once(" as ") {
                Some((path, name)) => (path.to_owned(), Some(name.to_owned())),
                None => (path, None),
            };
            let path = absolute(&path, &source.module);
            let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
            found.push(Import { name, path, is_passed_on });
        }
    }
    found
}

/// Returns the single paths of a `use` tree, with `{self}` as its prefix.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((prefix, group)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let group = group.trim_end().strip_suffix('}').unwrap();
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in group.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(letter);
    }
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts
        .flat_map(|part| match part {
            "self" => vec![prefix.trim_end_matches("::").to_owned()],
            part => leaves(&format!("{prefix}{part}")),
        })
        .collect()
}

/// Returns a path in a file as a path from the crate. Paths of libraries and of child modules end
/// up below the file, where no module is found and the file does not use itself.
fn absolute(path: &str, module: &[String]) -> Vec<String> {
    let mut base = module.to_vec();
    for step in path.split("::").map(str::trim) {
        match step {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                base.pop();
            }
            name => base.push(name.to_owned()),
        }
    }
    base
}

/// Returns the paths that appear in the code itself.
fn inline_paths(body: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in body.match_indices(start) {
            let before = body[..at].chars().next_back().unwrap_or(' ');
            if is_word(before) || before == ':' {
                continue;
            }
            let end = body[at..].find(|c: char| !is_word(c) && c != ':').unwrap_or(body.len() - at);
            found.push(absolute(body[at..at + end].trim_end_matches(':'), module));
        }
    }
    found
}
