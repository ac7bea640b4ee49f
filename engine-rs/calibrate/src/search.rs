//! Searches by score, as a key's: many candidates are scored on one path, the best of them are
//! evaluated, and each evaluation is a trial.

use crate::draw::Draw;
use crate::fresh::OtherSets;
use crate::measured::Measured;
use crate::statistics::share;
use arena_engine::internals::num::stats;

/// Seed of the candidates of a search; the same for every survey.
const SEED: u64 = 24;
/// Searches on each path.
const REPEATS: u64 = 3;

/// The size of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Search {
    /// Candidates that are scored.
    pub tried: usize,
    /// Candidates that are evaluated, the best by score first.
    pub evaluated: usize,
}

impl Search {
    /// Returns the share of searches of candidates of a pool, drawn with replacement, in which any
    /// evaluated candidate passes both tests; `None` for an empty pool. The other gates count as
    /// passed, because they belong to the path on which the candidates are chosen.
    pub(crate) fn passes(self, pool: &[Measured]) -> Option<f64> {
        let trials = u32::try_from(self.evaluated).unwrap_or(u32::MAX);
        let outcomes =
            self.outcomes(pool, |best, _, _| best.iter().any(|one| one.passes_tests(trials)));
        share(&outcomes, |passes| *passes)
    }

    /// Returns the share of searches whose best by score passes the edge's test on a set of paths
    /// that are none of the verdict's, and none of which it was chosen on. A set has a pool of its
    /// own: the candidates that are no better than the line on the paths outside it.
    pub(crate) fn passes_other_sets(self, all: &[Measured]) -> Option<f64> {
        let sets = all.first().map_or(0, |one| one.truth.other_sets.0.len());
        let passed: Vec<bool> = (0..sets)
            .flat_map(|set| {
                let passed = |one: &Measured| one.truth.other_sets.0[set];
                let pool: Vec<Measured> =
                    all.iter().filter(|one| passed(one).is_some()).cloned().collect();
                let outside = |path| !OtherSets::paths(set).contains(&path);
                self.outcomes(&pool, |best, path, _| {
                    outside(path).then(|| best.first().and_then(|one| passed(one))).flatten()
                })
            })
            .flatten()
            .collect();
        share(&passed, |passed| *passed)
    }

    /// Returns the mean error of the edge, which is the verdict's edge less the true one: of the pool,
    /// of the best candidates by score, and of the best of the evaluated ones by edge.
    pub(crate) fn edge_errors(self, pool: &[Measured]) -> [Option<f64>; 3] {
        let error = |one: &Measured| one.edge - one.truth.edge.edge;
        let chosen = self.outcomes(pool, |best, _, _| {
            let by_edge = best.iter().max_by(|a, b| a.edge.total_cmp(&b.edge));
            [best.first(), by_edge].map(|one| one.map_or(f64::NAN, |one| error(one)))
        });
        let of = |at: usize| chosen.iter().map(|errors| errors[at]).collect::<Vec<f64>>();
        let all: Vec<f64> = pool.iter().map(error).collect();
        [all, of(0), of(1)].map(|errors| stats::mean(&errors))
    }

    /// Runs searches on every path and returns what each of them came to. The callback gets the
    /// evaluated candidates, the path and the draws.
    fn outcomes<T>(
        self,
        pool: &[Measured],
        outcome: impl Fn(&[&Measured], usize, &mut Draw) -> T,
    ) -> Vec<T> {
        let paths = pool.first().map_or(0, |one| one.truth.utilities.len());
        let searches = (0..paths as u64 * REPEATS).map(|number| {
            let path = (number / REPEATS) as usize;
            let draw = &mut Draw::of(SEED, 0, number);
            let score = |one: &&Measured| one.truth.utilities[path];
            let mut tried: Vec<&Measured> =
                (0..self.tried).map(|_| &pool[draw.index(pool.len())]).collect();
            tried.sort_by(|a, b| score(b).total_cmp(&score(a)));
            tried.truncate(self.evaluated);
            outcome(&tried, path, draw)
        });
        searches.collect()
    }
}

