//! Parallel work with results in the order of the items, independent of the number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A number of threads, and a callback for progress.
#[derive(Clone, Copy)]
pub struct WorkerPool<'a> {
    threads: usize,
    progress: &'a (dyn Fn(&str, usize, usize) + Sync),
}

impl core::fmt::Debug for WorkerPool<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("WorkerPool").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl<'a> WorkerPool<'a> {
    /// Returns a worker pool of `threads` threads; `progress` gets the name of the work, the number of
    /// finished items, and their total.
    pub fn new(threads: usize, progress: &'a (dyn Fn(&str, usize, usize) + Sync)) -> Self {
        Self { threads: threads.max(1), progress }
    }

    /// Returns the results of `count` items in their order.
    pub fn results<T: Send>(
        &self,
        what: &str,
        count: usize,
        work: impl Fn(usize) -> T + Sync,
    ) -> Vec<T> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let shift = || {
            let mut results = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= count {
                    return results;
                }
                results.push((at, work(at)));
                (self.progress)(what, done.fetch_add(1, Ordering::Relaxed) + 1, count);
            }
        };
        let mut results = Vec::with_capacity(count);
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(shift)).collect();
            results.extend(shift());
            for other in others {
                match other.join() {
                    Ok(theirs) => results.extend(theirs),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        results.sort_unstable_by_key(|(at, _)| *at);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let told = AtomicUsize::new(0);
        let progress = |_: &str, _: usize, of: usize| {
            told.fetch_add(of, Ordering::Relaxed);
        };
        for threads in [0, 1, 3, 8] {
            let pool = WorkerPool::new(threads, &progress);
            let squares = pool.results("squares", 50, |at| at * at);
            assert_eq!(squares, (0..50).map(|at| at * at).collect::<Vec<_>>());
        }
        assert_eq!(told.into_inner(), 4 * 50 * 50);
    }
}
