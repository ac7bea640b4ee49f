//! Runs and ranks of a season, `RULES.md` 9.2.

use super::datasets::Datasets;
use crate::evaluation::benchmark::{buy_and_hold, idle};
use crate::evaluation::utility::Utility;
use crate::evaluation::verdict::{Edge, passive_gap, utility};
use crate::generator::{MarketSpec, path, path_seeds};
use crate::json::{Json, parse};
use crate::market::{Dataset, Series};
use crate::season::{Line, Ranks};
use crate::simulation::{Plan, run_fills};

/// Returns the utility of candidates, then of Hold and idle with a capital, on the path of each
/// seed: one row after the other. `NaN` where a run has no utility. `None` for a dataset without a
/// generator, or candidates that are not a list of valid candidates of the dataset.
pub(super) fn path_utilities(
    datasets: &Datasets,
    dataset: &Dataset,
    (capital, candidates): (f64, &[u8]),
    seeds: &[u64],
) -> Option<Vec<f64>> {
    let spec = MarketSpec::of_key(&dataset.market_key)?;
    let Json::Array(candidates) = parse(candidates).ok()? else { return None };
    let (clock, start) = (&dataset.series.clock, dataset.trade_start_index);
    let plans: Vec<Plan> = candidates
        .iter()
        .map(|document| Some(datasets.candidate(document).ok()?.0.plan(start)))
        .collect::<Option<_>>()?;
    let mut rows = vec![f64::NAN; (plans.len() + 2) * seeds.len()];
    for (column, seed) in seeds.iter().enumerate() {
        let series = path(spec, *seed, clock)?;
        let own = plans.iter().map(|plan| utility(&run_fills(plan, &series), &series));
        for (row, found) in own.chain(lines(capital, &series, start)).enumerate() {
            rows[row * seeds.len() + column] = found.unwrap_or(f64::NAN);
        }
    }
    Some(rows)
}

fn lines(capital: f64, series: &Series, start: usize) -> [Option<f64>; 2] {
    [buy_and_hold(capital, series, start), idle(capital, series, start)]
        .map(|metrics| metrics.map(|metrics| Utility::of(&metrics).total()))
}

/// Returns the seeds of the paths of a verdict on a catalogue strategy, in their order.
pub fn sister_seeds() -> Vec<u64> {
    path_seeds::sister_seeds(path_seeds::SCENARIO_SEED).to_vec()
}

/// Returns the edge of rows of utilities on the first paths of a verdict, of which the last two are
/// Hold and idle. `None` for a dataset without a generator, and for fewer than three paths.
pub(super) fn path_edges(dataset: &Dataset, utilities: &[f64], paths: usize) -> Option<Vec<f64>> {
    let gap = passive_gap(dataset)?;
    let rows: Vec<&[f64]> = utilities.chunks_exact(paths.max(3)).collect();
    let (idle, rest) = rows.split_last()?;
    let (hold, own) = rest.split_last()?;
    let less = |one: &[f64], other: &[f64]| -> Vec<f64> {
        one.iter().zip(other).map(|(one, other)| one - other).collect()
    };
    let (controls, line) = (less(hold, idle), if gap >= 0.0 { hold } else { idle });
    Some(own.iter().map(|row| Edge::of(&less(row, line), &controls, gap).edge).collect())
}

/// Numbers before the rows of [`season_ranks`].
const HEAD: usize = 4;
/// Numbers of a row.
const ROW: usize = 11;

/// Returns the places of rows of `paths` utilities: the entries by number, then Hold, then idle.
///
/// First the number of kept rows, level and `t` of the bar (`NaN` with one kept row), and the line
/// (0 Hold, 1 idle). Then for each row: mean, edge, its standard error, score, rank, first and last
/// place of the rank interval, whether it beats both lines, whether it is a leader, the row that it
/// is the same as and the one that it is like (-1: no other). Then the rows from the first place to
/// the last. Empty when rows are missing.
pub fn season_ranks(utilities: &[f64], paths: usize) -> Vec<f64> {
    let Some(ranks) = Ranks::of(utilities, paths) else { return Vec::new() };
    let [level, t] = ranks.bar.unwrap_or([f64::NAN; 2]);
    let mut numbers = Vec::with_capacity(HEAD + (ROW + 1) * ranks.rows.len());
    numbers.extend([ranks.kept as f64, level, t, f64::from(ranks.line == Line::Idle)]);
    let place = |row: Option<usize>| row.map_or(-1.0, |row| row as f64);
    for row in &ranks.rows {
        let [first, last] = row.interval.map(|place| place as f64);
        let flags = [row.beats_lines, row.is_leader].map(f64::from);
        numbers.extend([row.mean, row.edge, row.edge_standard_error, row.score, row.rank as f64]);
        numbers.extend([first, last, flags[0], flags[1], place(row.same_as), place(row.like)]);
    }
    numbers.extend(ranks.order.iter().map(|row| *row as f64));
    numbers
}
