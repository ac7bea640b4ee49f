//! A run without a fill explains why in one true sentence, which the test recomputes bar by bar.

use crate::support::{Case, at, golden_cases, text};
use arena_engine::internals::contract::{Arena, Candidate};
use arena_engine::internals::execution::{BarMarket, PROFILE, SkipReason, Skipped, Verdict};
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::market::Dataset;
use arena_engine::internals::portfolio::Sleeve;
use arena_engine::internals::simulation::run;
use arena_engine::internals::strategy::catalogue;
use std::collections::BTreeMap;

const VIEWS: [&str; 3] = ["full", "summary", "trades"];

/// Returns the code and the sentence of every warning of an answer.
fn warnings(arena: &Arena, candidate: &str, view: &str) -> Vec<(String, String)> {
    let request = format!(r#"{{"view":"{view}","simulationId":"sim","candidate":{candidate}}}"#);
    let answer = arena.simulate(request.as_bytes());
    let answer = parse(&answer).unwrap();
    let listed = at(&answer, "ok/warnings").items().unwrap();
    let member = |warning: &Json<'_>, name| text(at(warning, name)).to_owned();
    listed.iter().map(|warning| (member(warning, "code"), member(warning, "message"))).collect()
}

fn body(case: &Case<'_>, strategy: &str, capital: &str) -> String {
    let timeframe = text(case.at("market/timeframe"));
    format!(
        r#"{{"marketId":1,"timeframe":"{timeframe}","capital":"{capital}","components":[{{"strategyId":"{strategy}"}}]}}"#
    )
}

/// The verdicts of the guardrails on a sleeve that never trades, one bar after the other.
fn vetoes(dataset: &Dataset, targets: &[f64], capital: f64) -> Vec<Skipped> {
    let series = &dataset.series;
    let sleeve = Sleeve::new(capital, series.sy_index[dataset.trade_start_index]);
    let mut found = Vec::new();
    let asked = targets.iter().enumerate().take(series.clock.expiry_index);
    for (at, target) in asked.skip(dataset.trade_start_index) {
        let Some(intent) = sleeve.intent(&PROFILE, *target, sleeve.mark(at, series)) else {
            continue;
        };
        match BarMarket::new(&PROFILE, series, at).guard(&intent) {
            Verdict::Skipped(skipped) => found.push(skipped),
            Verdict::Approved(_) => panic!("bar {at} fills"),
        }
    }
    found
}

/// The end of a sentence about a capital that is larger than the whole pool.
fn beyond(capital: f64, dataset: &Dataset) -> String {
    let tvl = dataset.series.tvl[dataset.trade_start_index];
    if capital <= tvl {
        return String::new();
    }
    format!(
        "; the capital of {capital} exceeds the pool, whose tvl is {tvl} on the first scored bar"
    )
}

/// Recomputes the sentence of a run of one component; `None` if it fills.
fn expected(dataset: &Dataset, candidate: &str) -> Option<(&'static str, String)> {
    let document = parse(candidate.as_bytes()).unwrap();
    let candidate = Candidate::read(&document, &[(1, dataset.timeframe())]).unwrap();
    let record = run(&candidate.plan(dataset.trade_start_index), &dataset.series);
    let component = &record.components[0];
    if component.counts.fills > 0 {
        return None;
    }
    let sentence = |code, message: String| Some((code, format!("no fill: {message}")));
    if !component.targets.has_opinion() {
        return sentence("NO_OPINION", "no strategy ever had an opinion on these bars".into());
    }
    let targets = component.targets.column(dataset.series.bars());
    let vetoes = vetoes(dataset, &targets, candidate.capital);
    if vetoes.is_empty() {
        let message = "no target in the scored window asked for a change of position";
        return sentence("NO_INTENT", message.into());
    }
    let mut stops = Vec::new();
    for reason in SkipReason::ALL {
        let of_reason: Vec<_> = vetoes.iter().filter(|veto| veto.reason == reason).collect();
        let off = |veto: &Skipped| (veto.value - veto.limit).abs();
        let Some(first) = of_reason.first() else { continue };
        let mut closest = **first;
        for veto in &of_reason {
            if off(veto) < off(&closest) {
                closest = **veto;
            }
        }
        stops.push(format!(
            "{} stopped {} (closest: value {}, limit {})",
            reason.code(),
            of_reason.len(),
            closest.value,
            closest.limit
        ));
    }
    let end = beyond(candidate.capital, dataset);
    let message = format!("{} intents, {}{end}", vetoes.len(), stops.join("; "));
    sentence("ALL_INTENTS_SKIPPED", message)
}

/// Every strategy on every golden market, with a small capital and with one that is far too large.
#[test]
fn a_run_without_a_fill_explains_why_in_every_view() {
    let mut seen = BTreeMap::<&str, usize>::new();
    let mut reasons = BTreeMap::<&str, usize>::new();
    for (name, bytes) in golden_cases() {
        let case = Case::new(&bytes);
        if *case.at("expected/error") != Json::Null {
            continue;
        }
        let (arena, (dataset, _)) = (case.arena(), case.loaded());
        let offered = dataset.series.features();
        for entry in catalogue::all() {
            if entry.spec.features.first_missing(offered).is_some() {
                continue;
            }
            for capital in ["1000", "3000000", "100000000"] {
                let candidate = body(&case, entry.spec.id, capital);
                let expected = expected(&dataset, &candidate);
                let wanted: Vec<_> = expected
                    .iter()
                    .map(|(code, message)| ((*code).to_owned(), message.clone()))
                    .collect();
                for view in VIEWS {
                    let found = warnings(&arena, &candidate, view);
                    assert_eq!(found, wanted, "{name} {} {capital} {view}", entry.spec.id);
                }
                let Some((code, message)) = expected else { continue };
                *seen.entry(code).or_default() += 1;
                for reason in
                    SkipReason::ALL.iter().filter(|reason| message.contains(reason.code()))
                {
                    *reasons.entry(reason.code()).or_default() += 1;
                }
            }
        }
    }
    let codes: Vec<&str> = seen.keys().copied().collect();
    assert_eq!(codes, ["ALL_INTENTS_SKIPPED", "NO_INTENT", "NO_OPINION"], "{seen:?}");
    assert!(seen.values().all(|count| *count > 10), "{seen:?}");
    // the hold time applies only after a fill
    assert_eq!(reasons.len(), SkipReason::ALL.len() - 1, "{reasons:?}");
}

#[test]
fn the_closest_veto_is_taken_over_the_whole_window() {
    let cases = golden_cases();
    let (_, bytes) = cases.iter().find(|(name, _)| name == "case-16").unwrap();
    let case = Case::new(bytes);
    let (dataset, _) = case.loaded();
    let (series, start) = (&dataset.series, dataset.trade_start_index);
    let candidate = body(&case, "pull-to-par-hold", "100000000");
    // all capital stays in SY and wants to become PT on every bar: its value against 5 % of tvl
    let shares = 100_000_000.0 / series.sy_index[start];
    let bars = start..series.clock.expiry_index;
    let vetoes = bars.map(|at| (shares * series.sy_index[at], 0.05 * series.tvl[at]));
    let vetoes: Vec<(f64, f64)> = vetoes.collect();
    let off = |veto: &(f64, f64)| veto.0 - veto.1;
    let closest = vetoes.iter().min_by(|a, b| off(a).total_cmp(&off(b))).unwrap();
    assert!(off(&vetoes[0]) > off(closest), "the first bar would do");
    let message = format!(
        "no fill: {0} intents, MAX_TRADE_PCT_LIQUIDITY stopped {0} (closest: value {1}, limit {2})\
        {3}",
        vetoes.len(),
        closest.0,
        closest.1,
        beyond(100_000_000.0, &dataset)
    );
    for view in VIEWS {
        let wanted = [("ALL_INTENTS_SKIPPED".to_owned(), message.clone())];
        assert_eq!(warnings(&case.arena(), &candidate, view), wanted);
    }
}

#[test]
fn an_execution_config_is_ignored_and_a_fill_has_no_warning() {
    let cases = golden_cases();
    let case = Case::new(&cases[0].1);
    let candidate = body(&case, "pull-to-par-hold", "501");
    assert_eq!(warnings(&case.arena(), &candidate, "summary"), []);
    let with_config = candidate.replacen('{', r#"{"executionConfig":{"feeBps":0},"#, 1);
    let message = "executionConfig is ignored: the service owns the execution policy";
    let wanted = [("EXECUTION_CONFIG_IGNORED".to_owned(), message.to_owned())];
    assert_eq!(warnings(&case.arena(), &with_config, "summary"), wanted);
}

#[test]
fn a_warning_and_the_evidence_name_the_accounting_asset() {
    let cases = golden_cases();
    let (_, bytes) = cases.iter().find(|(name, _)| name == "case-16").unwrap();
    let case = Case::new(bytes);
    let (header, columns) = case.dataset();
    let named = header.replace(r#""importer":"by hand""#, r#""importer":"by hand","coin":"ETH""#);
    let mut arena = Arena::new();
    arena.add_dataset(named.as_bytes(), &columns);
    let candidate = body(&case, "pull-to-par-hold", "100000000");
    let [(_, message)] = &warnings(&arena, &candidate, "summary")[..] else {
        panic!("one warning");
    };
    assert!(message.contains("; the capital of 100000000 ETH exceeds the pool, whose tvl is "));
    assert!(message.ends_with(" ETH on the first scored bar"), "{message}");
    let request = format!(r#"{{"view":"summary","simulationId":"sim","candidate":{candidate}}}"#);
    let answer = arena.simulate(request.as_bytes());
    let answer = parse(&answer).unwrap();
    assert_eq!(text(at(&answer, "ok/evidence/provenance/coin")), "ETH");
}
