//! The figures of the ranks of seasons, as a table of text.

use super::made_up::{Bet, bets, equal_rows};
use super::played::{Played, chosen, play};
use super::pool::{Extent, Member, Pool};
use crate::draw::Draw;
use crate::family::Family;
use crate::official::official;
use crate::options::{Options, Season, Size};
use crate::statistics::median;
use crate::worker_pool::WorkerPool;
use arena_engine::internals::num::{max, stats};
use core::fmt::Write;
use core::ops::Range;

/// True edges of planted candidates, per year, and how often they must lead.
const PLANTED: [(Range<f64>, &str); 3] = [
    (0.005..0.007, "planted 0.5-0.7 %/y is a leader (goal: 80 of 100)"),
    (0.007..0.01, "planted 0.7-1 %/y is a leader (goal: 95 of 100)"),
    (0.01..f64::INFINITY, "planted > 1 %/y is a leader (goal: 99 of 100)"),
];
/// Gains of made-up bets, per year: below the margin of rule 3 of `RULES.md` 9.2, and above it.
const GAINS: [f64; 3] = [0.0005, 0.0015, 0.003];
/// Their losses. The figure "largest loss" of a board says which of them its world allows.
const LOSSES: [f64; 4] = [0.05, 0.1, 0.2, 0.3];
/// Rows of a season of equal rows.
const EQUAL_ROWS: usize = 200;

/// Returns the figures as Markdown.
///
/// # Errors
/// A sentence when a dataset is missing or has no generator.
pub fn report(
    options: &Options,
    season: &Season,
    date: &str,
    workers: &WorkerPool<'_>,
) -> Result<String, String> {
    let (seed, size) = (options.seed, season.size);
    let Size { seasons, rows, paths, .. } = size;
    let mut text = format!(
        "Ranks of seasons, {date}, `{}`: {seasons} seasons of {rows} entries on {paths} paths\n",
        options.command()
    );
    for (market, timeframe) in &season.boards {
        let dataset = official(market, *timeframe)?;
        let name = format!("{market}-{}", timeframe.name());
        let Size { dice, truth, .. } = size;
        let extent = Extent { dice, truth, hidden: truth };
        let pool = Pool::of(&dataset, extent, seed, workers);
        let pool = pool.ok_or_else(|| format!("{name} has no generator"))?;
        let _ = writeln!(text, "\n{name}\n");
        let board = Board { pool: &pool, seed, size, workers };
        for (label, value) in board.figures() {
            let _ = writeln!(text, "- {label}: {value}");
        }
    }
    let _ = writeln!(text, "\nmade-up utilities, no engine\n");
    let draw = |stream, at: usize| Draw::of(seed, stream, at as u64);
    let shares =
        workers.results("equal rows", seasons, |at| equal_rows(EQUAL_ROWS, paths, draw(81, at)));
    let held = mean(&shares.into_iter().flatten().collect::<Vec<_>>());
    let _ = writeln!(
        text,
        "- rank intervals that hold among {EQUAL_ROWS} equal rows (goal: 95 %): {held}"
    );
    let _ = writeln!(
        text,
        "- seasons of {rows} bets with any that beats the lines, of {seasons} (goal: 5 of 100)\n"
    );
    text.push_str(&bet_table(seed, size, workers));
    Ok(text)
}

/// Returns how many seasons of bets have one that beats the lines: a row per gain, a column per loss.
fn bet_table(seed: u64, size: Size, workers: &WorkerPool<'_>) -> String {
    let Size { seasons, rows, paths, .. } = size;
    let losses = LOSSES.map(|loss| format!(" loss {} |", percent(loss))).concat();
    let mut text = format!("| gain |{losses}\n|---|{}\n", "---|".repeat(LOSSES.len()));
    for gain in GAINS {
        let _ = write!(text, "| {} |", percent(gain));
        for loss in LOSSES {
            let draw = |at: usize| Draw::of(seed, 82, at as u64);
            let beaten = workers.results("bets", seasons, |at| {
                bets(Bet { gain, loss }, rows, paths, draw(at)) == Some(true)
            });
            let _ = write!(text, " {} |", beaten.into_iter().filter(|beats| *beats).count());
        }
        text.push('\n');
    }
    text
}

fn percent(number: f64) -> String {
    format!("{:.2} %/y", 100.0 * number)
}

fn mean(shares: &[f64]) -> String {
    stats::mean(shares).map_or("none".to_owned(), |mean| format!("{:.2} %", 100.0 * mean))
}

