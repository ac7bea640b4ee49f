//! A search has one report, however its stages are split and in whatever order their parts merge.

use crate::support::plans::dataset;
use arena_engine::Arena;
use arena_engine::internals::generator::MarketSpec;
use arena_engine::internals::json::{Json, parse as parse_json};
use arena_engine::internals::market::Timeframe;
use arena_engine::internals::random::Random;
use arena_engine::internals::summary::merge;
use proptest::prelude::*;

const BASE: &str =
    r#""base":{"marketId":1,"timeframe":"daily","components":[{"strategyId":"yield-rsi"}]}"#;
const AXES: &str = r#""axes":[
    {"path":"/components/0/strategyParams/period","min":3,"max":30,"steps":7},
    {"path":"/components/0/strategyParams/overbought","values":[55,60,70,85]},
    {"path":"/components/0/strategyParams/oversold","min":15,"max":45,"steps":9}]"#;
const FOLDS: &str = r#","windows":{"kind":"walkForward","folds":2,"mode":"rolling","embargo":1}"#;
const HOLDOUT: &str = r#","windows":{"kind":"holdout","share":0.3,"purge":1}"#;
const MARKETS: &str = r#","markets":{"ids":[1,2],"by":"worst"}"#;

fn arena() -> Arena {
    let mut arena = Arena::new();
    for (spec, digit) in MarketSpec::ALL.iter().zip(["1", "2"]) {
        let mut dataset = dataset(spec, Timeframe::Daily, 5);
        dataset.sha256 = digit.repeat(64);
        arena.insert(dataset);
    }
    arena
}

/// A search, whose stages run in parts that merge in a random order.
struct Search<'a> {
    arena: &'a Arena,
    plan: String,
    markets: &'a str,
    aim: &'a str,
    random: Random,
}

