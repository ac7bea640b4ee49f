//! Valid plans: the numbering of candidates, and refusals.

use crate::support::plans::dataset;
use crate::support::{at, number, text};
use arena_engine::Arena;
use arena_engine::internals::generator::MarketSpec;
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::market::Timeframe;

const BASE: &str =
    r#"{"marketId":1,"components":[{"strategyId":"yield-rsi"},{"strategyId":"spread-zscore"}]}"#;

/// The hourly markets 1 and 3; only one of them has a next maturity.
fn arena() -> Arena {
    let mut arena = Arena::new();
    for spec in MarketSpec::ALL {
        arena.insert(dataset(&spec, Timeframe::Hourly, 5));
    }
    arena
}

fn plan_of(axes: &str, rest: &str) -> String {
    format!(r#"{{"base":{BASE},"axes":[{axes}]{rest}}}"#)
}

/// Returns columns of the first candidates of a plan.
fn columns(arena: &Arena, plan: &str, count: usize) -> Vec<Vec<f64>> {
    let request = format!(r#"{{"plan":{plan},"from":0,"count":{count}}}"#);
    arena.plan_columns(request.as_bytes()).chunks(count).map(<[f64]>::to_vec).collect()
}

const PERIOD: &str =
    r#"{"path":"/components/0/strategyParams/period","min":2,"max":8,"steps":3,"scale":"log"}"#;
const FIELD: &str =
    r#"{"path":"/components/0/strategyParams/field","values":["logYield","impliedApy"]}"#;
const OVERSOLD: &str = r#"{"path":"/components/0/strategyParams/oversold","min":10,"max":20}"#;

#[test]
fn the_last_axis_of_a_grid_varies_fastest() {
    let columns = columns(&arena(), &plan_of(&format!("{PERIOD},{FIELD}"), ""), 6);
    assert_eq!(columns[0], [2.0, 2.0, 4.0, 4.0, 8.0, 8.0]);
    assert_eq!(columns[1], [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn draws_stay_in_their_range_and_a_seed_decides_them() {
    let arena = arena();
    let of = |method: &str, seed: u32| {
        let rest = format!(r#","method":"{method}","seed":{seed},"count":64"#);
        columns(&arena, &plan_of(&format!("{OVERSOLD},{FIELD},{PERIOD}"), &rest), 64)
    };
    for method in ["random", "sobol"] {
        let found = of(method, 1);
        assert!(found[0].iter().all(|value| (10.0..20.0).contains(value)));
        assert!(found[2].iter().all(|value| [2.0, 4.0, 8.0].contains(value)));
        let ones = found[1].iter().sum::<f64>();
        if method == "sobol" {
            assert_eq!(ones, 32.0);
        } else {
            assert!((16.0..48.0).contains(&ones));
        }
        assert_eq!(found[..3], of(method, 1)[..3]);
        assert_ne!(found[0], of(method, 2)[0]);
    }
}

#[test]
fn a_list_names_its_candidates() {
    let rest = r#","method":"list","rows":[[12.5,1],[11,0]]"#;
    let found = columns(&arena(), &plan_of(&format!("{OVERSOLD},{FIELD}"), rest), 2);
    assert_eq!((&found[0][..], &found[1][..]), (&[12.5, 11.0][..], &[1.0, 0.0][..]));
}

#[test]
fn an_invalid_candidate_has_a_reason_and_the_others_run() {
    let arena = arena();
    let status = |axes: &str, rest: &str, count: usize| {
        columns(&arena, &plan_of(axes, rest), count).last().unwrap().clone()
    };
    let relation = r#"{"path":"/components/0/strategyParams/oversold","values":[30,50]},{"path":"/components/0/strategyParams/overbought","values":[50,60]}"#;
    assert_eq!(status(relation, "", 4), [0.0; 4]);
    // fast < slow
    let macd = r#"{"path":"/components/0/strategyId","values":["yield-macd"]},{"path":"/components/0/strategyParams/fast","values":[5,30]}"#;
    assert_eq!(status(macd, "", 2), [0.0, 2.0]);
    // a window of two bars is too short for one of the strategies
    let range = r#"{"path":"/components/0/strategyId","values":["yield-rsi","yield-stochastic"]},{"path":"/components/0/strategyParams/k","values":[14]},{"path":"/components/1/strategyParams/window","values":[30]}"#;
    assert_eq!(status(range, "", 2), [0.0; 2]);
    let weights = r#"{"path":"/components/0/weightBps","values":[1,5000]},{"path":"/components/1/weightBps","values":[10000]}"#;
    assert_eq!(status(weights, "", 2), [0.0; 2]);
    let feature = r#"{"path":"/components/0/strategyId","values":["yield-rsi","term-slope"]},{"path":"/marketId","values":[1,2,3]}"#;
    let found = status(feature, "", 6);
    assert_eq!(found[..3], [0.0; 3]);
    assert!(found[3..].contains(&4.0), "{found:?}");
}

#[test]
fn weights_on_an_axis_are_shares() {
    let axis = r#"{"path":"/components/1/weightBps","values":[1,2500,5000,10000]}"#;
    let request = format!(r#"{{"plan":{},"numbers":[0,1,2,3]}}"#, plan_of(axis, ""));
    let answer = arena().describe_plan(request.as_bytes());
    let answer = parse(&answer).unwrap();
    let weights: Vec<[f64; 2]> = at(&answer, "ok/candidates")
        .items()
        .unwrap()
        .iter()
        .map(|one| [0, 1].map(|of| number(at(one, &format!("components/{of}/weightBps")))))
        .collect();
    // relative to the 5,000 of the base; the first component gets the rounding remainder
    assert_eq!(weights, [[9_999.0, 1.0], [6_667.0, 3_333.0], [5_000.0; 2], [3_334.0, 6_666.0]]);
}

#[test]
fn every_wrong_field_of_a_plan_is_named() {
    let arena = arena();
    let axis = |of: &str| format!(r#""axes":[{{{of}}}]"#);
    let period = r#""path":"/components/0/strategyParams/period""#;
    for (member, path) in [
        (r#""extra":1"#.to_owned(), "/plan/extra"),
        (r#""axes":{}"#.to_owned(), "/plan/axes"),
        (axis(r#""path":"/capital","values":[1]"#), "/plan/axes/0/path"),
        (axis(r#""path":"/components/2/strategyId","values":["yield-rsi"]"#), "/plan/axes/0/path"),
        (axis(r#""path":"/components/0/strategyParams/nope","values":[1]"#), "/plan/axes/0/path"),
        (axis(r#""path":"/components/0/strategyId","values":["nope"]"#), "/plan/axes/0/values/0"),
        (axis(r#""path":"/marketId","values":[9]"#), "/plan/axes/0/values/0"),
        (axis(r#""path":"/marketId","min":1,"max":2,"steps":2"#), "/plan/axes/0/values"),
        (axis(r#""path":"/components/0/weightBps","values":[0.5]"#), "/plan/axes/0/values/0"),
        (axis(&format!(r#"{period},"values":[]"#)), "/plan/axes/0/values"),
        (axis(&format!(r#"{period},"values":[2,"x"]"#)), "/plan/axes/0/values/1"),
        (axis(&format!(r#"{period},"min":2,"max":500,"steps":3"#)), "/plan/axes/0/max"),
        (axis(&format!(r#"{period},"min":9,"max":8,"steps":3"#)), "/plan/axes/0/min"),
        (axis(&format!(r#"{period},"min":2,"max":8"#)), "/plan/axes/0/steps"),
        (axis(&format!(r#"{period},"min":2,"max":8,"steps":0"#)), "/plan/axes/0/steps"),
        (axis(&format!(r#"{period},"min":2,"max":8,"steps":2,"scale":1"#)), "/plan/axes/0/scale"),
        (format!(r#""axes":[{PERIOD},{PERIOD}]"#), "/plan/axes/1/path"),
        (r#""method":"tpe""#.to_owned(), "/plan/method"),
        (r#""method":"random""#.to_owned(), "/plan/count"),
        (r#""method":"sobol","count":1e16"#.to_owned(), "/plan/count"),
        (r#""method":"random","count":1,"seed":-1"#.to_owned(), "/plan/seed"),
        (format!(r#""axes":[{PERIOD}],"method":"list","rows":[[9]]"#), "/plan/rows/0"),
        (format!(r#""axes":[{PERIOD}],"method":"list","rows":[[2,2]]"#), "/plan/rows/0"),
        (r#""window":{"from":0,"to":99999}"#.to_owned(), "/plan/window/to"),
        (r#""window":{"from":900,"to":901}"#.to_owned(), "/plan/window/to"),
    ] {
        let plan = format!(r#"{{"base":{BASE},{member}}}"#);
        let answer = arena.describe_plan(format!(r#"{{"plan":{plan}}}"#).as_bytes());
        let answer = parse(&answer).unwrap();
        assert!(answer.get("error").is_some(), "{member}");
        assert_eq!(text(at(&answer, "error/fieldErrors/0/path")), path, "{member}");
        assert!(columns(&arena, &plan, 1).is_empty(), "{member}");
    }
    let answer = arena.describe_plan(br#"{"plan":{"base":{"marketId":1,"components":[]}}}"#);
    let answer = parse(&answer).unwrap();
    assert_eq!(text(at(&answer, "error/fieldErrors/0/path")), "/plan/base/components");
    // numbers of candidates that do not exist
    let plan = plan_of(PERIOD, "");
    for request in [r#""from":3,"count":1"#, r#""from":0,"count":4"#, r#""from":0"#, r#""count":1"#]
    {
        let request = format!(r#"{{"plan":{plan},{request}}}"#);
        assert!(arena.plan_columns(request.as_bytes()).is_empty(), "{request}");
    }
}

#[test]
fn a_plan_may_have_up_to_2_to_the_53_candidates() {
    let steps = r#""min":2,"max":100,"steps":65536"#;
    let named = ["0/strategyParams/period", "1/strategyParams/window"];
    let mut axes: Vec<String> =
        named.iter().map(|name| format!(r#"{{"path":"/components/{name}",{steps}}}"#)).collect();
    let count = |axes: &[String]| {
        let request = format!(r#"{{"plan":{}}}"#, plan_of(&axes.join(","), ""));
        let answer = arena().describe_plan(request.as_bytes());
        let answer = parse(&answer).unwrap();
        answer.get("ok").map(|ok| number(at(ok, "count")))
    };
    assert_eq!(count(&axes), Some(65_536.0 * 65_536.0));
    for component in [0, 1] {
        axes.push(format!(
            r#"{{"path":"/components/{component}/weightBps","min":1,"max":10000,"steps":65536}}"#
        ));
    }
    assert_eq!(count(&axes), None);
}

/// Replaces every token of a plan with hostile ones: the engine answers, and its columns are all of
/// the same length or empty.
#[test]
fn hostile_tokens_do_not_break_a_plan() {
    let arena = arena();
    let plan = plan_of(
        &format!("{PERIOD},{FIELD},{OVERSOLD}"),
        r#","method":"random","count":9,"seed":3,"window":{"from":800,"to":1200}"#,
    );
    let request = format!(r#"{{"plan":{plan},"from":2,"count":3,"numbers":[1,8]}}"#);
    let ends: Vec<usize> =
        request.match_indices([':', ',', '[']).map(|(place, _)| place + 1).collect();
    let mut answered = 0;
    for first in ends {
        let length = request[first..].find([',', ']', '}']).unwrap();
        for token in ["null", "-1", "1e300", "1e-300", "\"\"", "\"/\"", "[]", "{}", "[[[]]]", "0.5"]
        {
            let (head, tail) = (&request[..first], &request[first + length..]);
            let hostile = format!("{head}{token}{tail}");
            let columns = arena.plan_columns(hostile.as_bytes());
            let is_whole =
                [3, 2].map(|axes| columns.len().is_multiple_of(axes + 11)).contains(&true);
            assert!(is_whole, "{hostile}");
            let answer = arena.describe_plan(hostile.as_bytes());
            answered += usize::from(matches!(parse(&answer), Ok(Json::Object(_))));
        }
    }
    assert!(answered > 300, "{answered}");
}
