//! What every text of the language promises: the catalogue can be said in it, no text sees a later
//! bar, none traps, and one that remembers the public paths gains nothing.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test may fail by panic")]

use arena_engine::internals::evaluation::Trials;
use arena_engine::internals::evaluation::verdict::{SisterSet, Verdict};
use arena_engine::internals::execution::PROFILE;
use arena_engine::internals::market::{Dataset, Series, Timeframe};
use arena_engine::internals::num;
use arena_engine::internals::random::Random;
use arena_engine::internals::simulation::{Plan, PlannedComponent};
use arena_engine::internals::strategy::expression::{
    COLUMNS, CONSTANTS, Expression, FUNCTIONS, Given, Member,
};
use arena_engine::internals::strategy::{
    CatalogueEntry, Columns, Context, ParamKind, ParamSpec, ParamValue, ParamValues, catalogue,
};
use serde_json::Value;

const DATASETS: [(&str, u64); 3] = [("susde", 2), ("susdf", 6), ("ghousd", 9)];

fn golden(name: &str) -> Value {
    let path = format!("{}/../../tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(&path).expect(&path)).expect("JSON")
}

fn dataset(market: &str, timeframe: Timeframe, seed: u64) -> Dataset {
    Dataset::generate(market, timeframe, seed).expect("a path")
}

fn pick(random: &mut Random, count: usize) -> usize {
    usize::try_from(random.next_u64() % count as u64).expect("a small number")
}

/// Returns an allowed value of a parameter.
fn drawn(spec: &ParamSpec, timeframe: Timeframe, random: &mut Random) -> ParamValue {
    let mut between = |low: f64, high: f64| low + random.uniform() * (high - low);
    match spec.kind {
        ParamKind::Window { bars_min, days_max, .. } => {
            let per_day = timeframe.bars_per_day() as f64;
            let bars = between(f64::from(bars_min), num::min(30.0, f64::from(days_max)) * per_day);
            let days = num::max(bars.round(), f64::from(bars_min)) / per_day;
            spec.of_number(days, timeframe).expect(spec.name)
        }
        ParamKind::Integer { min, max, .. } => {
            ParamValue::Number(between(f64::from(min), f64::from(max)).round())
        }
        ParamKind::Number { min, max, .. } => ParamValue::Number(between(min, max)),
        ParamKind::Choice(choices) => ParamValue::Choice(choices[pick(random, choices.len())]),
    }
}

/// Returns the values of a strategy that satisfy its relations: its defaults first.
fn values(
    entry: &CatalogueEntry,
    timeframe: Timeframe,
    random: &mut Random,
    number: usize,
) -> ParamValues {
    loop {
        let specs = entry.spec.params;
        if number == 0 {
            return ParamValues::defaults(specs, timeframe);
        }
        let drawn = specs.iter().map(|spec| drawn(spec, timeframe, random)).collect();
        let values = ParamValues::new(specs, drawn);
        let number = |name| values.get(name).expect(name).comparable();
        let mut relations = entry.spec.relations.iter();
        if relations.all(|one| one.holds(number(one.left), number(one.right))) {
            return values;
        }
    }
}

/// Returns the text of a strategy with the values of its parameters.
fn said(
    case: &Value,
    entry: &CatalogueEntry,
    values: &ParamValues,
    timeframe: Timeframe,
) -> Expression {
    let texts = case["params"].as_object().expect("parameters");
    let given: Vec<(&str, Given<'_>)> = texts
        .iter()
        .map(|(name, text)| {
            let own = if name == "exit1" { "exit" } else { name };
            let own = entry
                .spec
                .params
                .iter()
                .any(|spec| spec.name == own && (name != "exit" || own != name))
                .then_some(own);
            let is_rule = ["target", "enter", "exit"].contains(&name.as_str());
            let given = match own.filter(|_| !is_rule).and_then(|own| values.get(own)) {
                Some(ParamValue::Window { days: number, .. } | ParamValue::Number(number)) => {
                    Given::Number(number)
                }
                Some(ParamValue::Choice(choice)) => Given::Text(choice),
                None => Given::Text(text.as_str().expect("a text")),
            };
            (name.as_str(), given)
        })
        .collect();
    Expression::compile(&given, &[], timeframe).expect(entry.spec.id)
}

#[test]
fn every_strategy_of_the_catalogue_can_be_said_as_texts() {
    let vectors = golden("expressions.json");
    let (mut random, mut compared, mut failed) = (Random::new(35), 0, Vec::new());
    for timeframe in Timeframe::ALL {
        for (market, seed) in DATASETS {
            for seed in [seed, 1_000 + seed] {
                let dataset = dataset(market, timeframe, seed);
                let columns = Columns::of(&dataset.series);
                let context = Context { timeframe, capital: 1e5 };
                for case in vectors["catalogue"].as_array().expect("cases") {
                    let entry =
                        catalogue::get(case["id"].as_str().expect("an id")).expect("a strategy");
                    if entry.spec.features.first_missing(dataset.series.features()).is_some() {
                        continue;
                    }
                    for number in 0..=10 {
                        let values = values(entry, timeframe, &mut random, number);
                        let expression = said(case, entry, &values, timeframe);
                        assert_eq!(
                            u64::from(expression.weight()),
                            case["weight"].as_u64().unwrap()
                        );
                        let said = ParamValues::of_expression(expression);
                        let bars = dataset.series.bars();
                        let ours = entry.targets(&values, &context, &columns).column(bars);
                        let texts =
                            catalogue::EXPRESSION.targets(&said, &context, &columns).column(bars);
                        if let Some(at) = (0..bars).find(|at| ours[*at] != texts[*at]) {
                            failed.push(format!(
                                "{} {market} {timeframe:?} bar {at}: {} {} {values:?}",
                                entry.spec.id, ours[at], texts[at]
                            ));
                        }
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 3_500, "{compared}");
    assert!(failed.is_empty(), "{} of {compared}\n{}", failed.len(), failed.join("\n"));
}

/// Writes random texts of a kind.
struct Writer<'r> {
    random: &'r mut Random,
    /// Nodes that may still be written.
    left: usize,
}

impl Writer<'_> {
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[pick(self.random, of.len())]
    }

    fn window(&mut self) -> String {
        self.one(&["1b", "2b", "3b", "17b", "3d", "5d", "20d", "90d", "72h"]).into()
    }

    fn number(&mut self, deep: usize) -> String {
        self.left = self.left.saturating_sub(1);
        if deep == 0 || self.left == 0 {
            let names: Vec<&str> =
                COLUMNS.iter().chain(CONSTANTS).map(|known| known.name).collect();
            return match pick(self.random, 5) {
                0 => self.one(&["0", "1", "0.5", "7%", "hold", "2e3", "1e300"]).into(),
                _ => self.one(&names).into(),
            };
        }
        match pick(self.random, 8) {
            0 | 1 => {
                let sign = self.one(&["+", "-", "*", "/"]);
                format!("({} {sign} {})", self.number(deep - 1), self.number(deep - 1))
            }
            2 => format!("-{}", self.number(0)),
            _ => self.call(deep, b'n'),
        }
    }

    fn condition(&mut self, deep: usize) -> String {
        self.left = self.left.saturating_sub(1);
        match pick(self.random, if deep == 0 { 2 } else { 6 }) {
            0 | 1 => {
                let sign = self.one(&["<", "<=", ">", ">="]);
                let deep = deep.saturating_sub(1);
                format!("{} {sign} {}", self.number(deep), self.number(deep))
            }
            2 => {
                let word = self.one(&["and", "or"]);
                format!("({} {word} {})", self.condition(deep - 1), self.condition(deep - 1))
            }
            3 => format!("not ({})", self.condition(deep - 1)),
            _ => self.call(deep, b'c'),
        }
    }

    fn call(&mut self, deep: usize, gives: u8) -> String {
        let fitting: Vec<_> =
            FUNCTIONS.iter().filter(|one| one.gives == gives || one.gives == b'a').collect();
        let function = fitting[pick(self.random, fitting.len())];
        let arguments: Vec<String> = function
            .kinds
            .bytes()
            .map(|kind| match (kind, gives) {
                (b'w', _) if function.least > 1 => "20d".into(),
                (b'w', _) => self.window(),
                (b'c', _) | (b'a', b'c') => self.condition(deep - 1),
                _ => self.number(deep - 1),
            })
            .collect();
        format!("{}({})", function.name, arguments.join(", "))
    }
}

fn levels(expression: &ParamValues, series: &Series) -> Vec<u64> {
    let context = Context { timeframe: series.clock.timeframe, capital: 3e4 };
    let levels = catalogue::EXPRESSION.levels(expression, &context, &Columns::of(series));
    levels.iter().map(|level| if level.is_nan() { 1 } else { level.to_bits() }).collect()
}

#[test]
fn no_text_sees_a_later_bar_and_printing_changes_none() {
    let mut random = Random::new(27);
    let datasets = Timeframe::ALL.map(|timeframe| dataset("ghousd", timeframe, 4));
    let (mut done, mut decided) = (0, 0);
    while done < 2_000 {
        let dataset = &datasets[usize::from(done % 10 == 0)];
        let timeframe = dataset.series.clock.timeframe;
        let mut writer = Writer { random: &mut random, left: 24 };
        let given = if done % 2 == 0 {
            vec![("target".to_owned(), writer.number(4))]
        } else {
            vec![
                ("enter".to_owned(), writer.condition(3)),
                ("exit".to_owned(), writer.condition(3)),
            ]
        };
        let given: Vec<(&str, Given<'_>)> =
            given.iter().map(|(name, text)| (name.as_str(), Given::Text(text))).collect();
        let Ok(expression) = Expression::compile(&given, &[], timeframe) else { continue };
        for (_, member) in expression.members() {
            let Member::Text(text) = member else { continue };
            assert_eq!(Expression::spelling(text, timeframe).as_ref(), Some(text));
        }
        let printed: Vec<(String, Member)> = expression.members().to_vec();
        let printed: Vec<(&str, Given<'_>)> =
            printed.iter().map(|(name, member)| (name.as_str(), member.given())).collect();
        let again = Expression::compile(&printed, &[], timeframe).expect("its own spelling");
        let (first, again) =
            (ParamValues::of_expression(expression), ParamValues::of_expression(again));
        let whole = levels(&first, &dataset.series);
        assert_eq!(levels(&again, &dataset.series), whole, "{given:?}");
        let bars = 1 + pick(&mut random, dataset.series.bars() - 1);
        let short = levels(&first, &dataset.series.first(bars));
        assert_eq!(short, whole[..short.len()], "{bars} bars: {given:?}");
        decided += usize::from(whole.iter().any(|level| *level != 1));
        done += 1;
    }
    assert!(decided > 1_000, "{decided}");
}

#[test]
fn no_text_traps() {
    let mut random = Random::new(8);
    let words = [
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "/",
        "<",
        ">=",
        "and",
        "or",
        "not ",
        "hold",
        "true",
        "20d",
        "1b",
        "0.5",
        "5%",
        "1e9",
        "mean(",
        "rank(",
        "if(",
        "logYield",
        "tau",
        "a",
        " ",
        ".",
        "[",
        "\u{e9}",
        "\0",
        "kama(",
        "since(",
        "last(",
        "1e400",
        "0d",
        "36h",
        "^",
        "==",
        "\u{1f600}",
    ];
    let mut accepted = 0;
    for number in 0..20_000 {
        let count = 1 + pick(&mut random, if number % 50 == 0 { 400 } else { 12 });
        let text: String = (0..count).map(|_| words[pick(&mut random, words.len())]).collect();
        for timeframe in Timeframe::ALL {
            let given = [
                ("target", Given::Text(&text)),
                ("a", Given::Text("a1")),
                ("a1", Given::Number(2.0)),
            ];
            accepted += usize::from(Expression::compile(&given, &[], timeframe).is_ok());
        }
    }
    assert!(accepted > 10, "{accepted}");
}

#[test]
fn definitions_of_definitions_do_not_grow() {
    let names: Vec<String> = (0..16).map(|at| format!("a{at}")).collect();
    let texts: Vec<String> = (0..16).map(|at| format!("a{} + a{}", at + 1, at + 1)).collect();
    let mut given: Vec<(&str, Given<'_>)> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), Given::Text(text))).collect();
    given[15].1 = Given::Text("mean(logYield, 20d) + mean(logYield, 24b)");
    given.push(("target", Given::Text("a0")));
    let expression = Expression::compile(&given, &[], Timeframe::Daily).expect("a sum");
    assert_eq!(expression.weight(), 5 + 5 + 1 + 15);
}

fn plan_of(given: &[(&str, Given<'_>)], dataset: &Dataset) -> Plan {
    let timeframe = dataset.series.clock.timeframe;
    let expression = Expression::compile(given, &[], timeframe).expect("a text");
    let params = ParamValues::of_expression(expression);
    let components = vec![PlannedComponent { entry: catalogue::EXPRESSION, params, weight: 1.0 }];
    Plan { profile: PROFILE, capital: 1e5, components, start: dataset.trade_start_index }
}

/// Returns the p-values of edge and timing.
fn judged(plan: &Plan, sisters: &SisterSet) -> (f64, f64) {
    let paths = sisters.run(plan).expect("scored bars");
    let verdict = Verdict::of_paths(paths, sisters, Trials::UNCOUNTED, None);
    let edge = if verdict.edge > 0.0 { verdict.p_adjusted } else { 1.0 };
    (edge, verdict.sisters.expect("paths").timing.p)
}

#[test]
fn a_text_that_remembers_the_public_paths_passes_no_gate_on_its_own() {
    let dataset = dataset("susde", Timeframe::Daily, 2);
    let public = SisterSet::of(&dataset).expect("paths");
    let memory = golden("memory.json");
    let params = memory["strategyParams"].as_object().expect("texts");
    let mut all: Vec<Vec<(String, String)>> = vec![
        params.iter().map(|(name, text)| (name.clone(), text.as_str().unwrap().into())).collect(),
    ];
    let mut worst: Vec<usize> = (0..public.hold.len()).collect();
    let gap = |path: &usize| public.hold[*path] - public.idle[*path];
    worst.sort_by(|left, right| gap(left).total_cmp(&gap(right)));
    let mut random = Random::new(14);
    for _ in 0..200 {
        let bar = dataset.trade_start_index + pick(&mut random, 10);
        let mut known = worst[..20].to_vec();
        while known.len() > 14 {
            known.remove(pick(&mut random, known.len()));
        }
        let seen = |path: &usize| {
            let value = public.series()[*path].implied_apy[bar];
            format!("impliedApy > {} and impliedApy < {}", value - 1e-9, value + 1e-9)
        };
        let known: Vec<String> = known.iter().map(seen).collect();
        all.push(vec![
            ("target".into(), "not any(a or b, 400d)".into()),
            ("a".into(), known[..7].join(" or ")),
            ("b".into(), known[7..].join(" or ")),
        ]);
    }
    let (mut on_public, mut on_own) = (0, 0);
    for (number, texts) in all.iter().enumerate() {
        let given: Vec<(&str, Given<'_>)> =
            texts.iter().map(|(name, text)| (name.as_str(), Given::Text(text))).collect();
        let plan = plan_of(&given, &dataset);
        let (edge, _) = judged(&plan, &public);
        on_public += usize::from(edge <= 0.05);
        // any fingerprint will do: here the number of the text
        let fingerprint = format!("{:016x}{:048}", number + 1, 0);
        let own = SisterSet::of_candidate(&dataset, &fingerprint);
        let (edge, timing) = judged(&plan, &own.expect("paths"));
        on_own += usize::from(edge <= 0.05 || timing <= 0.05);
    }
    assert!(on_public > 150, "they remember: {on_public}");
    assert_eq!(on_own, 0);
}
