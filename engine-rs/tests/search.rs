//! Every column of a plan equals the single runs of its candidates, to the bit.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]

use crate::support::plans::{bits, dataset};
use crate::support::{at, text};
use arena_engine::internals::generator::MarketSpec;
use arena_engine::internals::json::{Emit, Json, Printer, parse};
use arena_engine::internals::market::{Dataset, Timeframe};
use arena_engine::internals::strategy::{ParamKind, ParamSpec, catalogue};
use arena_engine::{Arena, Uncounted};
use proptest::prelude::*;

/// Figures of a column, and where the sweep of single candidates has them.
const FIGURES: [&str; 10] = [
    "annualizedMeanReturn",
    "maxDrawdown",
    "cvar",
    "turnover",
    "executionCost",
    "score",
    "dailySharpe",
    "probabilisticSharpe",
    "fills",
    "intents",
];

fn arena(seed: u64, cut: impl Fn(Dataset) -> Dataset) -> Arena {
    let mut arena = Arena::new();
    for spec in MarketSpec::ALL {
        for timeframe in Timeframe::ALL {
            arena.insert(cut(dataset(&spec, timeframe, seed)));
        }
    }
    arena
}

/// Returns the description of a plan, and the columns of its first `count` candidates.
fn columns(arena: &Arena, plan: &str, from: usize, count: usize) -> (Vec<u8>, Vec<Vec<f64>>) {
    let numbers: Vec<String> = (from..from + count).map(|number| number.to_string()).collect();
    let numbers = numbers.join(",");
    let described =
        arena.describe_plan(format!(r#"{{"plan":{plan},"numbers":[{numbers}]}}"#).as_bytes());
    let request = format!(r#"{{"plan":{plan},"from":{from},"count":{count}}}"#);
    let numbers = arena.plan_columns(request.as_bytes());
    (described, numbers.chunks(count).map(<[f64]>::to_vec).collect())
}

fn printed(value: &Json<'_>) -> String {
    match value {
        Json::Null => "null".to_owned(),
        Json::Boolean(value) => value.to_string(),
        Json::Number(number) => {
            let mut printer = Printer::with_capacity(32);
            number.emit(&mut printer);
            String::from_utf8(printer.finish().unwrap()).unwrap()
        }
        Json::String(text) => format!("\"{text}\""),
        Json::Array(items) => {
            format!("[{}]", items.iter().map(printed).collect::<Vec<_>>().join(","))
        }
        Json::Object(members) => {
            let members =
                members.iter().map(|(name, value)| format!("\"{name}\":{}", printed(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}

/// Returns the figures of a candidate's evaluation, which runs it alone.
fn alone(arena: &Arena, candidate: &str) -> Option<[f64; FIGURES.len()]> {
    let request = format!(r#"{{"view":"summary","simulationId":"s","candidate":{candidate}}}"#);
    let simulated = String::from_utf8(arena.simulate(request.as_bytes())).unwrap();
    let (payload, trial) = simulated.strip_prefix("{\"ok\":")?.split_once(",\"trial\":").unwrap();
    let evaluated = arena.evaluate(b"{}", payload.as_bytes(), &mut Uncounted);
    let (simulation, evaluation) = (parse(payload.as_bytes()).unwrap(), parse(&evaluated).unwrap());
    let trial = parse(trial.strip_suffix('}').unwrap().as_bytes()).unwrap();
    Some(FIGURES.map(|name| {
        let value = match name {
            "score" => at(&evaluation, "ok/score"),
            "dailySharpe" => at(&trial, "dailySharpe"),
            "probabilisticSharpe" => at(&evaluation, "ok/luck/probabilisticSharpe"),
            "fills" | "intents" => at(&simulation, &format!("execution/{name}")),
            name => at(&evaluation, &format!("ok/scenarioResult/{name}")),
        };
        value.number().unwrap_or(f64::NAN)
    }))
}

/// Asserts that every candidate has the columns of its own evaluation; returns the number that ran.
fn assert_alone(
    plan: &str,
    (found, single): (&Arena, &Arena),
    (from, count): (usize, usize),
) -> usize {
    let (described, columns) = columns(found, plan, from, count);
    let answer = parse(&described).unwrap();
    let names = at(&answer, "ok/columns").items().unwrap();
    let first = names.iter().position(|name| text(name) == FIGURES[0]).unwrap();
    assert_eq!((names.len(), columns.len()), (first + FIGURES.len() + 1, names.len()), "{plan}");
    let mut ran = 0;
    for (row, candidate) in at(&answer, "ok/candidates").items().unwrap().iter().enumerate() {
        let figures: Vec<f64> =
            columns[first..names.len() - 1].iter().map(|column| column[row]).collect();
        let status = text(
            &at(&answer, "ok/statuses").items().unwrap()[columns[names.len() - 1][row] as usize],
        );
        let expected = match candidate {
            Json::String(reason) => {
                assert_eq!(reason, status, "{plan} {row}");
                None
            }
            candidate => alone(single, &printed(candidate)),
        };
        assert_eq!(expected.is_some(), status == "ran", "{plan} {row} {status}");
        let expected = expected.unwrap_or([f64::NAN; FIGURES.len()]);
        assert_eq!(bits(&figures), bits(&expected), "{plan} {row}");
        ran += usize::from(status == "ran");
    }
    // for every requested range
    for row in [0, count / 2, count - 1] {
        let one = self::columns(found, plan, from + row, 1).1;
        let here: Vec<f64> = columns.iter().map(|column| column[row]).collect();
        assert_eq!(bits(&one.concat()), bits(&here), "{plan} {row}");
    }
    ran
}

/// Returns an axis over a parameter: a list of its choices, or its range.
fn axis_of(
    spec: &ParamSpec,
    timeframe: Timeframe,
    (low, high, as_list): (f64, f64, bool),
) -> String {
    let between = |min: f64, max: f64, share: f64| min + share * (max - min);
    let (min, max) = match spec.kind {
        ParamKind::Window { bars_min, days_max, .. } => {
            let per_day = timeframe.bars_per_day() as f64;
            (f64::from(bars_min) / per_day, f64::from(days_max))
        }
        ParamKind::Integer { min, max, .. } => (f64::from(min), f64::from(max)),
        ParamKind::Number { min, max, .. } => (min, max),
        ParamKind::Choice(choices) => {
            let choices: Vec<String> = choices.iter().map(|one| format!("\"{one}\"")).collect();
            return format!(r#""values":[{}]"#, choices.join(","));
        }
    };
    let (low, high) = if low < high { (low, high) } else { (high, low) };
    let ends = match spec.kind {
        ParamKind::Integer { .. } => {
            [between(min, max, low).round(), between(min, max, high).round()]
        }
        ParamKind::Window { .. } => [between(min, max, low).ceil(), between(min, max, high).ceil()],
        _ => [between(min, max, low), between(min, max, high)],
    };
    let [low, high] = ends.map(|end| printed(&Json::Number(end)));
    if as_list {
        format!(r#""values":[{low},{high}]"#)
    } else {
        format!(r#""min":{low},"max":{high},"steps":4"#)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_column_equals_the_figures_of_single_runs(
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 2..4),
        shares in prop::collection::vec((0.0..1.0_f64, 0.0..1.0_f64, any::<bool>()), 8),
        (method, seed, is_hourly) in (0..3_usize, 0..1_000_u64, any::<bool>()),
        window in prop::option::of((0.3..0.6_f64, 0.7..1.0_f64)),
    ) {
        let timeframe = if is_hourly { Timeframe::Hourly } else { Timeframe::Daily };
        let entries: Vec<_> = catalogue::all().collect();
        let ids: Vec<&str> = chosen.iter().map(|one| one.get(&entries).spec.id).collect();
        let of = |component: usize| catalogue::get(ids[component]).unwrap().spec.params;
        let mut axes = vec![
            r#"{"path":"/marketId","values":[2,1,3]}"#.to_owned(),
            format!(r#"{{"path":"/components/1/strategyId","values":["{}"]}}"#, ids.join("\",\"")),
            r#"{"path":"/components/0/weightBps","min":1,"max":10000,"steps":3,"scale":"log"}"#.to_owned(),
        ];
        let named = of(0).iter().map(|spec| (0, spec)).chain(of(1).iter().map(|spec| (1, spec)));
        for ((component, spec), shares) in named.zip(shares) {
            let levels = axis_of(spec, timeframe, shares);
            axes.push(format!(
                r#"{{"path":"/components/{component}/strategyParams/{}",{levels}}}"#, spec.name
            ));
        }
        // the shortest market has 154 days
        let bars = f64::from(154 * if is_hourly { 24 } else { 1 });
        let window = window.map(|(from, to)| ((from * bars) as usize, (to * bars) as usize));
        let window_member = window.map_or(String::new(), |(first, end)| {
            format!(r#","window":{{"from":{first},"to":{end}}}"#)
        });
        let method = [
            r#""method":"grid""#.to_owned(),
            format!(r#""method":"random","seed":{seed},"count":400"#),
            format!(r#""method":"sobol","seed":{seed},"count":400"#),
        ][method].clone();
        let plan = format!(
            r#"{{"base":{{"marketId":1,"timeframe":"{}","capital":"5000000","components":[{{"strategyId":"{}"}},{{"strategyId":"{}"}}]}},"axes":[{}],{method}{window_member}}}"#,
            timeframe.name(), ids[0], ids[0], axes.join(",")
        );
        let whole = arena(seed, |dataset| dataset);
        // a window is a dataset that ends with it
        let cut = arena(seed, |mut dataset| {
            if let Some((first, end)) = window.filter(|_| dataset.timeframe() == timeframe) {
                dataset.series = dataset.series.first(end);
                dataset.trade_start_index = first;
            }
            dataset
        });
        // a grid has at least as many candidates as two axes
        let from = if plan.contains("grid") { 0 } else { seed as usize % 100 };
        assert_alone(&plan, (&whole, &cut), (from, 12));
    }
}