struct Board<'a> {
    pool: &'a Pool,
    seed: u64,
    size: Size,
    workers: &'a WorkerPool<'a>,
}

impl Board<'_> {
    fn figures(&self) -> Vec<(String, String)> {
        let luck = |member: &Member| matches!(member.family, Family::Dice | Family::HoldLike);
        let dice = self.pool.those(|member| luck(member) && member.is_no_better());
        let no_better = self.pool.those(|member| {
            matches!(member.family, Family::Rule | Family::Catalogue) && member.is_no_better()
        });
        let everyone = self.pool.those(|_| true);
        let mut figures = vec![
            self.led("seasons of dice and hold-likes with a leader (goal: 5 of 100)", 1, &dice),
            self.led(
                "seasons of rules and candidates not better, with a leader (goal: 5)",
                2,
                &no_better,
            ),
        ];
        for (stream, (range, label)) in (3..).zip(&PLANTED) {
            figures.push(self.planted(label, stream, range, &dice));
        }
        figures.extend(self.mixed(&everyone));
        let loss = everyone.iter().map(|member| self.pool.largest_loss(member)).fold(0.0, max);
        figures.push(("largest loss against the line on a path".into(), percent(loss)));
        figures
    }

    fn season<'p>(&'p self, entries: &[&'p Member], draw: &mut Draw) -> Option<Played<'p>> {
        let Size { rows, paths, .. } = self.size;
        play(self.pool, chosen(entries, rows, draw), paths, draw)
    }

    fn draw(&self, stream: u64, at: usize) -> Draw {
        Draw::of(self.seed, 900 + stream, at as u64)
    }

    /// How many seasons of some candidates have a leader.
    fn led(&self, label: &str, stream: u64, entries: &[&Member]) -> (String, String) {
        let seasons = self.size.seasons;
        let found = self.workers.results(label, seasons, |at| {
            let played = self.season(entries, &mut self.draw(stream, at));
            played.is_some_and(|played| played.has_leader())
        });
        let led = found.into_iter().filter(|has_leader| *has_leader).count();
        let pool = entries.len();
        (label.to_owned(), format!("{led} of {seasons} (pool of {pool})"))
    }

    /// How often a planted candidate of a true edge leads a season of dice.
    fn planted(
        &self,
        label: &str,
        stream: u64,
        range: &Range<f64>,
        dice: &[&Member],
    ) -> (String, String) {
        let planted =
            self.pool.those(|member| member.family == Family::Foresight && member.has_edge(range));
        if planted.is_empty() {
            return (label.to_owned(), "no candidate of this edge".to_owned());
        }
        let Size { seasons, rows, paths, .. } = self.size;
        let found = self.workers.results(label, seasons, |at| {
            let draw = &mut self.draw(stream, at);
            let mut entries = chosen(dice, rows - 1, draw);
            entries.insert(0, planted[at % planted.len()]);
            let played = play(self.pool, entries, paths, draw);
            played.is_some_and(|played| played.ranks.rows[0].is_leader)
        });
        let led = found.into_iter().filter(|is_leader| *is_leader).count();
        let of = planted.len();
        (label.to_owned(), format!("{led} of {seasons} (pool of {of})"))
    }

    /// Seasons of all families: intervals that hold, and their widths and leaders.
    fn mixed(&self, everyone: &[&Member]) -> Vec<(String, String)> {
        let label = "rank intervals that hold in mixed seasons (goal: 95 %)";
        let found = self.workers.results(label, self.size.seasons, |at| {
            let played = self.season(everyone, &mut self.draw(9, at))?;
            let leaders = played.ranks.rows.iter().filter(|row| row.is_leader).count();
            let widths: Vec<f64> = played
                .ranks
                .rows
                .iter()
                .map(|row| (row.interval[1] - row.interval[0] + 1) as f64)
                .collect();
            Some((played.intervals_that_hold()?, leaders as f64, median(&widths)?))
        });
        let found: Vec<(f64, f64, f64)> = found.into_iter().flatten().collect();
        let column = |of: fn(&(f64, f64, f64)) -> f64| found.iter().map(of).collect::<Vec<f64>>();
        let middle = |numbers: Vec<f64>| {
            median(&numbers).map_or("none".to_owned(), |number| number.to_string())
        };
        vec![
            (label.to_owned(), mean(&column(|one| one.0))),
            ("leaders of a mixed season, median".to_owned(), middle(column(|one| one.1))),
            ("width of an interval there, median".to_owned(), middle(column(|one| one.2))),
        ]
    }
}