impl Search<'_> {
    /// Returns the answer with the report, and the stages before it.
    fn report(&mut self) -> (String, Vec<String>) {
        let request = format!(r#"{{"plan":{},"topMax":5,"enqueued":[[9,3,30]]}}"#, self.plan);
        let (mut results, mut names) = (Vec::new(), Vec::new());
        loop {
            let answer = self.arena.report(request.as_bytes(), &results);
            let answer = String::from_utf8(answer).unwrap();
            let document = parse_json(answer.as_bytes()).unwrap();
            let ok = document.get("ok").expect(&answer);
            let Some(stage) = ok.get("stage") else { return (answer, names) };
            names.push(stage.get("name").and_then(Json::text).unwrap().to_owned());
            let rows = self.arena.stage_rows(request.as_bytes(), &results);
            let result = match stage.get("role").and_then(Json::text).unwrap() {
                "search" | "test" => self.summary(stage, &rows),
                "paths" => self.paths(stage),
                _ => self.evaluations(stage),
            };
            results.extend((result.len() as u64).to_le_bytes());
            results.extend(result);
        }
    }

    fn below(&mut self, count: usize) -> usize {
        let place = self.random.uniform() * count as f64;
        (0..count).rfind(|at| *at as f64 <= place).unwrap_or(0)
    }

    fn summary(&mut self, stage: &Json<'_>, rows: &[f64]) -> Vec<u8> {
        let count = whole(stage, "count");
        let mut cuts: Vec<usize> = (0..self.below(5)).map(|_| 1 + self.below(count)).collect();
        cuts.extend([0, count]);
        cuts.sort_unstable();
        cuts.dedup();
        let mut parts: Vec<Vec<u8>> = cuts
            .windows(2)
            .map(|ends| self.part(stage, rows, (ends[0], ends[1] - ends[0])))
            .collect();
        while parts.len() > 1 {
            let one = parts.swap_remove(self.random_place(parts.len()));
            let other = parts.swap_remove(self.random_place(parts.len()));
            parts.push(merge(&one, &other).unwrap());
        }
        parts.remove(0)
    }

    fn random_place(&mut self, count: usize) -> usize {
        self.below(count)
    }

    fn part(&self, stage: &Json<'_>, rows: &[f64], (from, count): (usize, usize)) -> Vec<u8> {
        let draw = stage.get("draw").unwrap();
        let method = draw.get("method").and_then(Json::text).unwrap();
        let (drawn, number) = match method {
            "list" => {
                let list: Vec<String> = rows
                    .chunks(3)
                    .skip(from)
                    .take(count)
                    .map(|row| format!("[{},{},{}]", row[0], row[1], row[2]))
                    .collect();
                (format!(r#","rows":[{}]"#, list.join(",")), 0)
            }
            "grid" => (String::new(), from),
            _ => {
                let (all, seed) = (whole(draw, "count"), whole(draw, "seed"));
                (format!(r#","count":{all},"seed":{seed}"#), whole(draw, "first") + from)
            }
        };
        let window = stage.get("window").filter(|window| window.members().is_some());
        let window = window.map_or(String::new(), |window| {
            format!(
                r#","window":{{"from":{},"to":{}}}"#,
                whole(window, "from"),
                whole(window, "to")
            )
        });
        let (top, passes) = (whole(stage, "topMax"), whole(stage, "passes"));
        let aim = if self.aim == "edge" { "score" } else { self.aim };
        let request = format!(
            r#"{{"plan":{{{BASE},{AXES},"method":"{method}"{drawn}{window}}},"from":{number},"count":{count},
            "first":{from},"space":7,"topMax":{top},"passes":{passes},"aim":"{aim}"{}}}"#,
            self.markets
        );
        let packed = self.arena.summarise(request.as_bytes(), &[], &mut []);
        assert!(!packed.is_empty(), "{request}");
        packed
    }

    /// Returns utilities of candidates that follow from their places.
    fn paths(&self, stage: &Json<'_>) -> Vec<u8> {
        let paths = stage.get("paths").unwrap();
        let each = whole(paths, "to") - whole(paths, "from");
        let markets = if self.markets.is_empty() { 1 } else { 2 };
        let count = whole(stage, "count") * markets * each;
        (0..count).flat_map(|at| ((at * 7919 % 1013) as f64 / 1013.0).to_le_bytes()).collect()
    }

    fn evaluations(&self, stage: &Json<'_>) -> Vec<u8> {
        let markets = if self.markets.is_empty() { 1 } else { 2 };
        let each = (0..whole(stage, "count") * markets).map(|at| {
            format!(
                r#"{{"trial":{{}},"evaluation":{{"eligible":{},"failed":["EDGE"],"method":"sister_paths","trials":3,"figures":{{"edge":0.0{}}},"deflatedSharpe":0.5,"requiredEdge":null}}}}"#,
                at % 3 == 0,
                at * 37 % 101
            )
        });
        format!("[{}]", each.collect::<Vec<_>>().join(",")).into_bytes()
    }
}

fn whole(json: &Json<'_>, name: &str) -> usize {
    json.get(name).and_then(Json::number).unwrap_or(0.0).to_string().parse().unwrap()
}

const METHODS: [&str; 6] = [
    r#""method":{"kind":"grid"}"#,
    r#""method":{"kind":"random","count":300,"seed":7}"#,
    r#""method":{"kind":"sobol","count":3000,"seed":1,"patience":900}"#,
    r#""method":{"kind":"halving","count":300,"seed":2}"#,
    r#""method":{"kind":"adaptive","count":200,"seed":3}"#,
    r#""method":{"kind":"adaptive","count":200,"seed":4,"patience":60}"#,
];

fn plan(method: &str, aim: &str, more: &str) -> String {
    format!(r#"{{{BASE},{AXES},{method},"aim":"{aim}","evaluate":4{more}}}"#)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_split_and_any_tree_of_merges_gives_the_same_report(
        method in prop::sample::select(METHODS.to_vec()),
        (aim, windows) in prop::sample::select(vec![
            ("score", ""), ("cvar", FOLDS), ("dailySharpe", HOLDOUT), ("edge", ""), ("edge", FOLDS),
        ]),
        markets in prop::sample::select(vec!["", MARKETS]),
        seed in 1..1_000_000_u64,
    ) {
        let arena = arena();
        let plan = plan(method, aim, &format!("{markets}{windows}"));
        let with = |seed| Search {
            arena: &arena, plan: plan.clone(), markets, aim, random: Random::new(seed),
        }.report();
        let (one, stages) = with(seed);
        prop_assert_eq!(&one, &with(seed + 1).0);
        prop_assert!(stages.contains(&"evaluate".to_owned()), "{:?}", stages);
        prop_assert_eq!(stages.contains(&"paths-64".to_owned()), aim == "edge");
        let is_report = one.contains(r#""report":{"plan":{"base":"#) && one.contains(r#""verdict":{"#);
        prop_assert!(is_report);
    }

    #[test]
    fn cut_or_changed_results_are_refused_or_read_and_never_a_trap(
        at in 0..60_000_usize, byte in any::<u8>(), end in 0..60_000_usize,
    ) {
        let (arena, plan) = (arena(), plan(METHODS[3], "score", HOLDOUT));
        let request = format!(r#"{{"plan":{plan},"topMax":5}}"#);
        let search = Search {
            arena: &arena, plan, markets: "", aim: "score", random: Random::new(1),
        };
        let mut results = Vec::new();
        for _ in 0..2 {
            let answer = arena.report(request.as_bytes(), &results);
            let answer = String::from_utf8(answer).unwrap();
            let document = parse_json(answer.as_bytes()).unwrap();
            let stage = document.get("ok").and_then(|ok| ok.get("stage")).unwrap();
            let rows = arena.stage_rows(request.as_bytes(), &results);
            let part = search.part(stage, &rows, (0, whole(stage, "count")));
            results.extend((part.len() as u64).to_le_bytes());
            results.extend(part);
        }
        let _ = arena.report(request.as_bytes(), &results[..end % results.len()]);
        let at = at % results.len();
        results[at] = byte;
        let _ = arena.report(request.as_bytes(), &results);
    }
}

#[test]
fn a_plan_says_how_much_it_runs_and_why_its_windows_are_too_short() {
    let arena = arena();
    let size = |plan: &str| {
        let request = format!(r#"{{"plan":{plan},"topMax":5}}"#);
        String::from_utf8(arena.search_size(request.as_bytes())).unwrap()
    };
    let found = size(&plan(METHODS[0], "score", FOLDS));
    let expected = r#"{"ok":{"candidates":766,"evaluations":4,"pathRuns":0,"stages":7,"bars":"#;
    assert!(found.starts_with(expected), "{found}");
    let folds = r#","windows":{"kind":"walkForward","folds":60}"#;
    let refused = size(&plan(METHODS[0], "score", folds));
    assert!(
        refused.contains("Cannot search: the bars searched in fold-1 are 2, must be at least 5")
    );
    let empty =
        size(r#"{"base":{"marketId":1,"components":[{"strategyId":"yield-rsi"}]},"axes":[]}"#);
    assert!(empty.starts_with(r#"{"error":"#), "{empty}");
}