/// Returns the share of searches that evaluate a planted candidate, and the share of those in which
/// it is eligible; one of the scored candidates is planted, the others are drawn from the pool.
pub(crate) fn found_planted(
    search: Search,
    pool: &[Measured],
    planted: &[Measured],
) -> Option<(f64, Option<f64>)> {
    if planted.is_empty() {
        return None;
    }
    let trials = u32::try_from(search.evaluated).unwrap_or(u32::MAX);
    let others = Search { tried: search.tried - 1, ..search };
    let outcomes = others.outcomes(pool, |best, path, draw| {
        let own = &planted[draw.index(planted.len())];
        let last = best.last().map_or(f64::NEG_INFINITY, |one| one.truth.utilities[path]);
        (own.truth.utilities[path] > last).then(|| own.is_eligible(trials))
    });
    let found: Vec<bool> = outcomes.iter().copied().flatten().collect();
    Some((share(&outcomes, Option::is_some)?, share(&found, |eligible| *eligible)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Family;
    use crate::fresh::Truth;
    use arena_engine::internals::evaluation::verdict::{Edge, Timing};

    /// A candidate of p-value `p` with this score on each of two paths and this edge, truly 0.
    fn candidate(scores: [f64; 2], edge: f64, p: f64) -> Measured {
        let truth = Truth {
            utilities: scores.into(),
            mean_utility: 0.0,
            edge: Edge { edge: 0.0, ..Edge::of(&[0.25, 0.5, 0.5], &[0.0; 3], 0.0) },
            timing: Timing::of(&[1.0, 2.0], &[0.0, 0.0], 1),
            other_sets: OtherSets::default(),
        };
        Measured {
            family: Family::Rule,
            official_utility: 0.0,
            fills: 1,
            edge,
            p,
            timing_p: p,
            looks: true,
            passes_others: true,
            largest_share: None,
            truth,
        }
    }

    #[test]
    fn only_the_best_by_score_are_evaluated_each_as_one_of_so_many_trials() {
        let lucky = candidate([0.0, 1.0], 0.02, 0.01);
        let scored = candidate([1.0, 0.0], 0.01, 0.5);
        let pool = [lucky, scored];
        // 50 draws have both: the lucky one is the best on the second path alone
        let passes = |evaluated| Search { tried: 50, evaluated }.passes(&pool);
        assert_eq!(passes(1), Some(0.5));
        // all are evaluated: 1 - 0.99^50 is above 5 %
        assert_eq!(passes(50), Some(0.0));
        assert_eq!(Search { tried: 50, evaluated: 1 }.passes(&[]), None);
        let [all, by_score, by_edge] = Search { tried: 50, evaluated: 50 }.edge_errors(&pool);
        let near = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-15;
        assert!(near(all, 0.015) && near(by_score, 0.015) && near(by_edge, 0.02));
    }

    #[test]
    fn other_sets_judge_the_best_of_the_paths_outside_them() {
        // 128 paths, two sets; the lucky one passes on the first set, and is the best outside it
        let scores = |first: f64, second: f64| [vec![first; 64], vec![second; 64]].concat();
        let with = |scores: Vec<f64>, sets: [Option<bool>; 2]| {
            let mut one = candidate([0.0; 2], 0.0, 1.0);
            one.truth.utilities = scores.into();
            one.truth.other_sets = OtherSets(sets.to_vec());
            one
        };
        let search = Search { tried: 50, evaluated: 1 };
        let lucky = with(scores(0.0, 1.0), [Some(true), Some(false)]);
        let other = with(scores(0.5, 0.5), [Some(false), Some(false)]);
        assert_eq!(search.passes_other_sets(&[lucky.clone(), other]), Some(0.5));
        // A better one is in no pool, so it is never chosen.
        let better = with(scores(9.0, 9.0), [None, None]);
        assert_eq!(search.passes_other_sets(&[lucky, better]), Some(0.5));
        assert_eq!(search.passes_other_sets(&[]), None);
    }

    #[test]
    fn a_planted_candidate_is_found_where_its_score_is_among_the_best() {
        let pool = [candidate([1.0, 1.0], 0.0, 1.0)];
        let planted = [candidate([2.0, 0.0], 0.01, 0.001)];
        let found =
            |evaluated| found_planted(Search { tried: 100, evaluated }, &pool, &planted).unwrap();
        assert_eq!(found(20), (0.5, Some(1.0)));
        assert_eq!(found(60), (0.5, Some(0.0)));
        assert_eq!(found_planted(Search { tried: 100, evaluated: 20 }, &pool, &[]), None);
    }
}
