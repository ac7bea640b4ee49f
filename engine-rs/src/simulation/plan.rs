//! A planned simulation, and the targets of its strategies.

use crate::execution::ExecutionProfile;
use crate::market::{Series, Timeframe};
use crate::strategy::{CatalogueEntry, Columns, Context, Observed, ParamValues, Targets};

/// Input of a simulation: components with their share of the capital, on a scored window.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The execution policy; the service uses [`PROFILE`](crate::execution::PROFILE).
    pub profile: ExecutionProfile,
    /// Capital of the portfolio, accounting asset.
    pub capital: f64,
    /// The components in the order in which they trade.
    pub components: Vec<PlannedComponent>,
    /// First traded and scored bar.
    pub start: usize,
}

/// A component of a plan.
#[derive(Debug, Clone)]
pub struct PlannedComponent {
    /// Its strategy.
    pub entry: &'static CatalogueEntry,
    /// Its parameters.
    pub params: ParamValues,
    /// Its share of the capital, in (0, 1].
    pub weight: f64,
}

impl Plan {
    /// Returns whether a component follows texts of the caller, which can remember a past.
    pub fn has_expression(&self) -> bool {
        self.components.iter().any(|component| component.params.expression().is_some())
    }

    /// Returns the same plan on bars of another length; `None` if a window is no whole number of them.
    pub fn on(&self, own: Timeframe, timeframe: Timeframe) -> Option<Self> {
        let mut plan = self.clone();
        for component in plan.components.iter_mut().filter(|_| own != timeframe) {
            component.params = component.params.on(timeframe)?;
        }
        Some(plan)
    }

    /// Returns the targets of every strategy on a series, component by component.
    pub(crate) fn targets(&self, series: &Series) -> Vec<Targets> {
        self.targets_by(&mut Columns::of(series))
    }

    /// Returns the targets of every strategy, using columns that earlier plans may have made.
    pub fn targets_by(&self, columns: &mut Columns<'_>) -> Vec<Targets> {
        let decide = |planned: &PlannedComponent| {
            columns.begin_component();
            let capital = self.capital * planned.weight;
            let context = Context { timeframe: columns.timeframe(), capital };
            let mut targets = planned.entry.targets(&planned.params, &context, columns);
            targets.reads_capital = columns.reads_capital();
            if self.profile.max_abs_position < 1.0 {
                targets.cap(self.profile.max_abs_position);
            }
            targets
        };
        self.components.iter().map(decide).collect()
    }

    /// Returns the targets of every strategy on a series, and the lines that each observed.
    pub fn observed(&self, series: &Series) -> (Vec<Targets>, Vec<Vec<Observed>>) {
        let mut columns = Columns::of_observer(series);
        let targets = self.targets_by(&mut columns);
        (targets, columns.into_observed())
    }
}
