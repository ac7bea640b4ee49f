//! The flags of the command line.

use arena_engine::internals::generator::MarketSpec;
use arena_engine::internals::market::Timeframe;
use core::fmt::Write;

/// Output of `--help`.
pub const HELP: &str = "\
Measures what the verdict of an evaluation is worth.

  deno task calibrate [flags]

  --seed N            seed of the candidates (1)
  --markets A,B       markets (susde,susdf,ghousd)
  --timeframe T       hourly or daily only (both)
  --dice N            dice a dataset (1200); other families in proportion: 300 hold-like,
                      600 of the catalogue, 2000 rules, 600 of foresight
  --fresh N           fresh paths on which the truth is measured (400)
  --quick             a tenth of the candidates and 64 fresh paths, for a first look
  --threads N         threads (all cores); they change nothing but the time
  --date YYYY-MM-DD   date of the table (today)
  --json              prints the table as JSON, not as text
  --write             writes the table into engine-rs/RULES.md and server/contracts/calibration.ts

The published sizes take minutes on two cores, --quick less than one; progress is on standard error.
";

/// Extent and output of the calibration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Seed of the candidates.
    pub seed: u64,
    /// Keys of the markets.
    pub markets: Vec<&'static str>,
    /// Timeframes.
    pub timeframes: Vec<Timeframe>,
    /// Dice per dataset; the other families are in proportion.
    pub dice: usize,
    /// Fresh paths.
    pub fresh: usize,
    /// Threads, all cores when `None`.
    pub threads: Option<usize>,
    /// Date of the table, today when `None`.
    pub date: Option<String>,
    /// Whether the table is printed as JSON.
    pub json: bool,
    /// Whether the documents are written.
    pub write: bool,
}

/// Dice per dataset in the published table.
pub const DICE: usize = 1_200;
/// Fresh paths of the published table.
const FRESH: usize = 400;
const QUICK: (usize, usize) = (DICE / 10, 64);
/// Minimum of both.
const LEAST: usize = 4;

impl Options {
    /// Parses flags; `Ok(None)` asks for help.
    ///
    /// # Errors
    /// A sentence that names the wrong flag.
    pub fn read(mut flags: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut options = Self {
            seed: 1,
            markets: MarketSpec::ALL.map(|spec| spec.market_key).to_vec(),
            timeframes: Timeframe::ALL.to_vec(),
            dice: DICE,
            fresh: FRESH,
            threads: None,
            date: None,
            json: false,
            write: false,
        };
        while let Some(flag) = flags.next() {
            let mut value = || flags.next().ok_or_else(|| format!("{flag} needs a value"));
            match flag.as_str() {
                "--help" | "-h" => return Ok(None),
                "--quick" => (options.dice, options.fresh) = QUICK,
                "--json" => options.json = true,
                "--write" => options.write = true,
                "--seed" => options.seed = number(&flag, &value()?, 0)?,
                "--dice" => options.dice = number(&flag, &value()?, LEAST)?,
                "--fresh" => options.fresh = number(&flag, &value()?, LEAST)?,
                "--threads" => options.threads = Some(number(&flag, &value()?, 1)?),
                "--date" => options.date = Some(date(value()?)?),
                "--markets" => options.markets = markets(&value()?)?,
                "--timeframe" => options.timeframes = vec![timeframe(&value()?)?],
                _ => return Err(format!("{flag} is no flag, see --help")),
            }
        }
        Ok(Some(options))
    }
}

impl Options {
    /// Returns the command that reproduces the table.
    pub fn command(&self) -> String {
        let mut command = format!("deno task calibrate --seed {}", self.seed);
        if self.markets.len() < MarketSpec::ALL.len() {
            let _ = write!(command, " --markets {}", self.markets.join(","));
        }
        if let [timeframe] = self.timeframes[..] {
            let _ = write!(command, " --timeframe {}", timeframe.name());
        }
        let _ = write!(command, " --dice {} --fresh {}", self.dice, self.fresh);
        command
    }
}

fn number<N: Copy + core::str::FromStr + PartialOrd + core::fmt::Display>(
    flag: &str,
    text: &str,
    least: N,
) -> Result<N, String> {
    let read = text.parse::<N>().ok().filter(|number| *number >= least);
    read.ok_or_else(|| format!("{flag} is {text}, must be a whole number from {least} on"))
}

fn date(text: String) -> Result<String, String> {
    let is_date = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if is_date { Ok(text) } else { Err(format!("--date is {text}, must be like 2026-11-22")) }
}

fn markets(text: &str) -> Result<Vec<&'static str>, String> {
    let known = |key: &str| {
        let spec = MarketSpec::of_key(key).map(|spec| spec.market_key);
        spec.ok_or_else(|| format!("--markets has {key}, which no generator makes"))
    };
    text.split(',').map(known).collect()
}

fn timeframe(text: &str) -> Result<Timeframe, String> {
    Timeframe::from_name(text)
        .ok_or_else(|| format!("--timeframe is {text}, must be hourly or daily"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(flags: &str) -> Result<Option<Options>, String> {
        Options::read(flags.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn defaults_give_the_published_table() {
        let options = read("").unwrap().unwrap();
        assert_eq!((options.dice, options.fresh, options.seed), (1_200, 400, 1));
        assert_eq!((options.markets.len(), options.timeframes.len()), (3, 2));
        assert!(!options.json && !options.write);
        assert_eq!(read("--seed 2 --help"), Ok(None));
    }

    #[test]
    fn flags_set_the_extent_of_the_calibration() {
        let flags = "--quick --dice 40 --markets susdf,susde --timeframe daily --threads 3 --json";
        let options = read(flags).unwrap().unwrap();
        assert_eq!((options.dice, options.fresh, options.threads), (40, 64, Some(3)));
        assert_eq!(options.markets, ["susdf", "susde"]);
        assert_eq!(options.timeframes, [Timeframe::Daily]);
        assert!(options.json);
        let command = "deno task calibrate --seed 1 --markets susdf,susde --timeframe daily --dice 40 --fresh 64";
        assert_eq!(options.command(), command);
    }

    #[test]
    fn a_wrong_flag_is_named() {
        for (flags, wanted) in [
            ("--dice 3", "--dice is 3, must be a whole number from 4 on"),
            ("--seed", "--seed needs a value"),
            ("--date 22.11.2026", "--date is 22.11.2026, must be like 2026-11-22"),
            ("--markets usde", "--markets has usde, which no generator makes"),
            ("--timeframe weekly", "--timeframe is weekly, must be hourly or daily"),
            ("--fast", "--fast is no flag, see --help"),
        ] {
            assert_eq!(read(flags), Err(wanted.to_owned()));
        }
    }
}
