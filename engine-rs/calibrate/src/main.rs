//! `deno task calibrate`: see `--help`.

use arena_calibrate::documents;
use arena_calibrate::official::{official, versions};
use arena_calibrate::options::{HELP, Options};
use arena_calibrate::survey::Survey;
use arena_calibrate::table::{Column, Table};
use arena_calibrate::worker_pool::WorkerPool;
use arena_engine::internals::time::iso;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    match Options::read(std::env::args().skip(1)) {
        Ok(None) => said(io::stdout(), HELP),
        Ok(Some(options)) => match calibrate(&options) {
            Ok(text) => said(io::stdout(), &text),
            Err(sentence) => wrong(&sentence),
        },
        Err(sentence) => wrong(&sentence),
    }
}

fn wrong(sentence: &str) -> ExitCode {
    said(io::stderr(), &format!("calibrate: {sentence}\n"));
    ExitCode::FAILURE
}

fn said(mut output: impl Write, text: &str) -> ExitCode {
    match output.write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn calibrate(options: &Options) -> Result<String, String> {
    let threads = options.threads.or_else(|| Some(thread::available_parallelism().ok()?.get()));
    let survey = Survey { seed: options.seed, dice: options.dice, fresh: options.fresh };
    let mut columns = Vec::new();
    for market_key in &options.markets {
        for timeframe in &options.timeframes {
            let name = format!("{market_key} {}", timeframe.name());
            let progress = |what: &str, done: usize, of: usize| {
                // every fiftieth part, and the last
                if done == of || done * 50 / of != (done - 1) * 50 / of {
                    let end = if done == of { "\n" } else { "" };
                    said(io::stderr(), &format!("\r{name}: {what} {done} of {of}{end}"));
                }
            };
            let pool = WorkerPool::new(threads.unwrap_or(1), &progress);
            let figures = survey.figures(official(market_key, *timeframe)?, &pool);
            let figures = figures.ok_or(format!("{name} has no generator"))?;
            columns.push(Column { market_key, timeframe: timeframe.name(), figures });
        }
    }
    let mut facts = versions()?.to_vec();
    let sizes = [options.dice, options.fresh].map(|size| size as u64);
    facts.extend([("seed", options.seed), ("dice", sizes[0]), ("fresh", sizes[1])]);
    let table = Table {
        date: options.date.clone().unwrap_or_else(today),
        command: options.command(),
        facts,
        columns,
    };
    if options.write {
        documents::write(&table).map_err(|error| error.to_string())?;
    }
    Ok(if options.json { table.json() } else { table.markdown() })
}

fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = iso(i64::try_from(since.as_millis()).unwrap_or_default());
    now.split_once('T').map_or(String::new(), |(date, _)| date.to_owned())
}
