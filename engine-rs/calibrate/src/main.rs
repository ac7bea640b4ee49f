//! `deno task calibrate`: see `--help`.

use arena_calibrate::documents;
use arena_calibrate::official::{official, versions};
use arena_calibrate::options::{HELP, Options, Subject, Verdict};
use arena_calibrate::season::report::report;
use arena_calibrate::survey::Survey;
use arena_calibrate::table::{Column, Table};
use arena_calibrate::worker_pool::WorkerPool;
use arena_engine::internals::time::iso;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    let text = match Options::read(std::env::args().skip(1)) {
        Ok(None) => Ok(HELP.to_owned()),
        Ok(Some(options)) => measured(&options),
        Err(sentence) => Err(sentence),
    };
    let (is_said, code) = match text {
        Ok(text) => (io::stdout().write_all(text.as_bytes()), ExitCode::SUCCESS),
        Err(sentence) => (writeln!(io::stderr(), "calibrate: {sentence}"), ExitCode::FAILURE),
    };
    if is_said.is_ok() { code } else { ExitCode::FAILURE }
}

fn measured(options: &Options) -> Result<String, String> {
    let date = options.date.clone().unwrap_or_else(today);
    match &options.subject {
        Subject::Verdict(verdict) => calibrate(options, verdict, date),
        Subject::Season(season) => {
            report(options, season, &date, &WorkerPool::new(threads(options), &progress))
        }
    }
}

fn calibrate(options: &Options, verdict: &Verdict, date: String) -> Result<String, String> {
    let survey = Survey { seed: options.seed, dice: verdict.dice, fresh: verdict.fresh };
    let mut columns = Vec::new();
    for market_key in &verdict.markets {
        for timeframe in &verdict.timeframes {
            let name = format!("{market_key} {}", timeframe.name());
            let of_dataset = |what: &str, done, of| progress(&format!("{name}: {what}"), done, of);
            let pool = WorkerPool::new(threads(options), &of_dataset);
            let figures = survey.figures(official(market_key, *timeframe)?, &pool);
            let figures = figures.ok_or(format!("{name} has no generator"))?;
            columns.push(Column { market_key, timeframe: timeframe.name(), figures });
        }
    }
    let mut facts = versions()?.to_vec();
    let sizes = [verdict.dice, verdict.fresh].map(|size| size as u64);
    facts.extend([("seed", options.seed), ("dice", sizes[0]), ("fresh", sizes[1])]);
    let table = Table { date, command: options.command(), facts, columns };
    if verdict.write {
        documents::write(&table).map_err(|error| error.to_string())?;
    }
    Ok(if verdict.json { table.json() } else { table.markdown() })
}

fn threads(options: &Options) -> usize {
    let cores = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    options.threads.unwrap_or_else(cores)
}

/// Says every fiftieth part of a work, and its last.
fn progress(what: &str, done: usize, of: usize) {
    if done == of || done * 50 / of != (done - 1) * 50 / of {
        let end = if done == of { "\n" } else { "" };
        // A closed standard error changes no figure.
        let _ = write!(io::stderr(), "\r{what}: {done} of {of}{end}");
    }
}

fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = iso(i64::try_from(since.as_millis()).unwrap_or_default());
    now.split_once('T').map_or(String::new(), |(date, _)| date.to_owned())
}
