//! The return of a strategy when trades cost more than under the official policy.
//!
//! `cargo run --example another_fee`

#![allow(clippy::print_stdout, reason = "an example shows its figures")]

use arena_engine::{
    Candidate, Dataset, EngineError, ExecutionProfile, PROFILE, Plan, Timeframe, run,
};

fn main() -> Result<(), EngineError> {
    let dataset = Dataset::generate("susde", Timeframe::Hourly, 7)?;
    let body = br#"{"marketId": 1, "components": [{"strategyId": "yield-bollinger"}]}"#;
    let candidate = Candidate::parse(body, &dataset)?;

    println!("fee bps   fills   return per year");
    for fee_bps in [PROFILE.fee_bps, 5.0, 10.0, 20.0] {
        let profile = ExecutionProfile { fee_bps, ..PROFILE };
        let outcome = run(&Plan::new(&candidate, &dataset)?.with_profile(profile)?)?;
        let (fills, growth) = (
            outcome.counts.fills,
            outcome.metrics.number("compoundAnnualReturn").unwrap_or(f64::NAN),
        );
        println!("{fee_bps:7} {fills:7} {:16.2} %", 100.0 * growth);
    }
    Ok(())
}
