//! The strategies of the catalogue as texts, equal to the strategies on every bar.

use crate::support::expressions::{dataset, golden, pick};
use arena_engine::internals::evaluation::verdict::SisterSet;
use arena_engine::internals::evaluation::{Assessment, Official, ScenarioSet, Trials};
use arena_engine::internals::execution::PROFILE;
use arena_engine::internals::market::{Dataset, Timeframe};
use arena_engine::internals::num;
use arena_engine::internals::random::Random;
use arena_engine::internals::simulation::{Metrics, Plan, PlannedComponent, ScoredRun, run_totals};
use arena_engine::internals::strategy::expression::{Expression, Given};
use arena_engine::internals::strategy::{
    CatalogueEntry, Columns, Context, ParamKind, ParamSpec, ParamValue, ParamValues, catalogue,
};
use serde_json::Value;

const DATASETS: [(&str, u64); 3] = [("susde", 2), ("susdf", 6), ("ghousd", 9)];

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

/// Returns the plan of one component.
fn alone(entry: &'static CatalogueEntry, params: ParamValues, dataset: &Dataset) -> Plan {
    let components = vec![PlannedComponent { entry, params, weight: 1.0 }];
    Plan { profile: PROFILE, capital: 1e5, components, start: dataset.trade_start_index }
}

/// Returns the metrics and the assessment of a plan, every bit of their numbers included.
fn judged(
    plan: &Plan,
    dataset: &Dataset,
    (scenarios, sisters): (&ScenarioSet, &SisterSet),
) -> (String, String) {
    let record = run_totals(plan, &dataset.series);
    let run = ScoredRun::of(&record, &dataset.series).expect("scored bars");
    let official = Official { dataset, plan, run: &run };
    let paths = sisters.run(plan);
    let assessment =
        Assessment::of(&official, Trials::UNCOUNTED, scenarios, paths).expect("a verdict");
    (format!("{:?} {:?}", Metrics::of(&run), record.counts()), format!("{assessment:?}"))
}

/// The answers give texts paths of their own; here both are judged on the same ones.
#[test]
fn texts_have_the_metrics_and_the_verdict_of_the_strategy_that_they_say() {
    let vectors = golden("expressions.json");
    let mut compared = 0;
    for (market, seed, timeframe) in [
        ("susde", 2, Timeframe::Daily),
        ("ghousd", 9, Timeframe::Daily),
        ("susde", 2, Timeframe::Hourly),
    ] {
        let dataset = dataset(market, timeframe, seed);
        let scenarios = ScenarioSet::of(&dataset, 20_261_120);
        let sisters = SisterSet::of(&dataset).expect("paths");
        for case in vectors["catalogue"].as_array().expect("cases") {
            let entry = catalogue::get(case["id"].as_str().expect("an id")).expect("a strategy");
            if entry.spec.features.first_missing(dataset.series.features()).is_some() {
                continue;
            }
            let values = ParamValues::defaults(entry.spec.params, timeframe);
            let said = ParamValues::of_expression(said(case, entry, &values, timeframe));
            let set = (&scenarios, &sisters);
            let strategy = judged(&alone(entry, values, &dataset), &dataset, set);
            let texts = judged(&alone(catalogue::EXPRESSION, said, &dataset), &dataset, set);
            assert_eq!(strategy, texts, "{} {market} {timeframe:?}", entry.spec.id);
            compared += 1;
        }
    }
    assert!(compared >= 3 * 32, "{compared}");
}
