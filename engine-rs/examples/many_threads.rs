//! Runs variants of a strategy on all cores. Threads share the dataset without copying it.
//!
//! `cargo run --release --example many_threads`

#![allow(clippy::print_stdout, reason = "an example shows its figures")]

use arena_engine::{Candidate, Dataset, EngineError, Plan, Timeframe, run};
use std::thread;

fn main() -> Result<(), EngineError> {
    let dataset = Dataset::generate("susde", Timeframe::Hourly, 7)?;
    let tenths: Vec<u32> = (5..=40).step_by(5).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);

    let growths = thread::scope(|scope| {
        let parts = tenths.chunks(tenths.len().div_ceil(threads));
        let workers: Vec<_> = parts
            .map(|part| {
                scope.spawn(|| part.iter().map(|tenths| growth(&dataset, *tenths)).collect())
            })
            .collect();
        let parts = workers.into_iter().map(|worker| worker.join().unwrap_or_default());
        parts.collect::<Vec<Vec<Result<f64, EngineError>>>>().concat()
    });

    for (tenths, growth) in tenths.iter().zip(growths) {
        let k = f64::from(*tenths) / 10.0;
        println!("k {k:.1}: {:.2} % per year", 100.0 * growth?);
    }
    Ok(())
}

/// Returns the annual growth of `yield-bollinger` with bands at `tenths` tenths of a deviation.
fn growth(dataset: &Dataset, tenths: u32) -> Result<f64, EngineError> {
    let k = f64::from(tenths) / 10.0;
    let body = format!(
        r#"{{"marketId": 1, "components": [
            {{"strategyId": "yield-bollinger", "strategyParams": {{"k": {k}}}}}]}}"#
    );
    let candidate = Candidate::parse(body.as_bytes(), dataset)?;
    Ok(run(&Plan::new(&candidate, dataset)?)?
        .metrics
        .number("compoundAnnualReturn")
        .unwrap_or(f64::NAN))
}
