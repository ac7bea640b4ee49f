//! The cost of a body grows with its length: no shape of body costs the square of it.
//!
//! The package in `pkg/` runs in an interpreter that counts instructions, so the figures are those
//! of the served bytes and the same on every machine.

use crate::support::hostile::{BODIES, PARTS_OF_PAYLOADS, candidate_with};
use crate::support::wasm_host::WasmHost;
use crate::support::{Case, at, columns_of, golden_cases, golden_folder, print, text};
use arena_engine::internals::contract::generate_dataset;
use arena_engine::internals::json::{Json, parse};

/// Number of parts of the smaller body; the larger one has twice as many.
const COUNT: usize = 2_000;
/// Largest growth for twice the parts: `n log n` gives 2.2, and `n * n` nearly 4.
const GROWTH_MAX: f64 = 2.5;
const ORDER: &[u8] = br#"{"componentsMax":16,"componentUnits":10}"#;

/// Instructions per component and bar, and per summary besides its components. The server runs
/// summaries on the thread that serves requests, where a run cannot be interrupted.
const PER_BAR_MAX: u64 = 1_500;
const PER_RUN_MAX: u64 = 250_000;

/// Asserts that the work takes about twice as much for twice as many parts.
fn assert_grows_with_length(name: &str, mut work: impl FnMut(usize) -> u64) {
    // Subtract the fixed cost of an empty body.
    let nothing = work(0);
    let (once, twice) = (work(COUNT) - nothing, work(2 * COUNT) - nothing);
    let growth = twice as f64 / once as f64;
    assert!(growth < GROWTH_MAX, "{name}: {once} instructions, then {twice}: {growth:.2} times");
}

