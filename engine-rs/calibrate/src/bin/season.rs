//! `deno task calibrate:season`: see `--help`.

use arena_calibrate::season::options::{HELP, Options};
use arena_calibrate::season::report::report;
use arena_calibrate::worker_pool::WorkerPool;
use arena_engine::internals::time::iso;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    match Options::read(std::env::args().skip(1)) {
        Ok(None) => said(io::stdout(), HELP),
        Ok(Some(options)) => match measured(&options) {
            Ok(text) => said(io::stdout(), &text),
            Err(sentence) => wrong(&sentence),
        },
        Err(sentence) => wrong(&sentence),
    }
}

fn measured(options: &Options) -> Result<String, String> {
    let cores = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let progress = |what: &str, done: usize, of: usize| {
        // every twentieth part, and the last
        if done == of || done * 20 / of != (done - 1) * 20 / of {
            let end = if done == of { "\n" } else { "" };
            said(io::stderr(), &format!("\r{what}: {done} of {of}{end}"));
        }
    };
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = iso(i64::try_from(since.as_millis()).unwrap_or_default());
    let date = now.split_once('T').map_or("", |(date, _)| date);
    report(options, date, &WorkerPool::new(options.threads.unwrap_or_else(cores), &progress))
}

fn wrong(sentence: &str) -> ExitCode {
    said(io::stderr(), &format!("calibrate:season: {sentence}\n"));
    ExitCode::FAILURE
}

fn said(mut output: impl Write, text: &str) -> ExitCode {
    match output.write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
