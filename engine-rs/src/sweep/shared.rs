//! State shared by the candidates of a sweep.

use super::Point;
use super::order::neighbours_first;
use crate::evaluation::benchmark;
use crate::evaluation::luck::SharpeMoments;
use crate::evaluation::utility::{Utility, score};
use crate::market::Series;
use crate::portfolio::Run;
use crate::simulation::{CoreMetrics, Plan, daily_growth, run_decided};
use crate::strategy::Columns;

/// State shared by candidates that trade on the same scored window.
#[derive(Debug)]
pub struct Shared<'s> {
    series: &'s Series,
    start: usize,
    columns: Columns<'s>,
    /// The daily growth of capital left in SY.
    idle: Vec<f64>,
    /// The utility of Hold by capital, which candidates are compared with.
    hurdles: Vec<(f64, f64)>,
}

impl<'s> Shared<'s> {
    /// Returns the shared state for a series scored from bar `start`.
    pub fn new(series: &'s Series, start: usize) -> Self {
        let (columns, idle) = (Columns::of_sweep(series), daily_growth(series, start));
        Self { series, start, columns, idle, hurdles: Vec::new() }
    }

    /// Runs candidates whose plans begin on the first scored bar, those that read the same columns
    /// one after the other, and passes each number and point to `take`. A point is `None` with
    /// fewer than two scored bars.
    pub fn points(
        &mut self,
        numbered: &[(usize, Plan)],
        mut take: impl FnMut(usize, Option<Point>),
    ) {
        for place in neighbours_first(numbered) {
            let (number, plan) = &numbered[place];
            take(*number, self.point(plan));
        }
    }

    fn point(&mut self, plan: &Plan) -> Option<Point> {
        let targets = plan.targets_by(&mut self.columns);
        let record = run_decided(plan, self.series, targets);
        self.figures(plan, &record)
    }

    #[inline(never)]
    fn figures(&mut self, plan: &Plan, record: &Run) -> Option<Point> {
        let (core, mut daily) = CoreMetrics::with_daily(
            plan.capital,
            &record.holdings,
            self.series,
            record.cost_sums(),
        )?;
        for (day, idle) in daily.iter_mut().zip(&self.idle) {
            *day -= idle;
        }
        let moments = SharpeMoments::of(&daily);
        let hurdle = self.hurdle(plan.capital)?;
        let counts = record.counts();
        Some(Point {
            core,
            daily_sharpe: moments.as_ref().map(SharpeMoments::daily_sharpe),
            fills: counts.fills,
            intents: counts.intents(),
            score: score(Utility::of(&core).total(), hurdle).0,
            probabilistic_sharpe: moments.and_then(|moments| moments.probabilistic(0.0)),
        })
    }

    fn hurdle(&mut self, capital: f64) -> Option<f64> {
        if let Some((_, utility)) = self.hurdles.iter().find(|(known, _)| *known == capital) {
            return Some(*utility);
        }
        let hold = benchmark::buy_and_hold(capital, self.series, self.start)?;
        let utility = Utility::of(&hold).total();
        self.hurdles.push((capital, utility));
        Some(utility)
    }
}
