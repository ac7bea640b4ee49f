//! What a body costs grows with its length: no shape of it costs the square.
//!
//! The package of `pkg/` runs in an interpreter that counts instructions, so the figures are those
//! of the bytes that are served, and the same on every machine.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may fail by panic"
)]

#[path = "support/hostile.rs"]
mod hostile;
mod support;
#[path = "support/wasm_host.rs"]
mod wasm_host;

use hostile::{BODIES, PARTS_OF_PAYLOADS, candidate_with};
use support::{Case, golden_cases};
use wasm_host::WasmHost;

/// Parts of the smaller body; the larger one has twice as many.
const COUNT: usize = 2_000;
/// A law of `n log n` gives 2.2 for these; that of `n * n` nears 4.
const GROWTH_MAX: f64 = 2.5;
const ORDER: &[u8] = br#"{"componentsMax":16,"componentUnits":10}"#;

/// Demands that a work takes about twice as much for twice as many parts.
fn assert_grows_with_length(name: &str, mut work: impl FnMut(usize) -> u64) {
    // What is there whatever the body has is no part of its law.
    let nothing = work(0);
    let (once, twice) = (work(COUNT) - nothing, work(2 * COUNT) - nothing);
    let growth = twice as f64 / once as f64;
    assert!(growth < GROWTH_MAX, "{name}: {once} instructions, then {twice}: {growth:.2} times");
}

#[test]
fn no_candidate_costs_the_square_of_its_length() {
    let mut host = WasmHost::new();
    for (name, body) in BODIES {
        assert_grows_with_length(&format!("check, {name}"), |count| {
            host.run("arena_check", &[body(count).as_bytes()]).0
        });
        assert_grows_with_length(&format!("evaluate, {name}"), |count| {
            host.run("arena_evaluate", &[ORDER, body(count).as_bytes()]).0
        });
    }
}

#[test]
fn no_payload_costs_the_square_of_its_length() {
    let cases = golden_cases();
    let (_, bytes) = cases.iter().find(|(name, _)| name == "case-15").unwrap();
    let case = Case::new(bytes);
    let (header, columns) = case.dataset();
    let mut host = WasmHost::new();
    host.add_dataset(header.as_bytes(), &columns);
    for view in ["full", "trades"] {
        let request =
            format!(r#"{{"view":"{view}","simulationId":"s","candidate":{}}}"#, case.body());
        let answer =
            String::from_utf8(host.run("arena_simulate", &[request.as_bytes()]).1).unwrap();
        let data = &answer["{\"ok\":".len()..answer.rfind(",\"trial\":").unwrap()];
        // The first evaluation makes the scenarios.
        let scored = host.run("arena_evaluate", &[ORDER, data.as_bytes()]).1;
        assert!(scored.starts_with(b"{\"ok\":"), "{}", String::from_utf8_lossy(&scored));
        for (name, part) in PARTS_OF_PAYLOADS {
            assert_grows_with_length(&format!("{view} payload, {name}"), |count| {
                let body = part(data, count);
                host.run("arena_evaluate", &[ORDER, body.as_bytes()]).0
            });
        }
    }
}

#[test]
fn a_list_of_components_costs_no_more_than_sixteen() {
    let mut host = WasmHost::new();
    let mut work = |count: usize| {
        let one = r#"{"strategyId":"yield-rsi","strategyParams":{"period":0.1}}"#;
        let body = candidate_with("\"components\":", &format!("[{}]", vec![one; count].join(",")));
        host.run("arena_check", &[body.as_bytes()]).0 / u64::try_from(body.len()).unwrap()
    };
    let (few, many) = (work(16), work(1_000));
    assert!(many < few, "{few} instructions for a byte, then {many}");
}
