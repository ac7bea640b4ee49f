//! The command line.

use arena_engine::internals::generator::MarketSpec;
use arena_engine::internals::market::Timeframe;
use core::fmt::Write;

/// Output of `--help`.
pub const HELP: &str = "\
Measures what a verdict, or the ranks of a season, are worth (RULES.md 6.7 and 9.2).

  deno task calibrate [flags]          the verdict of an evaluation
  deno task calibrate season [flags]   the ranks of seasons

Of both:
  --seed N            seed of the candidates and seasons (1)
  --threads N         threads (all cores); they change nothing but the time
  --date YYYY-MM-DD   date of the table (today)

Of the verdict:
  --markets A,B       markets (susde,susdf,ghousd)
  --timeframe T       hourly or daily only (both)
  --dice N            dice a dataset (1200); other families in proportion: 300 hold-like,
                      600 of the catalogue, 2000 rules, 600 of foresight
  --fresh N           fresh paths on which the truth is measured (400)
  --quick             a tenth of the candidates and 64 fresh paths, for a first look
  --json              prints the table as JSON, not as text
  --write             writes the table into engine-rs/RULES.md and server/contracts/calibration.ts

Of seasons:
  --boards A,B        boards (susde-daily,ghousd-daily,susdf-daily,susde-hourly)
  --full              the sizes of the goals: 100 seasons of 1,000 on 512 paths, from 1,400 dice and
                      the other families on 2,048 paths of truth and 2,048 of seasons. Without it:
                      20 seasons of 200 on 128 paths, from 280 dice on 512 and 512

The published sizes take minutes on two cores, --quick less than one; --full takes about 19 minutes
of processor time. Progress is on standard error.
";

/// A parsed command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Seed of candidates and seasons.
    pub seed: u64,
    /// Threads, all cores when `None`.
    pub threads: Option<usize>,
    /// Date of the table, today when `None`.
    pub date: Option<String>,
    /// What is measured.
    pub subject: Subject,
}

/// What is measured, and how much of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The verdict of an evaluation.
    Verdict(Verdict),
    /// The ranks of seasons.
    Season(Season),
}

/// Extent and output of a calibration of the verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Keys of the markets.
    pub markets: Vec<&'static str>,
    /// Timeframes.
    pub timeframes: Vec<Timeframe>,
    /// Dice per dataset; the other families are in proportion.
    pub dice: usize,
    /// Fresh paths.
    pub fresh: usize,
    /// Whether the table is printed as JSON.
    pub json: bool,
    /// Whether the documents are written.
    pub write: bool,
}

/// Extent of a calibration of seasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    /// Market and timeframe of each board.
    pub boards: Vec<(String, Timeframe)>,
    /// Extent.
    pub size: Size,
}

/// Sizes of seasons and of their pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Seasons of each kind.
    pub seasons: usize,
    /// Entries of a season.
    pub rows: usize,
    /// Paths of a season.
    pub paths: usize,
    /// Dice in the pool.
    pub dice: usize,
    /// Paths that tell what is true; as many others are those of seasons.
    pub truth: usize,
}

/// Dice and fresh paths of the published table, and those of `--quick`.
const PUBLISHED: (usize, usize) = (1_200, 400);
const QUICK: (usize, usize) = (PUBLISHED.0 / 10, 64);
/// Minimum of both.
const LEAST: usize = 4;
const BOARDS: &str = "susde-daily,ghousd-daily,susdf-daily,susde-hourly";
/// The size of the goals of seasons.
const FULL: Size = Size { seasons: 100, rows: 1_000, paths: 512, dice: 1_400, truth: 2_048 };
/// The size without `--full`.
const SMALL: Size = Size { seasons: 20, rows: 200, paths: 128, dice: 280, truth: 512 };

