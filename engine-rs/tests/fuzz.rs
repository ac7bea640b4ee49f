//! Hostile bytes at every entry point: the engine always answers, and only with finite numbers.
//!
//! The mutator has a fixed seed, so every run of the test is the same. `ARENA_FUZZ_RUNS` sets the
//! number of inputs (see `RUNS`), `ARENA_FUZZ_SEED` the seed.

use crate::support::hostile::each_body;
use crate::support::{Case, golden_cases};
use arena_engine::internals::json::parse;
use arena_engine::internals::random::Random;
use arena_engine::{Arena, Uncounted};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Default number of inputs.
const RUNS: u64 = 100_000;
const SEED: u64 = 20_261_121;
const ORDER: &[u8] = br#"{"componentsMax":5,"componentUnits":10}"#;
/// One input in this many has a part repeated many times; those take as long as a hundred others.
const REPETITION_RARITY: usize = 100;
/// Number of repetitions in such a body.
const HOSTILE_COUNT: usize = 20_000;
/// Longest allowed error answer, whatever its cause.
const REFUSAL_BYTES_MAX: usize = 48 << 10;
/// Tokens that are hard on readers of JSON or of numbers.
const TOKENS: [&str; 32] = [
    "null",
    "true",
    "{}",
    "[]",
    "\"\"",
    "0",
    "-0",
    "-1",
    "1e308",
    "1e309",
    "-1e-324",
    "5e-324",
    "1e999999999",
    "9007199254740993",
    "18446744073709551616",
    "0.1",
    "00",
    "1.",
    ".5",
    "NaN",
    "\\u0000",
    "\\ud800",
    "\u{feff}",
    "\"marketId\":1,",
    "{\"a\":",
    "[[[[[[[[",
    ",",
    ":",
    "\"",
    "\u{1F600}",
    "1e-7",
    "100000",
];
const DOUBLES: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    5e-324,
    1e-300,
    1e308,
    -1e308,
    9_007_199_254_740_992.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

/// An input of the engine.
#[derive(Debug, Clone)]
enum Input {
    Check(Vec<u8>),
    Simulate(Vec<u8>),
    Sweep(Vec<u8>),
    Evaluate(Vec<u8>, Vec<u8>),
    Dataset(Vec<u8>, Vec<f64>),
}

struct Mutator(Random);

impl Mutator {
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.0.next_u64() % end.max(1) as u64).unwrap()
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Edits bytes in one to four places.
    fn bytes(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            let end = (at + 1 + self.below(12)).min(bytes.len());
            match self.below(8) {
                0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                1 if at < bytes.len() => bytes[at] = b"0123456789-+.eE\"\\{}[],: "[self.below(24)],
                2 => drop(bytes.drain(at..end)),
                3 => {
                    let copy = bytes[at..end].to_vec();
                    let to = self.below(bytes.len());
                    bytes.splice(to..to, copy);
                }
                4 => bytes.truncate(at),
                5 => self.replace_number(bytes, at),
                _ => {
                    let token = self.pick(&TOKENS).bytes();
                    bytes.splice(at..at, token);
                }
            }
        }
    }

    /// Repeats a piece or adds members, up to some thousand times.
    fn repetition(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len());
        let count = 1 << self.below(13);
        let more: Vec<u8> = if self.below(2) == 0 {
            let end = (at + 1 + self.below(40)).min(bytes.len());
            bytes.get(at..end).unwrap_or_default().repeat(count)
        } else {
            let name = *self.pick(&["n", "strategyId", "period", "", "\\u0000"]);
            let value = *self.pick(&["1", "null", "{}", "\"x\""]);
            let members = (0..count).map(|at| format!("\"{name}{at}\":{value},"));
            members.collect::<String>().into_bytes()
        };
        let brace = bytes[at..].iter().position(|byte| *byte == b'{');
        let to = brace.map_or(at, |offset| at + offset + 1);
        bytes.splice(to..to, more);
    }

    /// Replaces the first number from `at` on with another token.
    fn replace_number(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let is_digit = |byte: &u8| byte.is_ascii_digit();
        let Some(start) = bytes[at..].iter().position(is_digit).map(|offset| at + offset) else {
            return;
        };
        let length = bytes[start..].iter().position(|byte| !is_digit(byte));
        let end = length.map_or(bytes.len(), |length| start + length);
        let token = match self.below(2) {
            0 => (*self.pick(&TOKENS)).to_owned(),
            _ => self.below(1000).to_string(),
        };
        bytes.splice(start..end, token.into_bytes());
    }

    fn doubles(&mut self, values: &mut Vec<f64>) {
        for _ in 0..=self.below(3) {
            let at = self.below(values.len());
            match self.below(4) {
                0 => values[at] = *self.pick(&DOUBLES),
                1 => values[at] *= 1.0 + 1e-10 * self.0.normal(),
                2 => values.truncate(at),
                _ => values.push(*self.pick(&DOUBLES)),
            }
            if values.is_empty() {
                return;
            }
        }
    }

    fn input(&mut self, corpus: &[Input]) -> Input {
        let mut input = self.pick(corpus).clone();
        let is_repetition = self.below(REPETITION_RARITY) == 0;
        match &mut input {
            Input::Check(bytes)
            | Input::Simulate(bytes)
            | Input::Sweep(bytes)
            | Input::Evaluate(_, bytes)
            | Input::Dataset(bytes, _)
                if is_repetition =>
            {
                self.repetition(bytes);
            }
            Input::Check(bytes) | Input::Simulate(bytes) | Input::Sweep(bytes) => self.bytes(bytes),
            Input::Evaluate(request, payload) => {
                let part = if self.below(4) == 0 { request } else { payload };
                self.bytes(part);
            }
            Input::Dataset(header, _) if self.below(2) == 0 => self.bytes(header),
            Input::Dataset(_, columns) => self.doubles(columns),
        }
        input
    }
}

