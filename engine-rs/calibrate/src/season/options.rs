//! The flags of `deno task calibrate:season`.

use arena_engine::internals::market::Timeframe;

/// Output of `--help`.
pub const HELP: &str = "\
Measures what the ranks of seasons are worth (RULES.md 9.2).

  deno task calibrate:season [flags]

  --seed N       seed of the candidates and seasons (1)
  --boards A,B   boards (susde-daily,ghousd-daily,susdf-daily,susde-hourly)
  --full         the sizes of the goals: 100 seasons of 1,000 on 512 paths, from 1,400 dice and the
                 other families on 2,048 paths of truth and 2,048 of seasons. Without it: 20 seasons
                 of 200 on 128 paths, from 280 dice on 512 and 512
  --threads N    threads (all cores); they change nothing but the time

--full takes about 19 minutes of processor time, most of them for the hourly board; the small
sizes take one. Progress is on standard error.
";

/// Extent of a calibration.
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

/// The size of the goals.
pub const FULL: Size = Size { seasons: 100, rows: 1_000, paths: 512, dice: 1_400, truth: 2_048 };
/// The size without `--full`.
pub const SMALL: Size = Size { seasons: 20, rows: 200, paths: 128, dice: 280, truth: 512 };

/// The parsed command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Seed of candidates and seasons.
    pub seed: u64,
    /// Market and timeframe of each board.
    pub boards: Vec<(String, Timeframe)>,
    /// Extent.
    pub size: Size,
    /// Threads, all cores when `None`.
    pub threads: Option<usize>,
}

impl Options {
    /// Parses flags; `Ok(None)` asks for help.
    ///
    /// # Errors
    /// A sentence that names the wrong flag.
    pub fn read(mut flags: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let boards = boards("susde-daily,ghousd-daily,susdf-daily,susde-hourly")?;
        let mut options = Self { seed: 1, boards, size: SMALL, threads: None };
        while let Some(flag) = flags.next() {
            let mut value = || flags.next().ok_or_else(|| format!("{flag} needs a value"));
            match flag.as_str() {
                "--help" | "-h" => return Ok(None),
                "--full" => options.size = FULL,
                "--seed" => options.seed = number(&flag, &value()?)?,
                "--threads" => options.threads = Some(number(&flag, &value()?)?),
                "--boards" => options.boards = self::boards(&value()?)?,
                _ => return Err(format!("{flag} is no flag, see --help")),
            }
        }
        Ok(Some(options))
    }

    /// Returns the command that makes the same figures.
    pub fn command(&self) -> String {
        let names: Vec<String> = self
            .boards
            .iter()
            .map(|(market, timeframe)| format!("{market}-{}", timeframe.name()))
            .collect();
        let full = if self.size == FULL { " --full" } else { "" };
        format!(
            "deno task calibrate:season --seed {} --boards {}{full}",
            self.seed,
            names.join(",")
        )
    }
}

fn number<N: core::str::FromStr>(flag: &str, text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{flag} is {text}, must be a whole number"))
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

    #[test]
    fn flags_set_the_extent() {
        let read = |flags: &str| Options::read(flags.split_whitespace().map(str::to_owned));
        assert_eq!(read("--help"), Ok(None));
        let options = read("--full --boards susdf-daily --seed 4").unwrap().unwrap();
        assert_eq!((options.size, options.boards.len()), (FULL, 1));
        let command = "deno task calibrate:season --seed 4 --boards susdf-daily --full";
        assert_eq!(options.command(), command);
        assert_eq!(read("--fast"), Err("--fast is no flag, see --help".to_owned()));
        let wrong = "--boards has susde, must be like susde-hourly";
        assert_eq!(read("--boards susde"), Err(wrong.to_owned()));
    }
}