#[test]
fn the_cost_of_a_candidate_is_not_quadratic_in_its_length() {
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
fn the_cost_of_a_payload_is_not_quadratic_in_its_length() {
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

/// Loads a generated daily market with its generator.
fn host_with_generator() -> WasmHost {
    let made = generate_dataset(br#"{"marketKey":"susde","timeframe":"daily","seed":2}"#);
    let made = parse(&made).unwrap();
    let printed = |name: &str| print(at(&made, &format!("ok/{name}")));
    let [id, expiry, far, root, gap, version] =
        ["marketId", "expiry", "farExpiry", "scalarRoot", "passiveGap", "generatorVersion"]
            .map(printed);
    let (names, _, columns) = columns_of(text(at(&made, "ok/csv")));
    let header = format!(
        r#"{{"marketId":{id},"marketKey":"susde","timeframe":"daily","expiry":{expiry},"scalarRoot":{root},"farExpiry":{far},"provenance":{{"kind":"synthetic","generatorVersion":{version},"seed":2,"passiveGap":{gap}}},"sha256":"{:064}","tradeStartIndex":30,"columns":{names:?}}}"#,
        0,
    );
    let mut host = WasmHost::new();
    host.add_dataset(header.as_bytes(), &columns);
    host
}

#[test]
fn the_second_evaluation_of_texts_costs_about_what_the_catalogue_does() {
    let mut host = host_with_generator();
    let mut simulated = |component: &str| {
        let request = format!(
            r#"{{"view":"summary","simulationId":"s","candidate":{{"marketId":1,"timeframe":"daily","components":[{component}]}}}}"#
        );
        let answer = String::from_utf8(host.run("arena_simulate", &[request.as_bytes()]).1);
        let answer = answer.unwrap();
        answer["{\"ok\":".len()..answer.rfind(",\"trial\":").unwrap()].to_owned()
    };
    let catalogue = simulated(r#"{"strategyId":"yield-rsi"}"#);
    let texts = simulated(
        r#"{"strategyId":"expression","strategyParams":{"target":"rank(logYield, 20d)"}}"#,
    );
    let mut evaluated = |data: &str| host.run("arena_evaluate", &[ORDER, data.as_bytes()]);
    // The first evaluation makes the scenarios and the public paths.
    evaluated(&catalogue);
    let usual = evaluated(&catalogue).0;
    let (first, second) = (evaluated(&texts), evaluated(&texts));
    assert!(first.1.starts_with(b"{\"ok\":"), "{}", String::from_utf8_lossy(&first.1));
    assert!(first.1 == second.1, "equal bytes");
    let (first, second) = (first.0, second.0);
    assert!(10 * second < first, "{first} instructions, then {second}");
    assert!(second < 2 * usual, "{second} instructions, the catalogue {usual}");
}

#[test]
fn a_list_of_components_costs_at_most_as_much_as_sixteen() {
    let mut host = WasmHost::new();
    let mut work = |count: usize| {
        let one = r#"{"strategyId":"yield-rsi","strategyParams":{"period":0.1}}"#;
        let body = candidate_with("\"components\":", &format!("[{}]", vec![one; count].join(",")));
        host.run("arena_check", &[body.as_bytes()]).0 / u64::try_from(body.len()).unwrap()
    };
    let (few, many) = (work(16), work(1_000));
    assert!(many < few, "{few} instructions for a byte, then {many}");
}

/// Returns the extreme values of a parameter, or all of its choices.
fn extremes(parameter: &Json<'_>) -> Vec<String> {
    let of = |name: &str| at(parameter, &format!("constraints/{name}"));
    if let Some(choices) = of("enum").items() {
        return choices.iter().map(print).collect();
    }
    let least = match of("minimumBars").number() {
        Some(bars) => (bars / 24.0).to_string(),
        None => print(of("minimum")),
    };
    vec![least, print(of("maximum"))]
}

/// Returns a host with the official hourly markets, and the number of their bars.
fn hosted() -> (WasmHost, u64) {
    let mut host = WasmHost::new();
    let mut most = 0;
    for (id, key, expiry, root, far) in [
        (1, "susde", "2026-06-25T00:00:00Z", 22, "\"2026-09-24T00:00:00Z\""),
        (2, "susdf", "2026-09-24T00:00:00Z", 16, "null"),
        (3, "ghousd", "2026-10-29T00:00:00Z", 45, "null"),
    ] {
        let csv = golden_folder().join(format!("../../datasets/{key}-hourly.csv"));
        let csv = std::fs::read_to_string(csv).unwrap();
        let (names, bars, columns) = columns_of(&csv);
        let zeros = "0".repeat(64);
        let header = format!(
            r#"{{"marketId":{id},"marketKey":"{key}","timeframe":"hourly","expiry":"{expiry}","scalarRoot":{root},"farExpiry":{far},"provenance":{{"kind":"import","source":"golden","importer":"by hand","filled":0,"dropped":0,"sourceSha256":"{zeros}"}},"sha256":"{zeros}","tradeStartIndex":720,"columns":{names:?}}}"#,
        );
        host.add_dataset(header.as_bytes(), &columns);
        most = most.max(u64::try_from(bars).unwrap());
    }
    (host, most)
}

/// An intent that is refused comes again at every bar.
#[test]
fn no_capital_makes_a_summary_twice_as_dear_as_the_dearest_at_100_000() {
    let (mut host, _) = hosted();
    let catalogue = host.catalogue();
    let catalogue = parse(&catalogue).unwrap();
    let strategies = at(&catalogue, "ok/strategies").items().unwrap();
    let mut dearest = |capital: &str| {
        let mut most = (0, String::new());
        for (strategy, market) in strategies.iter().flat_map(|one| [1, 2, 3].map(|id| (one, id))) {
            let id = text(at(strategy, "strategyId"));
            let request = format!(
                r#"{{"view":"summary","simulationId":"s","candidate":{{"marketId":{market},"capital":"{capital}","components":[{{"strategyId":{id:?}}}]}}}}"#
            );
            let (taken, answer) = host.run("arena_simulate", &[request.as_bytes()]);
            if answer.starts_with(b"{\"ok\":") && taken > most.0 {
                most = (taken, format!("{id} on {market}"));
            }
        }
        most
    };
    let (usual, _) = dearest("100000");
    assert!(usual > 100_000, "{usual} instructions");
    for capital in ["1000", "300000", "1000000", "3000000", "10000000", "160000000"] {
        let (taken, run) = dearest(capital);
        assert!(taken <= 2 * usual, "{run} with {capital}: {taken} instructions, usually {usual}");
    }
}

#[test]
fn the_cost_of_a_summary_is_bounded_for_all_strategies_and_parameters() {
    let (mut host, bars) = hosted();
    let catalogue = host.catalogue();
    let catalogue = parse(&catalogue).unwrap();
    let mut runs = 0;
    for strategy in at(&catalogue, "ok/strategies").items().unwrap() {
        let id = text(at(strategy, "strategyId"));
        let mut chosen = vec![String::new()];
        for parameter in at(strategy, "parameters").items().unwrap() {
            let name = text(at(parameter, "name"));
            chosen.extend(extremes(parameter).iter().map(|value| format!("{name:?}:{value}")));
        }
        for params in chosen {
            let one = format!(r#"{{"strategyId":{id:?},"strategyParams":{{{params}}}}}"#);
            for (components, all) in [(1, one.clone()), (2, format!("{one},{one}"))] {
                let request = format!(
                    r#"{{"view":"summary","simulationId":"s","candidate":{{"marketId":1,"components":[{all}]}}}}"#
                );
                let (taken, answer) = host.run("arena_simulate", &[request.as_bytes()]);
                // A relation between two parameters refuses some combinations.
                if !answer.starts_with(b"{\"ok\":") {
                    continue;
                }
                runs += 1;
                assert!(
                    taken <= PER_RUN_MAX + components * bars * PER_BAR_MAX,
                    "{id} {params}: {components} components took {taken} instructions"
                );
            }
        }
    }
    assert!(runs > 400, "{runs} runs");
}
