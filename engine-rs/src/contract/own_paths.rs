//! Cached utilities of the paths that are generated for one candidate with texts.
//!
//! Making the 64 paths costs far more than everything else in an evaluation, and the same candidate
//! is mostly evaluated again soon. Its utilities are all that a verdict reads of the paths, and take
//! 2 kB where the paths of hourly bars take 20 MB.

use crate::evaluation::verdict::PathUtilities;
use std::sync::Mutex;

/// Most candidates that are kept for a dataset, in at most 64 kB.
const KEPT: usize = 32;

/// The candidates of a dataset that were evaluated last, by fingerprint.
#[derive(Debug, Default)]
pub(super) struct OwnPaths(Mutex<Vec<(String, PathUtilities)>>);

impl OwnPaths {
    /// Returns the utilities of a candidate, which `run` makes unless they are kept. A thread that
    /// finds the list locked runs its candidate.
    pub(super) fn get_or_run(
        &self,
        candidate_hash: &str,
        run: impl FnOnce() -> Option<PathUtilities>,
    ) -> Option<PathUtilities> {
        if let Ok(mut kept) = self.0.try_lock()
            && let Some(at) = kept.iter().position(|(known, _)| known == candidate_hash)
        {
            // The last used is the last.
            kept[at..].rotate_left(1);
            return kept.last().map(|(_, utilities)| utilities.clone());
        }
        let utilities = run()?;
        if let Ok(mut kept) = self.0.try_lock() {
            if kept.len() == KEPT {
                kept.remove(0);
            }
            kept.push((candidate_hash.to_owned(), utilities.clone()));
        }
        Some(utilities)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path_seed: u64) -> PathUtilities {
        PathUtilities {
            own: vec![0.5],
            twin: vec![],
            hold: vec![0.25],
            idle: vec![0.125],
            passive_gap: 0.125,
            path_seed,
        }
    }

    /// Asks for a candidate by its seed; returns whether it was run.
    fn is_run(paths: &OwnPaths, seed: u64) -> bool {
        let mut is_run = false;
        let found = paths.get_or_run(&seed.to_string(), || {
            is_run = true;
            Some(of(seed))
        });
        assert_eq!(found, Some(of(seed)));
        is_run
    }

    #[test]
    fn the_last_used_candidates_are_kept() {
        let (paths, all) = (OwnPaths::default(), KEPT as u64);
        assert!((0..all).all(|seed| is_run(&paths, seed)));
        assert!(!is_run(&paths, 0), "a kept one is not run");
        assert!(is_run(&paths, all), "a new one takes the place of the least recently used");
        assert!(!is_run(&paths, 0));
        assert!(is_run(&paths, 1));
        assert_eq!(paths.0.lock().unwrap().len(), KEPT);
    }

    #[test]
    fn a_run_without_utilities_is_not_kept() {
        let paths = OwnPaths::default();
        assert_eq!(paths.get_or_run("1", || None), None);
        assert!(is_run(&paths, 1));
    }
}
