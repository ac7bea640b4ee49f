//! The language of rules against its vectors, which an independent implementation of
//! `RULES.md` 8 made.

use arena_engine::internals::generator::path_seeds;
use arena_engine::internals::market::{Dataset, Feature, Timeframe};
use arena_engine::internals::num;
use arena_engine::internals::strategy::expression::{
    COLUMNS, CONSTANTS, Expression, FUNCTIONS, Given, Wrong,
};
use arena_engine::internals::strategy::{Columns, Context, ParamValues, catalogue};
use serde_json::Value;

fn vectors() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/expressions.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect(path)).expect("JSON")
}

fn given(value: &Value) -> Given<'_> {
    match value {
        Value::Number(number) => Given::Number(number.as_f64().expect("a double")),
        Value::String(text) => Given::Text(text),
        _ => Given::Other,
    }
}

fn compile(params: &Value, timeframe: Timeframe) -> Result<Expression, Vec<Wrong>> {
    let members = params.as_object().expect("an object");
    let own: Vec<(&str, Given<'_>)> =
        members.iter().map(|(name, value)| (name.as_str(), given(value))).collect();
    Expression::compile(&own, &[], timeframe)
}

/// Returns an official dataset of susde, from its seed.
fn susde(timeframe: Timeframe) -> Dataset {
    Dataset::generate("susde", timeframe, 2).expect("a path")
}

fn timeframe_of(name: &Value) -> Timeframe {
    Timeframe::from_name(name.as_str().expect("a text")).expect("a timeframe")
}

#[test]
fn everything_wrong_is_found_at_once() {
    let mut failed = Vec::new();
    for case in vectors()["wrong"].as_array().expect("cases") {
        let wrong = compile(&case["params"], timeframe_of(&case["timeframe"]));
        let found = wrong.err().unwrap_or_default();
        let mut found: Vec<(Option<String>, String)> =
            found.iter().map(|wrong| (wrong.name.clone(), wrong.message())).collect();
        found.sort();
        let errors = case["errors"].as_array().expect("errors").iter();
        let mut wanted: Vec<(Option<String>, String)> = errors
            .map(|error| {
                let name = error["name"].as_str().map(Into::into);
                (name, error["message"].as_str().expect("a text").to_owned())
            })
            .collect();
        wanted.sort();
        if found != wanted {
            failed.push(format!("{}\n  found {found:?}\n  wanted {wanted:?}", case["params"]));
        }
    }
    assert!(failed.is_empty(), "{} cases\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn a_text_has_one_spelling() {
    let mut failed = Vec::new();
    for case in vectors()["canonical"].as_array().expect("cases") {
        let timeframe = timeframe_of(&case["timeframe"]);
        let text = |name: &str| case[name].as_str().expect("a text").to_owned();
        let found = Expression::spelling(&text("text"), timeframe).expect("a text of the language");
        if found != text("canonical") {
            failed.push(format!("{case} is {found}"));
        }
        assert_eq!(Expression::spelling(&found, timeframe).as_deref(), Some(found.as_str()));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn levels(expression: Expression, dataset: &Dataset) -> Vec<f64> {
    let timeframe = dataset.series.clock.timeframe;
    let context = Context { timeframe, capital: 1e5 };
    let params = ParamValues::of_expression(expression);
    catalogue::EXPRESSION.levels(&params, &context, &Columns::of(&dataset.series))
}

#[test]
fn random_components_have_the_expected_answer_on_every_bar() {
    let vectors = vectors();
    let every = usize::try_from(vectors["hourlyEvery"].as_u64().unwrap()).unwrap();
    let mut failed = Vec::new();
    for (name, every) in [("daily", 1), ("hourly", every)] {
        let timeframe = Timeframe::from_name(name).unwrap();
        let dataset = susde(timeframe);
        for (number, case) in vectors["random"].as_array().unwrap().iter().enumerate() {
            let expression = match compile(&case["params"], timeframe) {
                Ok(expression) => expression,
                Err(wrong) => {
                    failed.push(format!("{number} {} {wrong:?}", case["params"]));
                    continue;
                }
            };
            if u64::from(expression.weight()) != case["weight"].as_u64().unwrap() {
                failed.push(format!(
                    "{number} {} weighs {}, {}",
                    case["params"],
                    expression.weight(),
                    case["weight"]
                ));
            }
            for (member, text) in case["canonical"][name].as_object().unwrap() {
                let (_, own) = expression.members().iter().find(|(own, _)| own == member).unwrap();
                if own.given() != Given::Text(text.as_str().unwrap()) {
                    failed.push(format!("{number} {member} {own:?} {text}"));
                }
            }
            let mut features: Vec<&str> = expression.features().iter().map(Feature::name).collect();
            features.sort_unstable();
            let mut wanted: Vec<&str> = case["features"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one.as_str().unwrap())
                .collect();
            wanted.sort_unstable();
            if features != wanted {
                failed.push(format!("{number} {} reads {features:?} {wanted:?}", case["params"]));
            }
            let found = levels(expression, &dataset);
            let wanted = case[name].as_array().unwrap();
            for (at, wanted) in wanted.iter().enumerate() {
                let found = found.get(at * every).copied().unwrap_or(f64::NAN);
                let is_same = match wanted.as_f64() {
                    Some(wanted) => (num::clamp(found, 0.0, 1.0) - wanted).abs() <= 1e-9,
                    None => found.is_nan(),
                };
                if !is_same {
                    failed.push(format!(
                        "{number} {name} bar {}: {found} {wanted} of {}",
                        at * every,
                        case["params"]
                    ));
                    break;
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn the_paths_of_a_candidate_follow_from_its_fingerprint() {
    for case in vectors()["pathSeeds"].as_array().unwrap() {
        let text = |name: &str| case[name].as_str().unwrap();
        let base = path_seeds::path_seed(text("candidateHash"));
        assert_eq!(base.to_string(), text("base"));
        let seeds = path_seeds::sister_seeds(base);
        for (seed, wanted) in seeds.iter().zip(case["sisters"].as_array().unwrap()) {
            assert_eq!(seed.to_string(), wanted.as_str().unwrap());
        }
    }
}

#[test]
fn the_rules_list_every_word_with_its_weight() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../RULES.md");
    let rules = std::fs::read_to_string(path).expect(path);
    let rows: Vec<String> =
        rules.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for function in FUNCTIONS {
        let row = format!("| `{}` | {} |", function.signature(), function.weight);
        assert!(rows.contains(&row), "{row}");
    }
    for column in COLUMNS {
        let features: Vec<&str> = column.features.iter().map(Feature::name).collect();
        let row = format!("| `{}` | {} |", column.name, features.join(", "));
        assert!(rows.contains(&row), "{row}");
    }
    assert!(CONSTANTS.iter().all(|constant| rules.contains(&format!("`{}`", constant.name))));
}

#[test]
fn the_comparisons_of_the_texts_are_its_lines() {
    let dataset = susde(Timeframe::Daily);
    let params = serde_json::json!({
        "enter": "rich and not tau < 0.1", "exit": "impliedApy <= low or false",
        "rich": "logYield > mean(logYield, w) + 0.5%", "w": 5, "low": 0.04,
    });
    let expression = compile(&params, Timeframe::Daily).expect("texts");
    let context = Context { timeframe: Timeframe::Daily, capital: 1e5 };
    let params = ParamValues::of_expression(expression);
    let (_, observed) = catalogue::EXPRESSION.observed(&params, &context, &dataset.series);
    let seen: Vec<_> = observed
        .iter()
        .map(|one| {
            let (role, compare, mark) = &one.stands[0];
            (one.name.as_str(), role.name(), compare.sign(), mark.as_str(), one.marks[0].len())
        })
        .collect();
    let bars = dataset.series.clock.expiry_index;
    assert_eq!(
        seen,
        [
            ("logYield", "buy", ">", "mean(logYield, w) + 0.005", bars),
            ("tau", "buy", ">=", "0.1", 1),
            ("impliedApy", "sell", "<=", "low", 1),
        ]
    );
    assert_eq!(observed[0].line, dataset.series.log_yield[..bars]);
    assert_eq!(observed[1].marks[0], [0.1]);
}
