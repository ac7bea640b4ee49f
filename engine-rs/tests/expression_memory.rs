//! Texts that remember the public paths gain nothing on their own.

use crate::support::expressions::{dataset, golden, pick};
use arena_engine::internals::evaluation::Trials;
use arena_engine::internals::evaluation::verdict::{SisterSet, Verdict};
use arena_engine::internals::execution::PROFILE;
use arena_engine::internals::market::{Dataset, Timeframe};
use arena_engine::internals::random::Random;
use arena_engine::internals::simulation::{Plan, PlannedComponent};
use arena_engine::internals::strategy::expression::{Expression, Given};
use arena_engine::internals::strategy::{ParamValues, catalogue};

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
    let verdict = Verdict::of_paths(paths, Trials::UNCOUNTED, None);
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