/// Returns the engine's answer.
fn answer(arena: &Arena, input: &Input, candidate: &str) -> Vec<u8> {
    match input {
        Input::Check(bytes) => arena.check(bytes),
        Input::Simulate(bytes) => arena.simulate(bytes),
        Input::Sweep(bytes) => arena.sweep(bytes),
        Input::Evaluate(request, payload) => arena.evaluate(request, payload, &mut Uncounted),
        Input::Dataset(header, columns) => {
            let mut fresh = Arena::new();
            let facts = fresh.add_dataset(header, columns);
            if facts.starts_with(b"{\"error\"") {
                return facts;
            }
            // Simulates on every accepted dataset, in every view.
            fresh.simulate(request("full", candidate).as_bytes())
        }
    }
}

fn request(view: &str, candidate: &str) -> String {
    format!(r#"{{"view":"{view}","simulationId":"sim","candidate":{candidate}}}"#)
}

/// One input of every kind, and one payload of every view; all of them are accepted.
fn corpus(case: &Case<'_>, arena: &Arena) -> Vec<Input> {
    let candidate = case.body();
    let rich = r#"{"marketId":1,"timeframe":"daily","capital":"250000.5","submissionId":"x","executionConfig":{"feeBps":1},"strategyParams":{"period":3,"window":9},"components":[{"strategyId":"yield-rsi","weightBps":2500,"strategyParams":{"field":"impliedApy","overbought":55.5,"oversold":45}},{"strategyId":"discount-zscore","weightBps":7500,"strategyParams":{"entry":0.25}}]}"#;
    let mut corpus = vec![
        Input::Check(candidate.clone().into()),
        Input::Check(rich.into()),
        Input::Simulate(request("trades", rich).into()),
        Input::Sweep(format!(r#"{{"candidates":[{candidate},{rich}]}}"#).into()),
    ];
    for view in ["full", "summary", "trades"] {
        let request = request(view, &candidate);
        let answer = arena.simulate(request.as_bytes());
        let text = String::from_utf8(answer).unwrap();
        let (data, _) = text["{\"ok\":".len()..].split_once(",\"trial\":").unwrap();
        corpus.push(Input::Simulate(request.into()));
        corpus.push(Input::Evaluate(ORDER.into(), data.into()));
    }
    let (header, columns) = case.dataset();
    corpus.push(Input::Dataset(header.into(), columns));
    corpus
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

#[test]
fn the_engine_answers_whatever_it_is_given() {
    let cases = golden_cases();
    let daily = cases.iter().map(|(_, bytes)| Case::new(bytes)).find(|case| {
        case.at("market/timeframe").text() == Some("daily")
            && case.at("expected/error") == &arena_engine::internals::json::Json::Null
    });
    let case = daily.expect("a daily case");
    let (arena, candidate) = (case.arena(), case.body());
    let corpus = corpus(&case, &arena);
    for input in &corpus {
        assert!(answer(&arena, input, &candidate).starts_with(b"{\"ok\":"), "{input:?}");
    }
    let runs = setting("ARENA_FUZZ_RUNS", RUNS);
    let mut mutator = Mutator(Random::new(setting("ARENA_FUZZ_SEED", SEED)));
    let mut accepted = 0_u64;
    for run in 0..runs {
        let input = mutator.input(&corpus);
        let answer = catch_unwind(AssertUnwindSafe(|| answer(&arena, &input, &candidate)));
        let answer = answer.unwrap_or_else(|_| panic!("run {run} broke off: {input:?}"));
        // Answers contain only finite numbers and parse as JSON.
        let document = parse(&answer).unwrap_or_else(|why| panic!("run {run}: {why}: {input:?}"));
        let is_ok = document.get("ok").is_some();
        assert!(is_ok != document.get("error").is_some(), "run {run}: {input:?}");
        accepted += u64::from(is_ok);
    }
    // Some mutations are rejected and some are harmless.
    assert!(accepted > 0 && accepted < runs, "{accepted} of {runs} were accepted");
}

#[test]
fn every_refusal_is_short() {
    let cases = golden_cases();
    let case = Case::new(&cases[0].1);
    let (arena, candidate) = (case.arena(), case.body());
    let data = String::from_utf8(arena.simulate(request("full", &candidate).as_bytes())).unwrap();
    let data = &data["{\"ok\":".len()..data.rfind(",\"trial\":").unwrap()];
    let assert_short = |name: &str, answer: Vec<u8>| {
        let is_error = answer.starts_with(b"{\"error\":");
        assert!(!is_error || answer.len() < REFUSAL_BYTES_MAX, "{name}: {} bytes", answer.len());
    };
    each_body("bodies", data, HOSTILE_COUNT, |name, body| {
        assert_short(name, arena.check(body.as_bytes()));
        assert_short(name, arena.simulate(request("summary", &body).as_bytes()));
        assert_short(name, arena.evaluate(ORDER, body.as_bytes(), &mut Uncounted));
    });
    each_body("payloads", data, HOSTILE_COUNT, |name, body| {
        assert_short(name, arena.evaluate(ORDER, body.as_bytes(), &mut Uncounted));
    });
}
