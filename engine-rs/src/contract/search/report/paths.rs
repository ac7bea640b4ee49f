//! The choice of the candidates with the best edge. A score is of one path, so candidates are compared
//! on the paths of their verdicts: all of them on the first few, and the better half on as many again.

use super::super::super::season::{path_edges, path_utilities, sister_seeds};
use super::scale::descending;
use super::search::Search;
use super::stage::{Draw, Feed, Stage, Stop, Window, wrong_result};
use super::text::push_whole;

/// Most candidates that run on paths, those with the best scores.
pub(super) const CANDIDATES_MAX: usize = 16_384;
/// Paths on which a candidate has run after each rung; the last are all paths of a verdict.
const PATHS: [usize; 4] = [8, 16, 32, 64];
/// Fewest candidates of a rung.
const RUNG_MIN: usize = 32;
/// Capital of the lines of a verdict.
const LINE_CAPITAL: f64 = 100_000.0;

/// The candidates that ran on paths, and the best of them.
pub(super) struct Choice {
    /// Of each rung the paths and the candidates.
    pub(super) rungs: Vec<(usize, usize)>,
    /// Places of the best, those with the largest edge first.
    pub(super) best: Vec<usize>,
}

/// Returns whether the best candidates are those with the best edge on paths. An imported market has
/// one history, so only the scores on that tell its candidates apart.
pub(super) fn chooses_on_paths(search: &Search<'_>) -> bool {
    let seeds = &sister_seeds()[..1];
    let has_paths =
        |dataset| path_utilities(search.datasets, dataset, (LINE_CAPITAL, b"[]"), seeds).is_some();
    !search.aim.1 && search.used.iter().copied().all(has_paths)
}

/// Returns the candidates, the first path and the path after the last of each rung.
fn rungs(candidates: usize, chosen: usize) -> Vec<(usize, Window)> {
    let (mut count, mut from, mut rungs) = (candidates.min(CANDIDATES_MAX), 0, Vec::new());
    for to in PATHS {
        rungs.push((count, (from, to)));
        count = count.min(count.div_ceil(2).max(chosen).max(RUNG_MIN));
        from = to;
    }
    rungs
}

/// Returns the number of runs on paths for a number of candidates.
pub(super) fn runs_of(candidates: usize, chosen: usize) -> usize {
    rungs(candidates, chosen).iter().map(|(count, (from, to))| count * (to - from)).sum()
}

/// Runs candidates on paths, and returns those with the best edge. `on` has the market of each.
pub(super) fn choose(
    search: &Search<'_>,
    (seen, on): (&[Vec<f64>], &[u32]),
    window: Option<Window>,
    feed: &mut Feed<'_>,
) -> Result<Choice, Stop> {
    let markets = search.ids.len().max(1);
    // The utilities of each candidate on each market, path by path.
    let mut utilities = vec![Vec::<f64>::new(); seen.len() * markets];
    let mut left: Vec<usize> = (0..seen.len()).collect();
    let rungs = if seen.is_empty() { Vec::new() } else { rungs(seen.len(), search.evaluate) };
    for (count, paths) in &rungs {
        left.truncate(*count);
        let mut name = String::from("paths-");
        push_whole(&mut name, paths.1 as f64);
        let stage = Stage {
            name,
            fold: String::new(),
            role: "paths",
            draw: Draw::List(search.rows(&mut left.iter().map(|at| seen[*at].as_slice()))),
            count: left.len() as u64,
            window,
            top: 0,
            passes: 0,
            paths: Some(*paths),
            trials: Vec::new(),
        };
        let (words, rest) = feed.next(&stage)?.as_chunks();
        let more = paths.1 - paths.0;
        if !rest.is_empty() || words.len() != left.len() * markets * more {
            return Err(wrong_result(&stage).into());
        }
        let found: Vec<f64> = words.iter().map(|word| f64::from_le_bytes(*word)).collect();
        let places = left.iter().flat_map(|at| at * markets..(at + 1) * markets);
        for (run, more) in places.zip(found.chunks(more)) {
            utilities[run].extend_from_slice(more);
        }
        let edges = edges(search, (&left, on), &utilities, paths.1);
        let order = descending(&edges);
        left = order.into_iter().map(|at| left[at]).collect();
    }
    left.truncate(search.evaluate);
    Ok(Choice { rungs: rungs.iter().map(|(count, paths)| (paths.1, *count)).collect(), best: left })
}

/// Returns the edge of each candidate, joined over its markets; the smallest number without one.
fn edges(
    search: &Search<'_>,
    (left, markets): (&[usize], &[u32]),
    utilities: &[Vec<f64>],
    paths: usize,
) -> Vec<f64> {
    let each_on = search.ids.len().max(1);
    let mut each = vec![-f64::MAX; left.len() * each_on];
    let seeds = sister_seeds();
    for dataset in &search.used {
        let is_here = |run: usize| {
            let id = search.ids.get(run % each_on).unwrap_or(&markets[left[run / each_on]]);
            *id == dataset.market_id
        };
        let runs: Vec<usize> = (0..each.len())
            .filter(|run| is_here(*run))
            .filter(|run| own(utilities, left, *run, each_on).iter().all(|one| !one.is_nan()))
            .collect();
        let mut rows: Vec<f64> = Vec::new();
        for run in &runs {
            rows.extend(own(utilities, left, *run, each_on));
        }
        let lines = (LINE_CAPITAL, &b"[]"[..]);
        let lines = path_utilities(search.datasets, dataset, lines, &seeds[..paths]);
        rows.extend(lines.unwrap_or_default());
        let found = path_edges(dataset, &rows, paths).unwrap_or_default();
        for (run, edge) in runs.into_iter().zip(found) {
            each[run] = edge;
        }
    }
    let joined = |own: &[f64]| {
        let least = own.iter().copied().fold(f64::INFINITY, crate::num::min);
        if search.is_worst || least == -f64::MAX {
            return least;
        }
        own.iter().sum::<f64>() / own.len() as f64
    };
    each.chunks(each_on).map(joined).collect()
}

/// Returns the utilities of a run of the candidates that are left.
fn own<'u>(utilities: &'u [Vec<f64>], left: &[usize], run: usize, markets: usize) -> &'u [f64] {
    &utilities[left[run / markets] * markets + run % markets]
}
