//! Makes a dataset's column of the table.

use crate::bench::Bench;
use crate::draw::Draw;
use crate::family::Family;
use crate::figures::{Figure, figures};
use crate::measured::Measured;
use crate::worker_pool::WorkerPool;
use arena_engine::internals::market::Dataset;

/// Inputs that decide the numbers of a survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Survey {
    /// Seed of the candidates.
    pub seed: u64,
    /// Number of dice; the other families are in proportion.
    pub dice: usize,
    /// Number of fresh paths.
    pub fresh: usize,
}

impl Survey {
    /// Returns the number of candidates of a family: per 1,200 dice 300 hold-like, 600 of the
    /// catalogue, 2,000 rules, 600 with foresight.
    pub fn count(&self, family: Family) -> usize {
        match family {
            Family::Dice => self.dice,
            Family::HoldLike => self.dice / 4,
            Family::Catalogue | Family::Foresight => self.dice / 2,
            Family::Rule => self.dice * 5 / 3,
        }
    }

    /// Measures the candidates of every family; `None` for a dataset without a generator.
    pub fn measure(
        &self,
        dataset: Dataset,
        pool: &WorkerPool<'_>,
    ) -> Option<(Bench, Vec<Measured>)> {
        let bench = Bench::of(dataset, self.fresh, pool)?;
        let mut all = Vec::new();
        for family in Family::ALL {
            let measured = pool.results(family.name(), self.count(family), |number| {
                let draw = &mut self.draw(bench.dataset(), family, number as u64);
                bench.measure(family, &family.candidate(bench.dataset(), draw))
            });
            all.extend(measured.into_iter().collect::<Option<Vec<_>>>()?);
        }
        Some((bench, all))
    }

    /// Returns the figures of a dataset.
    pub fn figures(&self, dataset: Dataset, pool: &WorkerPool<'_>) -> Option<Vec<Figure>> {
        let (bench, all) = self.measure(dataset, pool)?;
        Some(figures(&all, &bench.fresh().hold, &bench.fresh().idle))
    }

    /// Returns the draws of a candidate.
    pub fn draw(&self, dataset: &Dataset, family: Family, number: u64) -> Draw {
        let timeframe = dataset.timeframe() as u64;
        let stream = (u64::from(dataset.market_id) * 2 + timeframe) * 16 + family as u64;
        Draw::of(self.seed, stream, number)
    }
}
