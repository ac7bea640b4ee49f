//! The public Rust API and its promises.

use arena_engine::{
    Arena, Candidate, Dataset, EngineError, ErrorCode, ExecutionProfile, Metrics, Outcome, PROFILE,
    Plan, Timeframe, run,
};
use serde_json::{Value, from_slice, json};
use std::fs;
use std::path::Path;

const BOLLINGER: &[u8] =
    br#"{"marketId":1,"components":[{"strategyId":"yield-bollinger"}],"timeframe":"daily"}"#;

fn daily() -> Dataset {
    Dataset::generate("susde", Timeframe::Daily, 7).unwrap()
}

/// A compile-time check.
#[test]
fn threads_can_share_every_type() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Arena>();
    is_shared::<Dataset>();
    is_shared::<Candidate>();
    is_shared::<Plan<'static>>();
    is_shared::<Outcome>();
    is_shared::<Metrics>();
    is_shared::<EngineError>();
}

#[test]
fn the_official_seeds_give_the_official_files() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/manifest.json");
    let manifest: Value = from_slice(&fs::read(manifest).unwrap()).unwrap();
    let entries = manifest["datasets"].as_array().unwrap();
    let markets = manifest["markets"].as_array().unwrap();
    assert_eq!(entries.len(), 6);
    for entry in entries {
        let timeframe = match entry["timeframe"].as_str().unwrap() {
            "hourly" => Timeframe::Hourly,
            _ => Timeframe::Daily,
        };
        let is_its = |market: &&Value| market["marketId"] == entry["marketId"];
        let market = markets.iter().find(is_its).unwrap();
        let key = market["marketKey"].as_str().unwrap();
        let seed = entry["provenance"]["seed"].as_u64().unwrap();
        let dataset = Dataset::generate(key, timeframe, seed).unwrap();
        assert_eq!(dataset.sha256, entry["sha256"].as_str().unwrap(), "{key} {timeframe:?}");
        assert_eq!(u64::from(dataset.market_id), entry["marketId"].as_u64().unwrap());
    }
}

#[test]
fn a_run_equals_the_simulation_of_the_arena() {
    let dataset = daily();
    let candidate = Candidate::parse(BOLLINGER, &dataset).unwrap();
    let outcome = run(&Plan::new(&candidate, &dataset).unwrap()).unwrap();
    let mut arena = Arena::new();
    arena.insert(dataset.clone());
    let candidate: Value = from_slice(BOLLINGER).unwrap();
    let request = json!({"candidate": candidate, "simulationId": "a", "view": "full"});
    let answer: Value = from_slice(&arena.simulate(request.to_string().as_bytes())).unwrap();
    let data = &answer["ok"];
    let equity = data["portfolio"]["equity"].as_array().unwrap();
    let scored = equity[dataset.trade_start_index..].iter().map(|value| value.as_f64().unwrap());
    assert!(outcome.equity.iter().copied().eq(scored));
    let metric = |name: &str| data["metrics"][name].as_f64();
    assert_eq!(outcome.metrics.number("cvar"), metric("cvar"));
    assert_eq!(outcome.metrics.number("sharpe"), metric("sharpe"));
    assert_eq!(Some(outcome.counts.fills as f64), metric("fills"));
    assert!(outcome.counts.fills > 0);
}

#[test]
fn a_plan_may_have_another_fee() {
    let dataset = daily();
    let candidate = Candidate::parse(BOLLINGER, &dataset).unwrap();
    let official = Plan::new(&candidate, &dataset).unwrap();
    assert_eq!(*official.profile(), PROFILE);
    let free = ExecutionProfile { fee_bps: 0.0, ..PROFILE };
    let free = official.clone().with_profile(free).unwrap();
    let (paid, unpaid) = (run(&official).unwrap(), run(&free).unwrap());
    assert_eq!(run(&official.clone().with_profile(PROFILE).unwrap()).unwrap(), paid);
    assert!(unpaid.metrics.number("executionCost") < paid.metrics.number("executionCost"));
}

#[test]
fn an_invalid_profile_is_rejected() {
    let dataset = daily();
    let candidate = Candidate::parse(BOLLINGER, &dataset).unwrap();
    let plan = Plan::new(&candidate, &dataset).unwrap();
    let wrong = |profile| plan.clone().with_profile(profile).err().map(|error| error.detail);
    for (profile, name) in [
        (ExecutionProfile { fee_bps: -1.0, ..PROFILE }, "fee_bps is -1"),
        (ExecutionProfile { fee_bps: f64::NAN, ..PROFILE }, "fee_bps is NaN"),
        (ExecutionProfile { fee_bps: 1e4, ..PROFILE }, "fee_bps is 10000"),
        (ExecutionProfile { max_abs_position: 0.0, ..PROFILE }, "max_abs_position is 0"),
        (ExecutionProfile { max_abs_position: 1.5, ..PROFILE }, "max_abs_position is 1.5"),
        (
            ExecutionProfile { max_estimated_slippage_bps: -1.0, ..PROFILE },
            "max_estimated_slippage_bps is -1",
        ),
        (
            ExecutionProfile { max_trade_pct_liquidity: f64::INFINITY, ..PROFILE },
            "max_trade_pct_liquidity is inf",
        ),
        (
            ExecutionProfile { min_edge_to_cost_ratio: -0.5, ..PROFILE },
            "min_edge_to_cost_ratio is -0.5",
        ),
        (ExecutionProfile { min_position_delta: -0.5, ..PROFILE }, "min_position_delta is -0.5"),
        (ExecutionProfile { min_final_delta: -0.5, ..PROFILE }, "min_final_delta is -0.5"),
    ] {
        let detail = wrong(profile).expect(name);
        assert!(detail.starts_with(&format!("Cannot plan a run: {name}, must be ")), "{detail}");
    }
    let edge = ExecutionProfile { fee_bps: 9_999.0, min_final_delta: 0.0, ..PROFILE };
    assert_eq!(wrong(ExecutionProfile { max_abs_position: 0.5, ..edge }), None);
}

#[test]
fn a_candidate_runs_on_its_own_dataset() {
    let (daily, hourly) = (daily(), Dataset::generate("susde", Timeframe::Hourly, 7).unwrap());
    let candidate = Candidate::parse(BOLLINGER, &daily).unwrap();
    let code = |found: Result<_, EngineError>| found.err().map(|error: EngineError| error.code);
    assert_eq!(code(Plan::new(&candidate, &daily).map(|_| ())), None);
    let wanted = Some(ErrorCode::DataDatasetNotFound);
    assert_eq!(code(Plan::new(&candidate, &hourly).map(|_| ())), wanted);
    let refused = Candidate::parse(BOLLINGER, &hourly).unwrap_err();
    assert_eq!(refused.field_errors[0].message, "is \"daily\", must be hourly");
    let other = Dataset::generate("ghousd", Timeframe::Daily, 7).unwrap();
    assert_eq!(code(Plan::new(&candidate, &other).map(|_| ())), wanted);
    assert_eq!(code(Candidate::parse(b"{", &daily).map(|_| ())), Some(ErrorCode::MalformedJson));
}

#[test]
fn an_error_is_a_sentence_with_its_fields() {
    let error = Dataset::generate("usde", Timeframe::Daily, 7).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Cannot generate a dataset: 1 field is wrong, see fieldErrors; \
         /marketKey must be susde or susdf or ghousd"
    );
    let error: Box<dyn core::error::Error> = Box::new(error);
    assert!(error.source().is_none());
}