impl Options {
    /// Parses a command line; `Ok(None)` asks for help.
    ///
    /// # Errors
    /// A sentence that names the wrong flag.
    pub fn read(words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut words = words.peekable();
        let subject = match words.next_if(|word| word == "season") {
            Some(_) => Subject::Season(Season { boards: boards(BOARDS)?, size: SMALL }),
            None => Subject::Verdict(Verdict {
                markets: MarketSpec::ALL.map(|spec| spec.market_key).to_vec(),
                timeframes: Timeframe::ALL.to_vec(),
                dice: PUBLISHED.0,
                fresh: PUBLISHED.1,
                json: false,
                write: false,
            }),
        };
        let mut options = Self { seed: 1, threads: None, date: None, subject };
        while let Some(flag) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{flag} needs a value"));
            match (flag.as_str(), &mut options.subject) {
                ("--help" | "-h", _) => return Ok(None),
                ("--seed", _) => options.seed = number(&flag, &value()?, 0)?,
                ("--threads", _) => options.threads = Some(number(&flag, &value()?, 1)?),
                ("--date", _) => options.date = Some(date(value()?)?),
                ("--quick", Subject::Verdict(one)) => (one.dice, one.fresh) = QUICK,
                ("--json", Subject::Verdict(one)) => one.json = true,
                ("--write", Subject::Verdict(one)) => one.write = true,
                ("--dice", Subject::Verdict(one)) => one.dice = number(&flag, &value()?, LEAST)?,
                ("--fresh", Subject::Verdict(one)) => one.fresh = number(&flag, &value()?, LEAST)?,
                ("--markets", Subject::Verdict(one)) => one.markets = markets(&value()?)?,
                ("--timeframe", Subject::Verdict(one)) => {
                    one.timeframes = vec![timeframe(&value()?)?];
                }
                ("--full", Subject::Season(one)) => one.size = FULL,
                ("--boards", Subject::Season(one)) => one.boards = boards(&value()?)?,
                _ => return Err(format!("{flag} is no flag, see --help")),
            }
        }
        Ok(Some(options))
    }

    /// Returns the command that reproduces the figures.
    pub fn command(&self) -> String {
        let seed = self.seed;
        match &self.subject {
            Subject::Verdict(one) => {
                let mut command = format!("deno task calibrate --seed {seed}");
                if one.markets.len() < MarketSpec::ALL.len() {
                    let _ = write!(command, " --markets {}", one.markets.join(","));
                }
                if let [timeframe] = one.timeframes[..] {
                    let _ = write!(command, " --timeframe {}", timeframe.name());
                }
                let _ = write!(command, " --dice {} --fresh {}", one.dice, one.fresh);
                command
            }
            Subject::Season(one) => {
                let name = |(market, timeframe): &(String, Timeframe)| {
                    format!("{market}-{}", timeframe.name())
                };
                let names = one.boards.iter().map(name).collect::<Vec<_>>().join(",");
                let full = if one.size == FULL { " --full" } else { "" };
                format!("deno task calibrate season --seed {seed} --boards {names}{full}")
            }
        }
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

fn boards(text: &str) -> Result<Vec<(String, Timeframe)>, String> {
    text.split(',')
        .map(|board| {
            let (market, timeframe) = board.rsplit_once('-').unwrap_or((board, ""));
            Timeframe::from_name(timeframe)
                .map(|timeframe| (market.to_owned(), timeframe))
                .ok_or_else(|| format!("--boards has {board}, must be like susde-hourly"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Option<Options>, String> {
        Options::read(words.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn defaults_give_the_published_table() {
        let command = |words| read(words).unwrap().unwrap().command();
        assert_eq!(command(""), "deno task calibrate --seed 1 --dice 1200 --fresh 400");
        let boards = format!("deno task calibrate season --seed 1 --boards {BOARDS}");
        assert_eq!(command("season"), boards);
        assert_eq!((read("--seed 2 --help"), read("season --help")), (Ok(None), Ok(None)));
    }

    #[test]
    fn flags_set_the_extent_of_the_calibration() {
        let command = |words| read(words).unwrap().unwrap().command();
        let flags = "--quick --dice 40 --markets susdf,susde --timeframe daily --threads 3 --json";
        let expected = "deno task calibrate --seed 1 --markets susdf,susde --timeframe daily --dice 40 --fresh 64";
        assert_eq!(command(flags), expected);
        let expected = "deno task calibrate season --seed 4 --boards susdf-daily --full";
        assert_eq!(command("season --full --boards susdf-daily --seed 4"), expected);
        let options = read("--threads 3 --date 2026-11-22 --write").unwrap().unwrap();
        assert_eq!((options.threads, options.date.as_deref()), (Some(3), Some("2026-11-22")));
        let Subject::Verdict(verdict) = options.subject else { panic!("a verdict is the default") };
        assert!(verdict.write && !verdict.json);
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
            ("--full", "--full is no flag, see --help"),
            ("season --quick", "--quick is no flag, see --help"),
            ("season --boards susde", "--boards has susde, must be like susde-hourly"),
            ("seasons", "seasons is no flag, see --help"),
        ] {
            assert_eq!(read(flags), Err(wanted.to_owned()));
        }
    }
}
