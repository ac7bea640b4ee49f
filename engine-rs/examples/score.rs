//! Scores a candidate like the service: simulate, evaluate, read the score.
//!
//! `cargo run --example score`

#![allow(clippy::print_stdout, reason = "an example shows its figures")]

use arena_engine::{Arena, Dataset, Timeframe, Uncounted};
use serde_json::{Value, json};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arena = Arena::new();
    arena.insert(Dataset::generate("susde", Timeframe::Hourly, 7)?);

    let candidate = json!({
        "marketId": 1,
        "components": [{ "strategyId": "yield-rsi", "strategyParams": { "oversold": 25 } }],
    });
    let request = json!({ "candidate": candidate, "simulationId": "example", "view": "summary" });
    let simulation = answered(&arena.simulate(&serde_json::to_vec(&request)?))?;

    // A host with callers counts their trials; this example does not count.
    let payload = serde_json::to_vec(&simulation)?;
    let evaluation = answered(&arena.evaluate(b"{}", &payload, &mut Uncounted))?;

    println!("return per year {}", simulation["metrics"]["compoundAnnualReturn"]);
    println!("score           {}", evaluation["score"]);
    println!("eligible        {}", evaluation["eligibility"]["eligible"]);
    println!("result          {}", evaluation["evidence"]["resultHash"]);
    Ok(())
}

/// Returns the value of `ok`; an answer is `{"ok"}` or `{"error"}`.
fn answered(answer: &[u8]) -> Result<Value, Box<dyn Error>> {
    let mut answer: Value = serde_json::from_slice(answer)?;
    match answer.get("error") {
        Some(error) => Err(error["detail"].to_string().into()),
        None => Ok(answer["ok"].take()),
    }
}
